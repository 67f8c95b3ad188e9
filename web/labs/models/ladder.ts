/** A position table row by row, with the words that take each row. */

import { html, nothing, type TemplateResult } from "lit";
import { slider } from "../parts/controls.js";
import { printedRow, type Row, table } from "../parts/table.js";
import { word } from "../parts/word.js";
import { ids } from "./fields.js";
import type { ModelsContext } from "./lab.js";
import { wordAt } from "./overview.js";
import type { CroppedView, Lookup, RowsView } from "./view.js";

/** The words at the places whose row this is. */
function takers(
  { words: say }: ModelsContext,
  rows: readonly (number | null)[],
  row: number,
  nameOf: (place: number) => string | TemplateResult,
) {
  const places = rows.flatMap((taken, place) => (taken === row ? [place] : []));
  return html`${places.map((place, i) => html`${i > 0 ? say.comma : ""}${nameOf(place)}`)}`;
}

function ladder(
  context: ModelsContext,
  values: readonly Float32Array[],
  lookups: readonly { name: string; rows: readonly (number | null)[]; marks: string }[],
  nameOf: (place: number) => string | TemplateResult,
  end = values.length,
) {
  const { words: say, view } = context;
  return table({
    kind: "wpe",
    classes: lookups.length > 1 ? "ladder two" : "ladder",
    caption: say.ladder,
    shape: [end, view.n_embd],
    corner: say.row,
    columns: [...lookups.map(({ name }) => name), ...values[0]!.keys()],
    rows: values.map((row, r): Row => ({
      header: r < end ? String(r) : `${r} ${say.cutOff}`,
      cells: [
        ...lookups.map(({ rows, marks }) => ({
          text: takers(context, rows, r, nameOf),
          classes: rows.includes(r) ? marks : "",
        })),
        ...printedRow(row, 0, row.length, 1),
      ],
      classes: r >= end ? "cut" : lookups[0]!.rows.includes(r) ? "lit" : "",
    })),
  });
}

function sums(context: ModelsContext, caption: string, { x0 }: Lookup) {
  const { state, view } = context;
  return table({
    kind: "x0",
    caption,
    shape: x0.shape,
    columns: Array.from({ length: view.n_embd }, (_, c) => c),
    rows: ids.map((_, place) => ({
      header: wordAt(context, place),
      cells: printedRow(x0.values, place, view.n_embd, 1),
      classes: state.mask[place] === 1 ? "" : "pad",
    })),
  });
}

export function rowsFigure(context: ModelsContext, { table: values, right, tried }: RowsView) {
  const { words: say } = context;
  const lookups = [{ name: say.takenBy, rows: right.rows, marks: "" }];
  if (tried) lookups.push({ name: say.takenByMistake, rows: tried.rows, marks: "wrong" });
  return html`
    <div class="grids">
      ${ladder(context, values, lookups, (place) => wordAt(context, place))}
      <div class="stack">
        ${sums(context, say.sums, right)} ${tried ? sums(context, say.sumsMistake, tried) : nothing}
      </div>
    </div>
    <p class="note">${say.standIn}</p>
  `;
}

export function croppedFigure(context: ModelsContext, closer: CroppedView) {
  const { words: say, view } = context;
  const named = (place: number) => word(context, view.vocabulary[ids[place]!]!);
  const lost = ids.slice(0, closer.dropped);
  return html`
    <div class="controls">${slider(context, "block", html`<code>${say.block}</code>`)}</div>
    ${ladder(
      context,
      closer.table,
      [
        { name: say.after, rows: closer.rows, marks: "" },
        { name: say.before, rows: closer.before.rows, marks: "" },
      ],
      named,
      closer.block,
    )}
    ${closer.dropped > 0
      ? html`<p class="refusal">
          ${say.dropped} ${lost.map((_, place) => html`<del>${named(place)}</del> `)}
        </p>`
      : nothing}
    <p class="note">${say.standIn}</p>
  `;
}
