/** Vector, matrix, table and batch: the same numbers in four shapes. */

import { html } from "lit";
import { integer } from "../../stepper/numbers.js";
import { whole } from "../fields.js";
import { laboratory } from "../lab.js";
import { slider } from "../parts/controls.js";
import { printedRow, table } from "../parts/table.js";
import { word } from "../parts/word.js";
import { words } from "./words.js";

const fields = {
  batch: whole(2, 1, 4),
  length: whole(3, 1, 8),
  position: whole(1, 0, 7),
};

/** The sentences that the teaching model was trained on, each repeated to the length wanted. */
const sentences = [
  [0, 1, 2],
  [2, 1, 0],
  [0, 3, 4],
  [2, 3, 4],
];

export const lab = laboratory({
  fields,
  words,

  view({ batch, length, position }, core) {
    const model = core.model("teaching");
    const { n_positions, n_embd } = model.config;
    const batches = sentences.slice(0, batch).map((sentence) => {
      const ids = Array.from({ length }, (_, place) => sentence[place % sentence.length]!);
      const { wpe, x0 } = model.embed(ids);
      return { words: ids.map((id) => model.vocabulary![id]!), wpe, x0 };
    });
    const rows = Array.from({ length: n_positions }, (_, row) => model.row("wpe", row));
    return { n_embd, n_positions, batches, rows, position: Math.min(position, length - 1) };
  },

  render(context) {
    const { view, state, words: say } = context;
    const { n_embd, n_positions, batches, rows, position } = view;
    const columns = Array.from({ length: n_embd }, (_, c) => c);
    const printed = (values: ArrayLike<number>, row: number) => printedRow(values, row, n_embd, 1);
    const lit = (row: number) => (row === position ? "lit" : "");
    const sums = batches.reduce((count, { x0 }) => count + x0.length, 0);
    const counts: [string, readonly number[], number][] = [
      [say.names[0], [n_embd], rows[position]!.length],
      [say.names[1], [state.length, n_embd], batches[0]!.wpe.length],
      [say.names[2], [n_positions, n_embd], rows.reduce((count, row) => count + row.length, 0)],
      [say.names[3], [batches.length, state.length, n_embd], sums],
    ];
    return html`
      <div class="controls">
        ${slider(context, "batch", say.batch)} ${slider(context, "length", say.length)}
        ${slider(context, "position", say.position, { most: state.length - 1 })}
      </div>
      <div class="side-by-side">
        ${table({
          kind: "wpe",
          caption: say.vector(position),
          shape: [n_embd],
          corner: say.row,
          columns,
          rows: [{ header: String(position), cells: printed(rows[position]!, 0), classes: "lit" }],
        })}
        ${table({
          kind: "wpe",
          caption: say.sequence,
          shape: [state.length, n_embd],
          corner: say.row,
          columns,
          rows: batches[0]!.words.map((_, row) => ({
            header: String(row),
            cells: printed(batches[0]!.wpe, row),
            classes: lit(row),
          })),
        })}
        ${table({
          kind: "wpe",
          caption: say.table,
          shape: [n_positions, n_embd],
          corner: say.row,
          columns,
          rows: rows.map((values, row) => ({
            header: String(row),
            cells: printed(values, 0),
            classes: lit(row),
          })),
        })}
      </div>
      <div class="side-by-side">
        ${batches.map((sentence, index) =>
          table({
            kind: "x0",
            caption: say.sum(index, sentence.words.join(" ")),
            shape: [state.length, n_embd],
            corner: "",
            columns,
            rows: sentence.words.map((name, row) => ({
              header: html`${row} ${word(context, name)}`,
              cells: printed(sentence.x0, row),
              classes: lit(row),
            })),
          }),
        )}
      </div>
      ${table({
        caption: say.counts,
        corner: say.object,
        columns: [say.shape, say.numbers],
        rows: counts.map(([name, shape, count]) => ({
          header: name,
          cells: [html`<code>[${shape.join(", ")}]</code>`, integer(count)],
        })),
      })}
    `;
  },

  seen({ view, words: say }) {
    const sums = view.batches.reduce((count, { x0 }) => count + x0.length, 0);
    return say.seen(view.batches.length, view.batches[0]!.wpe.length, sums);
  },
});
