/** A table stretched to more rows, in one dimension and over ViT's grid of patches. */

import { html, nothing } from "lit";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import { fixed } from "../../stepper/numbers.js";
import { slider, toggle } from "../parts/controls.js";
import { chart } from "../parts/figure.js";
import { heatRows, largest, printedRow, table } from "../parts/table.js";
import type { LimitContext } from "./lab.js";
import type { GridWay, RowsWay } from "./view.js";

function columnOf({ values, shape: [rows, columns] }: Matrix, column: number) {
  return Array.from({ length: rows }, (_, row) => ({
    row,
    value: values[row * columns + column]!,
  }));
}

export function stretched(context: LimitContext, way: RowsWay) {
  const { state, words: say, view } = context;
  const before = columnOf(way.before, state.column);
  const after = columnOf(way.after, state.column);
  const columns = Array.from({ length: view.n_embd }, (_, c) => c);
  const twins = new Set(way.twins.flatMap((row) => [row - 1, row]));
  return html`
    <div class="controls">
      ${slider(context, "target", say.target)} ${slider(context, "column", say.column)}
      ${toggle(context, "align", html`<code>${say.align}</code>`)}
    </div>
    ${chart(context, {
      name: say.curve(state.column),
      caption: say.curveCaption,
      drawing: (plot) => ({
        height: 240,
        marginLeft: 44,
        marginBottom: 44,
        x: { label: say.position, labelArrow: "none", tickFormat: "d" },
        y: { label: say.curve(state.column), labelArrow: "none", grid: true },
        marks: [
          plot.ruleY([0], { stroke: "var(--rule)" }),
          plot.line(after, {
            x: "row",
            y: "value",
            stroke: "var(--ink)",
            strokeWidth: 1.2,
            strokeDasharray: "4 3",
          }),
          plot.dot(after, { x: "row", y: "value", symbol: "square", r: 2.6, fill: "var(--ink)" }),
          plot.line(before, { x: "row", y: "value", stroke: "var(--wpe)", strokeWidth: 2.4 }),
          plot.dot(before, { x: "row", y: "value", r: 4, fill: "var(--wpe)" }),
          plot.ruleX([view.rows - 0.5], { stroke: "var(--error)", strokeDasharray: "2 2" }),
        ],
      }),
      numbers: table({
        kind: "wpe",
        caption: say.values,
        shape: way.after.shape,
        corner: say.newRow,
        columns: [say.source, ...columns],
        rows: Array.from(way.sources, (source, row) => ({
          header: String(row),
          cells: [fixed(source, 3), ...printedRow(way.after.values, row, view.n_embd, 4)],
          classes: twins.has(row) ? "lit" : "",
        })),
      }),
    })}
    <p class="prose"><span class="lead-in">${say.price}</span> ${say.rowsPrice}</p>
  `;
}

/** The patches of one column of a table as a square, and the class token's row before them. */
function square(
  { words: say, state }: LimitContext,
  matrix: Matrix,
  side: number,
  caption: string,
  limit: number,
) {
  const first = state.class ? 1 : 0;
  const patches = matrix.values.subarray(first);
  const places = Array.from({ length: side }, (_, place) => place);
  const classRow = {
    header: say.classRow,
    cells: [{ text: fixed(matrix.values[0]!, 4), heat: matrix.values[0]! / limit }],
    classes: "class-row",
  };
  return table({
    caption,
    shape: [matrix.shape[0]],
    corner: say.gridRow,
    columns: places,
    rows: [
      ...(state.class ? [classRow] : []),
      ...heatRows({ values: patches, shape: [side, side] }, places.map(String), {
        decimals: 4,
        limit,
      }),
    ],
  });
}

export function gridStretched(context: LimitContext, way: GridWay) {
  const { words: say } = context;
  const limit = largest(way.before.values, way.after.values);
  return html`
    <div class="controls">
      ${slider(context, "side", say.side)} ${toggle(context, "class", say.classToken)}
      ${toggle(context, "align", html`<code>${say.align}</code>`)}
    </div>
    <div class="grids">
      ${square(context, way.before, way.from, say.gridBefore(way.from), limit)}
      ${square(context, way.after, way.to, say.gridAfter(way.to), limit)}
    </div>
    <p class="note">${say.gridNote}</p>
    ${way.refused === null
      ? nothing
      : html`<p class="refusal">${say.gridRefused} <code lang="en">${way.refused}</code></p>`}
    <p class="prose"><span class="lead-in">${say.price}</span> ${say.gridPrice}</p>
  `;
}
