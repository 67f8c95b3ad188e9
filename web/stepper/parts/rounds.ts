/** The loop with a growing KV cache: its rows, and which of them each round wrote and read. */

import { html, nothing } from "lit";
import { type Context, joined, placeName, shownHead } from "../context.js";
import { fixed } from "../numbers.js";
import type { Round } from "../rounds.js";
import { likeliest } from "../run.js";
import { promptOf } from "../state.js";
import { headChoice } from "./attention.js";
import { candidate } from "./candidate.js";

function phase({ words }: Context, { past }: Round): string {
  return past === 0 ? words.rounds.prefill : words.rounds.decode;
}

/** What the round did with a row: wrote it, read it, or there was no such row yet. */
function mark({ words }: Context, { past, written }: Round, place: number) {
  if (place >= past + written) return html`<td></td>`;
  return place < past
    ? html`<td class="read">${words.rounds.read}</td>`
    : html`<td class="written">${words.rounds.written}</td>`;
}

function difference({ words }: Context, { sameBits, distance }: Round): string {
  return sameBits ? words.rounds.same : distance.toExponential(1);
}

function cacheTable(context: Context, all: readonly Round[], keys: Float32Array, values: Float32Array) {
  const { view, words } = context;
  const columns = Array.from({ length: keys.length / view.ids.length }, (_, c) => c);
  const numbers = (matrix: Float32Array, place: number) =>
    columns.map((c) => html`<td>${fixed(matrix[place * columns.length + c]!, 3)}</td>`);
  const newest = all.at(-1)!.past;
  const foot = (label: string, of: (round: Round) => string | number) => html`
    <tr>
      <th scope="row">${label}</th>
      ${all.map((round) => html`<td>${of(round)}</td>`)}
      <td colspan=${2 * columns.length}></td>
    </tr>
  `;
  return html`
    <table class="rounds">
      <caption class="hidden">
        ${words.rounds.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.rounds.row}</th>
          ${all.map(
            (round, i) => html`
              <th scope="col">${words.rounds.round(i + 1)}<br />${phase(context, round)}</th>
            `,
          )}
          ${["k", "v"].flatMap((name) =>
            columns.map((c) => html`<th scope="col">${name}[${c}]</th>`),
          )}
        </tr>
      </thead>
      <tbody>
        ${view.ids.map(
          (_, place) => html`
            <tr class=${place >= newest ? "newest" : ""}>
              <th scope="row">${placeName(context, place)}</th>
              ${all.map((round) => mark(context, round, place))} ${numbers(keys, place)}
              ${numbers(values, place)}
            </tr>
          `,
        )}
      </tbody>
      <tfoot>
        ${foot(words.rounds.rowsRead, ({ past }) => past)}
        ${foot(words.rounds.rowsWritten, ({ written }) => written)}
        ${foot(words.next.chosen, ({ logits }) => candidate(context, likeliest(logits)))}
        ${foot(words.rounds.difference, (round) => difference(context, round))}
      </tfoot>
    </table>
  `;
}

function goingOn({ words }: Context, later: readonly Round[]): string {
  if (later.length === 0) return words.rounds.goOn;
  const rows = new Set(later.map(({ written }) => written));
  return words.rounds.later(later.length, [...rows].join(words.listComma));
}

export function rounds(context: Context) {
  const { state, view, runs, words, set } = context;
  const promptLength = state.promptLength ?? view.ids.length;
  const loop = runs.loop(view, promptLength);
  const head = shownHead(context);
  const [first, ...later] = loop.rounds;
  return html`
    <div class="loop">
      <h2>${words.rounds.title}</h2>
      <p class="note">
        ${joined(words.rounds.prompt(first!.written), goingOn(context, later))}
      </p>
      ${headChoice(context)}
      <div class="scroll" tabindex="0" role="region" aria-label=${words.rounds.caption}>
        ${cacheTable(context, loop.rounds, loop.keys[head]!, loop.values[head]!)}
      </div>
      ${later.length === 0
        ? nothing
        : html`<button class="quiet" data-action="prompt" @click=${() => set(promptOf(state))}>
            ${words.rounds.again}
          </button>`}
    </div>
  `;
}
