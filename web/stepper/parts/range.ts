/** Out of range: a bad index to try, what went wrong, and what to do about it. */

import { html, nothing } from "lit";
import type { Context } from "../context.js";
import { type Dropped, droppedText, type Problem } from "../notes.js";
import { integer, readWholeNumber } from "../numbers.js";
import { type Attempt, type State, stepIndex, withIds } from "../state.js";
import { stepOfTable, tableSize, type LookupTable } from "../view.js";

export interface RangeFields {
  readonly lastValid: State | null;
  readonly dropped: Dropped | null;
  /** Said of the ids that were kept. */
  readonly setDropped: (dropped: Dropped, kept: readonly number[]) => void;
}

function sameAttempt(a: Attempt | null, b: Attempt): boolean {
  if (!a || a.kind !== b.kind) return false;
  return a.kind === "too-long" || (b.kind === "index" && a.table === b.table && a.index === b.index);
}

export function attempts(
  { state, view, words, set }: Context,
  problem: Problem | null,
  setProblem: (problem: Problem | null) => void,
) {
  // The sentence's own error is looked at before any other.
  if (state.step !== "range" || !view.attempt) return nothing;
  const { n_positions, vocab_size } = view.model.config;
  const choices: { label: string; attempt: Attempt }[] = [
    {
      label: words.range.position(integer(n_positions)),
      attempt: { kind: "index", table: "wpe", index: n_positions },
    },
    { label: words.range.tooLong(n_positions + 1), attempt: { kind: "too-long" } },
    {
      label: words.range.id(integer(vocab_size)),
      attempt: { kind: "index", table: "wte", index: vocab_size },
    },
    { label: words.range.id(integer(-1)), attempt: { kind: "index", table: "wte", index: -1 } },
  ];
  const own =
    view.attempt?.kind === "index"
      ? view.attempt
      : { kind: "index" as const, table: "wpe" as LookupTable, index: n_positions };
  const chooseTable = (event: Event) =>
    set({
      ...state,
      attempt: { ...own, table: (event.target as HTMLSelectElement).value as LookupTable },
    });
  const chooseIndex = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const index = readWholeNumber(input);
    if (index !== undefined) {
      setProblem(null);
      set({ ...state, attempt: { ...own, index } });
      return;
    }
    const part = input.value.slice(0, 40);
    if (part) setProblem({ kind: "not-integer", part, field: "try" });
    else if (problem) setProblem(null);
    input.value = String(own.index);
  };
  return html`
    <div class="attempts" role="group" aria-label=${words.range.legend}>
      <span class="label">${words.range.legend}</span>
      <span class="options">
        ${choices.map(
          ({ label, attempt }) => html`
            <button
              class="word"
              aria-pressed=${sameAttempt(view.attempt, attempt)}
              @click=${() => set({ ...state, attempt })}
            >
              ${label}
            </button>
          `,
        )}
      </span>
      <span class="custom">
        <select aria-label=${words.range.table} .value=${own.table} @change=${chooseTable}>
          <option value="wpe" ?selected=${own.table === "wpe"}>wpe</option>
          <option value="wte" ?selected=${own.table === "wte"}>wte</option>
        </select>
        <input
          type="number"
          step="1"
          class="index"
          aria-label=${words.range.index}
          .value=${String(own.index)}
          @change=${chooseIndex}
        />
      </span>
      ${problem
        ? html`<p class="problem" role="alert">${words.range.notInteger(problemPart(problem))}</p>`
        : nothing}
    </div>
  `;
}

function problemPart(problem: Problem): string {
  return problem.kind === "not-integer" ? problem.part : "";
}

/** Ways out of the reader's own error. A trial needs none: it ends with its step. */
function remedies(context: Context, { lastValid, setDropped }: RangeFields) {
  const { state, view, words, set } = context;
  if (view.attempt) return nothing;
  const { n_positions } = view.model.config;
  const extra = state.ids.length - n_positions;
  const crop = (ids: readonly number[], end: Dropped["end"]) => {
    set(withIds({ ...state, positionIds: null }, ids));
    setDropped({ end, count: extra }, ids);
  };
  return html`
    <p class="remedies">
      ${view.error!.table === "wpe" && extra > 0
        ? html`
            <button
              @click=${() =>
                crop(state.ids.slice(0, n_positions), "tail")}
            >
              ${words.range.keepHead(n_positions)}
            </button>
            <button
              @click=${() => crop(state.ids.slice(extra), "head")}
            >
              ${words.range.keepTail(n_positions)}
            </button>
          `
        : nothing}
      ${lastValid
        ? html`<button
            data-action="undo"
            @click=${() => set({ ...lastValid, step: state.step, attempt: null })}
          >
            ${words.range.undo}
          </button>`
        : nothing}
    </p>
  `;
}

export function outOfRange(context: Context, fields: RangeFields) {
  const { state, view, words } = context;
  const dropped = fields.dropped
    ? html`<p class="note" role="status">${droppedText(fields.dropped, words)}</p>`
    : nothing;
  if (!view.error) {
    const tried = view.attempt?.kind === "index" ? view.attempt : null;
    return tried
      ? html`<p class="note" role="status">
          ${words.range.valid(tried.table, integer(tried.index))}
        </p>`
      : dropped;
  }
  if (stepIndex(state.step) < stepIndex(stepOfTable(view.error.table))) return nothing;
  const table = view.error.table as LookupTable;
  const { index, at, size, message } = view.error;
  return html`
    ${dropped}
    <div class="error" role="alert">
      <p>
        <strong>${words.range.title}</strong> ${words.range[table](at, integer(index), size)}
      </p>
      <p>
        ${index < 0
          ? words.range.adviceNegative
          : table === "wpe"
            ? words.range.advicePosition(tableSize(view.model, "wpe"))
            : nothing}
        ${table === "wte" ? words.range.adviceId(size - 1) : nothing}
        ${words.range.nothingWritten}
      </p>
      <p class="message">
        <span class="hidden">${words.range.message}: </span><code lang="en">IndexError: ${message}</code>
      </p>
      ${remedies(context, fields)}
    </div>
  `;
}
