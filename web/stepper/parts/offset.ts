/** A cache length that is off by one: the last token read at the wrong position. */

import { html, nothing } from "lit";
import { IndexError } from "../../runtime/tinygpt.js";
import { type Context, joined, wordAt } from "../context.js";
import { integer, operand } from "../numbers.js";
import { likeliest, type OffsetRun } from "../run.js";
import { offsets } from "../state.js";
import { candidate, probability } from "./candidate.js";

function signed(value: number): string {
  return value > 0 ? `+${value}` : integer(value);
}

/** What came of it, in a sentence. */
function sayOutcome(context: Context, right: Float32Array, here: OffsetRun): string {
  const { view, words } = context;
  const { outcome } = here;
  if (outcome instanceof IndexError) {
    // The core was given the last token alone; the sentence counts from the first.
    const at = view.ids.length - 1 + outcome.at;
    return joined(
      words.range.wpe(at, integer(outcome.index), outcome.size),
      outcome.index < 0 ? words.range.adviceNegative : "",
      words.offset.kept(here.cached),
    );
  }
  const [best, bestRight] = [likeliest(outcome), likeliest(right)];
  return joined(
    words.offset.chosen(here.position, candidate(context, best), probability(context, outcome[best]!)),
    best === bestRight ? "" : words.offset.instead(candidate(context, bestRight)),
    here.offset === 0 ? "" : words.offset.unnoticed,
  );
}

/** Both columns are drawn at any offset, so that nothing jumps. */
function comparison(context: Context, right: Float32Array, here: OffsetRun) {
  const { words } = context;
  const wrong = here.outcome instanceof IndexError ? null : here.outcome;
  const [bestRight, bestHere] = [likeliest(right), wrong ? likeliest(wrong) : -1];
  const cell = (values: Float32Array | null, i: number, best: number) => html`
    <td class=${i === best ? "best" : ""}>
      ${values ? probability(context, values[i]!) : words.offset.none}
      ${i === best ? html`<span class="hidden">, ${words.next.chosen}</span>` : nothing}
    </td>
  `;
  return html`
    <table class="offsets">
      <thead>
        <tr>
          <th scope="col">${words.next.word}</th>
          <th scope="col">${words.offset.right}</th>
          <th scope="col">${words.offset.here(signed(here.offset))}</th>
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          right,
          (_, i) => html`
            <tr>
              <th scope="row">${candidate(context, i)}</th>
              ${cell(right, i, bestRight)} ${cell(wrong, i, bestHere)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

export function offset(context: Context) {
  const { state, view, runs, words, set } = context;
  const runsByOffset = runs.offsets(view);
  const here = runsByOffset.find(({ offset }) => offset === state.offset)!;
  // The position of the sentence itself is there, or X0 would not be.
  const right = runsByOffset.find(({ offset }) => offset === 0)!.outcome as Float32Array;
  const last = view.ids.length - 1;
  const failed = here.outcome instanceof IndexError;
  const choose = (event: InputEvent) => {
    const value = (event.target as HTMLInputElement).valueAsNumber;
    set({ ...state, offset: offsets.find((offset) => offset === value) ?? 0 });
  };
  return html`
    <div class="offset">
      <h2>${words.offset.title}</h2>
      <p class="note">${words.offset.note(last, wordAt(context, last))}</p>
      <p class="slider">
        <label for="offset">${words.offset.label}</label>
        <span class="scale">
          <input
            id="offset"
            type="range"
            min=${offsets[0]}
            max=${offsets.at(-1)!}
            step="1"
            .value=${String(state.offset)}
            aria-valuetext=${words.offset.value(signed(here.offset), integer(here.position))}
            @input=${choose}
          />
          <span class="ticks" aria-hidden="true">
            ${offsets.map((offset) => html`<span>${signed(offset)}</span>`)}
          </span>
        </span>
        <output for="offset"
          >${state.positionIds ? "position_id" : "past_length"} = ${view.positionIds[last]!} +
          ${operand(integer(here.offset))} =
          <b>${integer(here.position)}</b></output
        >
      </p>
      <p class=${failed ? "error" : "outcome"} role="status">${sayOutcome(context, right, here)}</p>
      ${comparison(context, right, here)}
    </div>
  `;
}
