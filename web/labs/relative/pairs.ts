/** Small tables with a number for each pair of words, and the row of shifts. */

import { html } from "lit";
import { fixed } from "../../stepper/numbers.js";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import { type Kind, type Row, table } from "../parts/table.js";
import { type Context, phrase } from "./fields.js";

const T = phrase.length;

/** The shifts that are listed. */
export const shifts = [0, 1, 2, 3, 4, 5, 6, 7];

export const at = ({ values }: Matrix, [query, key]: readonly number[]) =>
  values[query! * T + key!]!;

export interface PairTable {
  readonly kind?: Kind;
  readonly caption: string;
  readonly scores: Matrix;
  readonly limit: number;
  /** Cells are buttons that choose the pair. */
  readonly chooses?: boolean;
  /** Later words are not looked at. */
  readonly causal?: boolean;
}

export function pairTable(context: Context, words: readonly string[], given: PairTable) {
  const { state, words: say, set } = context;
  const { kind = "plain", caption, scores, limit, chooses = false, causal = false } = given;
  const cell = (query: number, key: number) => {
    if (causal && key > query) return { text: "—", classes: "empty" };
    const value = at(scores, [query, key]);
    const isChosen = state.pair[0] === query && state.pair[1] === key;
    const printed = fixed(value, 3);
    const text = chooses
      ? html`<button
          class="cell"
          aria-pressed=${isChosen}
          aria-label=${say.pairName(words[query]!, words[key]!, printed)}
          @click=${() => set({ pair: [query, key] })}
        >
          ${printed}
        </button>`
      : printed;
    return { text, heat: limit > 0 ? value / limit : 0, classes: isChosen ? "chosen" : "" };
  };
  return table({
    kind,
    caption,
    corner: "m ＼ n",
    columns: words,
    rows: words.map((word, query) => ({
      header: word,
      cells: words.map((_, key) => cell(query, key)),
    })),
    classes: "pairs",
  });
}

/** Values for each listed shift; null where the table has no row for it. */
export interface ShiftRow {
  readonly header: Row["header"];
  readonly values: readonly (number | null)[];
  readonly classes?: string;
}

export function shiftTable({ state, words: say }: Context, caption: string, rows: readonly ShiftRow[]) {
  return table({
    caption,
    corner: "k",
    columns: shifts,
    classes: "shifts",
    rows: rows.map(({ header, values, classes = "" }) => ({
      header,
      classes,
      cells: values.map((value, k) => ({
        text: value === null ? say.outside : fixed(value, 3),
        classes: `${k === state.k ? "lit" : ""} ${value === null ? "wrong" : ""}`.trim(),
      })),
    })),
  });
}

/** The largest difference between two matrices of the same shape. */
export function change(a: Matrix, b: Matrix): number {
  return a.values.reduce((most, value, n) => Math.max(most, Math.abs(value - b.values[n]!)), 0);
}

export function phraseWords(vocabulary: readonly string[]): string[] {
  return phrase.map((id) => vocabulary[id]!);
}
