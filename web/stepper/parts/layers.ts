/** GPT-2 small's twelve layers: run them, see how far they are, and what comes out. */

import { html, nothing } from "lit";
import { type Context, wordOf } from "../context.js";
import type { Layers, LayersResult } from "../layers.js";
import { fixed } from "../numbers.js";
import { appendId } from "../state.js";

/** Longer sentences are drawn without numbers. */
const numberedPlaces = 10;

export interface LayersFields {
  readonly layers: Layers;
  readonly choice: { readonly layer: number; readonly head: number };
  readonly choose: (choice: { layer: number; head: number }) => void;
}

function aboutOf({ view }: Context): string {
  return `${view.ids.join(",")} / ${view.positionIds.join(",")}`;
}

function start(context: Context, { layers, choice }: LayersFields, next = choice) {
  const { ids, positionIds } = context.view;
  void layers.run({ about: aboutOf(context), ids, positionIds, ...next });
}

function progressBar(context: Context, { layers }: LayersFields) {
  const { words } = context;
  if (layers.status.kind !== "running") return nothing;
  const { phase, fraction } = layers.status.progress;
  const label = words.layers.phases[phase];
  return html`
    <p class="progress">
      <label>
        ${label}
        <progress max="1" .value=${fraction}></progress>
      </label>
      <span>${Math.round(100 * fraction)} %</span>
      <button data-action="cancel" @click=${() => layers.cancel()}>${words.layers.cancel}</button>
    </p>
  `;
}

function nextTokens(context: Context, result: LayersResult) {
  const { state, view, words, set } = context;
  const top = result.best[0]!;
  const named = (id: number) => wordOf(context, id) || String(id);
  return html`
    <table class="candidates">
      <caption>
        ${words.next.caption(named(view.ids[view.ids.length - 1]!))}
      </caption>
      <thead>
        <tr>
          <th scope="col">id</th>
          <th scope="col">${words.next.word}</th>
          <th scope="col">${words.next.logit}</th>
          <th scope="col" colspan="2">${words.next.probability}</th>
        </tr>
      </thead>
      <tbody>
        ${result.best.map(
          ({ id, logit, probability }) => html`
            <tr>
              <th scope="row">${id}</th>
              <td>${wordOf(context, id)}</td>
              <td>${fixed(logit, 3)}</td>
              <td>${fixed(100 * probability, 4)} %</td>
              <td class="bar" aria-hidden="true">
                <svg viewBox="0 0 100 1" preserveAspectRatio="none">
                  <rect width=${(100 * probability) / top.probability} height="1"></rect>
                </svg>
              </td>
            </tr>
          `,
        )}
      </tbody>
    </table>
    <p class="note">${words.layers.bars}</p>
    <button data-action="append" @click=${() => set(appendId(state, top.id))}>
      ${words.next.append(named(top.id))}
    </button>
  `;
}

function attentionChoice(context: Context, fields: LayersFields) {
  const { view, words } = context;
  const { n_layer, n_head } = view.model.config;
  const select = (label: string, key: "layer" | "head", count: number) => html`
    <label>
      <span aria-hidden="true">${label}</span>
      <select
        aria-label=${label}
        @change=${(event: Event) => {
          const value = Number((event.target as HTMLSelectElement).value);
          const next = { ...fields.choice, [key]: value };
          fields.choose(next);
          start(context, fields, next);
        }}
      >
        ${Array.from(
          { length: count },
          (_, i) => html`<option value=${i} ?selected=${i === fields.choice[key]}>${i}</option>`,
        )}
      </select>
    </label>
  `;
  return html`
    <p class="attention-choice">
      ${select(words.layers.layer, "layer", n_layer)} ${select(words.layers.head, "head", n_head)}
    </p>
  `;
}

/** The weights of one head, as numbers or, for a long sentence, as the places the last one sees. */
function attentionTable(context: Context, { weights, length }: LayersResult) {
  const { view, words } = context;
  const named = (place: number) => `${place} ${wordOf(context, view.ids[place]!)}`;
  if (length > numberedPlaces) {
    const last = weights.subarray((length - 1) * length, length * length);
    const strongest = Array.from(last.keys())
      .sort((a, b) => last[b]! - last[a]!)
      .slice(0, 5);
    return html`
      <p>${words.layers.lastLooksAt}</p>
      <ol>
        ${strongest.map((place) => html`<li>${named(place)}: ${fixed(last[place]!, 3)}</li>`)}
      </ol>
    `;
  }
  const places = Array.from({ length }, (_, place) => place);
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${words.attention.weights}>
      <table class="matrix plain square">
        <caption>
          <span class="title">${words.attention.weights}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col" class="corner">${words.attention.query}</th>
            ${places.map((key) => html`<th scope="col">${named(key)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${places.map(
            (query) => html`
              <tr>
                <th scope="row">${named(query)}</th>
                ${places.map((key) =>
                  key > query
                    ? html`<td class="masked">
                        <span class="hidden">${words.attention.masked}</span>
                      </td>`
                    : html`<td>${fixed(weights[query * length + key]!, 3)}</td>`,
                )}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function results(context: Context, fields: LayersFields, result: LayersResult) {
  const { words } = context;
  const perSecond = (1000 * result.length) / result.milliseconds;
  return html`
    <p class="note" role="status">
      ${words.layers.took(result.length, Math.round(result.milliseconds), perSecond.toFixed(0))}
    </p>
    <div class="next-word network">
      <div>${nextTokens(context, result)}</div>
      <div>${attentionChoice(context, fields)} ${attentionTable(context, result)}</div>
    </div>
  `;
}

/** Offered where X0 stands, since the layers go on from it. */
export function layers(context: Context, fields: LayersFields) {
  const { state, view, words } = context;
  const offered = state.model === "gpt2-small" && state.step === "sum";
  if (!offered || !view.embedding || view.ids.length === 0) return nothing;
  const { status } = fields.layers;
  const current = status.kind === "done" && status.result.about === aboutOf(context);
  return html`
    <section class="layers">
      <h2>${words.layers.title(view.model.config.n_layer)}</h2>
      <p class="note">${words.layers.note(Math.round((4 * view.model.parameterCount) / 2 ** 20))}</p>
      ${status.kind === "running" || current
        ? nothing
        : html`<p>
            <button data-action="run" @click=${() => start(context, fields)}>
              ${words.layers.run(view.model.config.n_layer)}
            </button>
            ${status.kind === "cancelled"
              ? html`<span role="status">${words.layers.cancelled}</span>`
              : nothing}
            ${status.kind === "failed"
              ? html`<span class="problem" role="alert"
                  >${words.layers.failed} <code lang="en">${status.message}</code></span
                >`
              : nothing}
          </p>`}
      ${progressBar(context, fields)}
      ${status.kind === "done" && current ? results(context, fields, status.result) : nothing}
    </section>
  `;
}
