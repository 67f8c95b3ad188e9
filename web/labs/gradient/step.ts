/** One step: a batch of sentences, and the gradient that it gives to each row of the table. */

import { html } from "lit";
import { fixed } from "../../stepper/numbers.js";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import { typed } from "../parts/controls.js";
import { type Cell, largest, table } from "../parts/table.js";
import type { Context } from "./fields.js";
import type { GradientWords } from "./words.js";

export interface Step {
  /** The words of each sentence, the last of which is only a target. */
  readonly sentences: readonly (readonly string[])[];
  readonly wpe: Matrix;
  /** How many sentences fetch each row. */
  readonly fetched: readonly number[];
}

/** The rows whose gradient is 0 in every column, to the bit. */
export function zeroRows({ values, shape: [rows, columns] }: Matrix): number[] {
  const row = (r: number) => values.subarray(r * columns, (r + 1) * columns);
  return Array.from({ length: rows }, (_, r) => r).filter((r) => row(r).every((value) => value === 0));
}

function gradientCell(value: number, limit: number): Cell {
  if (value === 0) return { text: "0", classes: "empty" };
  return { text: fixed(value, 3), heat: value / limit };
}

function batchTable(sentences: Step["sentences"], say: GradientWords) {
  const longest = Math.max(...sentences.map((sentence) => sentence.length));
  return table({
    caption: say.batch,
    corner: say.place,
    columns: Array.from({ length: longest }, (_, place) => place),
    rows: sentences.map((sentence) => ({
      header: say.words(sentence.length),
      cells: Array.from({ length: longest }, (_, place): string | Cell => {
        if (place < sentence.length - 1) return { text: sentence[place]!, classes: "input" };
        if (place >= sentence.length) return "";
        return {
          text: html`${sentence[place]}<span class="hidden">${say.onlyTarget}</span>`,
          classes: "target",
        };
      }),
    })),
    classes: "batch",
  });
}

export function step(context: Context, { sentences, wpe, fetched }: Step) {
  const { words: say } = context;
  const [rows, columns] = wpe.shape;
  const limit = largest(wpe.values);
  const zero = zeroRows(wpe);
  return html`
    <section class="stack" aria-labelledby="one-step">
      <p class="part" id="one-step">${say.oneStep}</p>
      ${typed(context, "lengths", say.lengths, { hint: say.lengthsHint })}
      <div class="side-by-side">
        ${batchTable(sentences, say)}
        ${table({
          kind: "wpe",
          classes: "gradient",
          caption: say.gradient,
          shape: wpe.shape,
          corner: say.row,
          columns: [...Array.from({ length: columns }, (_, column) => column), say.fetched],
          rows: Array.from({ length: rows }, (_, row) => ({
            header: String(row),
            cells: [
              ...Array.from({ length: columns }, (_, column) =>
                gradientCell(wpe.values[row * columns + column]!, limit),
              ),
              zero.includes(row)
                ? { text: say.neverFetched, classes: "said empty" }
                : { text: say.fetchedBy(fetched[row]!, sentences.length), classes: "said" },
            ],
          })),
        })}
      </div>
      <p class="note prose">${say.gradientNote}</p>
    </section>
  `;
}
