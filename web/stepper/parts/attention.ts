/** Who looks at whom, and how much: one head's weights, with the arithmetic of any of them. */

import { html, nothing } from "lit";
import { type Context, counted, placeName, placeText, shownHead } from "../context.js";
import { fixed, operand } from "../numbers.js";
import { counting } from "./counting.js";
import { moveInGrid } from "./grid.js";

const digits = 3;

function number(value: number): string {
  return fixed(value, digits);
}

export function headChoice(context: Context) {
  const { state, view, words, set } = context;
  const head = shownHead(context);
  return html`
    <div class="heads" role="group" aria-label=${words.attention.heads}>
      ${Array.from(
        { length: view.model.config.n_head },
        (_, i) => html`
          <button
            class="word"
            aria-pressed=${i === head}
            @click=${() => set({ ...state, head: i })}
          >
            ${words.attention.head(counted(context, i))}
          </button>
        `,
      )}
    </div>
  `;
}

interface Head {
  readonly length: number;
  readonly size: number;
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly v: Float32Array;
  readonly scores: Float32Array;
  readonly weights: Float32Array;
  readonly context: Float32Array;
}

function tracedHead(context: Context): Head {
  const { view, runs } = context;
  const { n_embd, n_head } = view.model.config;
  const head = shownHead(context);
  const trace = runs.forward(view).trace!;
  const values = (kind: string) => trace[`h.0.${kind}.${head}`]!.values;
  return {
    length: view.ids.length,
    size: n_embd / n_head,
    q: values("q"),
    k: values("k"),
    v: values("v"),
    scores: values("scores"),
    weights: values("weights"),
    context: values("context"),
  };
}

function row(values: Float32Array, index: number, size: number): number[] {
  return Array.from(values.subarray(index * size, (index + 1) * size));
}

function weightTable(context: Context, given: Head, pair: { query: number; key: number }) {
  const { state, view, words, set } = context;
  const choose = (query: number, key: number) => set({ ...state, pair: { query, key } });
  const onKey = (event: KeyboardEvent) => {
    const to = moveInGrid(event, [pair.query, pair.key], [given.length, given.length]);
    // The half above the diagonal is empty: the nearest cell that is not.
    if (to) choose(to[0], Math.min(to[0], to[1]));
  };
  const cell = (query: number, key: number) => {
    if (key > query) {
      return html`<td class="masked" title=${words.attention.masked}>
        <span class="hidden">${words.attention.masked}</span>
      </td>`;
    }
    const weight = given.weights[query * given.length + key]!;
    const chosen = query === pair.query && key === pair.key;
    return html`
      <td class=${chosen ? "chosen" : ""}>
        <button
          class="cell"
          tabindex=${chosen ? 0 : -1}
          data-cell="pair ${query},${key}"
          aria-pressed=${chosen}
          aria-label=${words.attention.label(
            placeText(context, query),
            placeText(context, key),
            number(weight),
          )}
          @click=${() => choose(query, key)}
        >
          ${number(weight)}
        </button>
      </td>
    `;
  };
  return html`
    <table class="matrix plain square" @keydown=${onKey}>
      <caption>
        <span class="name">softmax(q·k/√${given.size})</span>
        <span class="shape">[${given.length}, ${given.length}]</span>
        <span class="title">${words.attention.weights}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col" class="corner">${words.attention.query}</th>
          ${view.ids.map((_, key) => html`<th scope="col">${placeName(context, key)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${view.ids.map(
          (_, query) => html`
            <tr class=${query === pair.query ? "chosen" : ""}>
              <th scope="row">${placeName(context, query)}</th>
              ${view.ids.map((__, key) => cell(query, key))}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

/** One number for each place, of the head's queries, keys, values or contexts. */
function vectors(context: Context, title: string, name: string, values: Float32Array, given: Head) {
  const { view, words } = context;
  return html`
    <table class="matrix plain">
      <caption>
        <span class="name">${name}</span>
        <span class="shape">[${given.length}, ${given.size}]</span>
        <span class="title">${title}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col" class="corner">${words.sentence.word}</th>
          ${row(values, 0, given.size).map((_, c) => html`<th scope="col">${c}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${view.ids.map(
          (_, place) => html`
            <tr>
              <th scope="row">${placeName(context, place)}</th>
              ${row(values, place, given.size).map((value) => html`<td>${number(value)}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

function arithmetic(context: Context, given: Head, { query, key }: { query: number; key: number }) {
  const { words } = context;
  const q = row(given.q, query, given.size);
  const k = row(given.k, key, given.size);
  const products = q.map((value, c) => `${operand(number(value))}×${operand(number(k[c]!))}`);
  const scores = row(given.scores, query, given.length).slice(0, query + 1);
  const score = scores[key]!;
  const weight = given.weights[query * given.length + key]!;
  return html`
    <div class="reading">
      <p class="note">
        ${words.attention.caption(placeName(context, query), placeName(context, key))}
      </p>
      <dl class="arithmetic">
        <dt>${words.attention.score}</dt>
        <dd>(${products.join(" + ")}) / √${given.size} = <b>${number(score)}</b></dd>
        <dt>${words.attention.softmax}</dt>
        <dd>
          exp(${number(score)}) / (${scores.map((s) => `exp(${number(s)})`).join(" + ")}) =
          <b>${number(weight)}</b>
        </dd>
      </dl>
    </div>
  `;
}

export function attention(context: Context) {
  const { state, words } = context;
  if (state.step !== "attention") return nothing;
  const given = tracedHead(context);
  const query = Math.min(state.pair.query, given.length - 1);
  const pair = { query, key: Math.min(state.pair.key, query) };
  return html`
    <section class="network">
      ${counting(context)} ${headChoice(context)}
      <div class="side-by-side">
        ${vectors(context, words.attention.q, "q", given.q, given)}
        ${vectors(context, words.attention.k, "k", given.k, given)}
        <div class="scroll" tabindex="0" role="region" aria-label=${words.attention.weights}>
          ${weightTable(context, given, pair)}
        </div>
        ${vectors(context, words.attention.v, "v", given.v, given)}
        ${vectors(context, words.attention.context, "weights·v", given.context, given)}
      </div>
      ${arithmetic(context, given, pair)}
    </section>
  `;
}
