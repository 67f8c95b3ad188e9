/** A matrix as a real table: row and column headers, printed numbers, a colour strip if wide. */

import { html, nothing, type TemplateResult } from "lit";
import { type Context, printed, shapeText } from "../context.js";
import type { Gap } from "../view.js";

export interface MatrixRow {
  readonly header: string | TemplateResult;
  /** null: known to be there, not filled in yet. */
  readonly values: Float32Array | null;
  /** Drawn dashed, as a row that is not there, with these words instead of numbers. */
  readonly missing?: string;
  readonly lit: boolean;
  /** Belongs to the chosen cell. */
  readonly chosen: boolean;
  /** Who fetches this row, for readers of the screen and wherever there is room. */
  readonly note?: string;
  readonly cell?: (column: number) => TemplateResult | string;
}

export interface Matrix {
  readonly kind: "wte" | "wpe" | "x0";
  /** A row for each token, and not the table itself. */
  readonly fetched: boolean;
  readonly name: string | TemplateResult;
  readonly title: string;
  readonly shape: readonly number[];
  readonly corner: string;
  readonly rows: readonly (MatrixRow | Gap)[];
  /** Column whose cells in chosen rows are outlined. */
  readonly chosenColumn: number;
}

export function isWide({ view }: Context): boolean {
  return view.model.config.n_embd > view.columnCount;
}

function printedColumns({ view }: Context): number[] {
  return Array.from({ length: view.columnCount }, (_, i) => view.firstColumn + i);
}

/** Every column of a row, drawn by strips.ts. A press prints the columns from there on. */
function strip({ state, view, set }: Context, values: Float32Array) {
  const choose = (event: PointerEvent) => {
    const { left, width } = (event.target as HTMLCanvasElement).getBoundingClientRect();
    const pressed = Math.floor(((event.clientX - left) / width) * values.length);
    const firstColumn = Math.max(0, Math.min(pressed, values.length - view.columnCount));
    set({ ...state, firstColumn, cell: { ...state.cell, column: firstColumn } });
  };
  return html`<canvas height="1" .values=${values} @click=${choose}></canvas>`;
}

function valueRow(context: Context, matrix: Matrix, row: MatrixRow) {
  const columns = printedColumns(context);
  const classes = [row.lit ? "lit" : "", row.chosen ? "chosen" : ""].join(" ");
  const cell = (column: number) => {
    if (!row.values) return html`<span class="muted">·</span>`;
    return row.cell ? row.cell(column) : printed(context, row.values[column]!);
  };
  return html`
    <tr class=${classes}>
      <th scope="row">
        ${row.header}${row.note ? html`<span class="hidden">, ${row.note}</span>` : nothing}
      </th>
      ${columns.map(
        (column) => html`
          <td class=${row.chosen && column === matrix.chosenColumn ? "chosen" : ""}>
            ${cell(column)}
          </td>
        `,
      )}
      ${isWide(context)
        ? html`<td class="strip" aria-hidden="true">
            ${row.values ? strip(context, row.values) : nothing}
          </td>`
        : nothing}
    </tr>
  `;
}

function missingRow(context: Context, row: MatrixRow) {
  const span = context.view.columnCount + (isWide(context) ? 1 : 0);
  return html`
    <tr class="missing">
      <th scope="row">
        ${row.header}${row.note ? html`<span class="hidden">, ${row.note}</span>` : nothing}
      </th>
      <td colspan=${span}>${row.missing}</td>
    </tr>
  `;
}

function gapRow(context: Context, gap: Gap) {
  const span = context.view.columnCount + (isWide(context) ? 1 : 0);
  return html`
    <tr class="gap">
      <th scope="row" aria-hidden="true">⋮</th>
      <td colspan=${span}>${context.words.tables.gap(gap.count)}</td>
    </tr>
  `;
}

export function matrix(context: Context, given: Matrix) {
  return html`
    <table class="matrix ${given.kind} ${given.fetched ? "fetched" : ""}">
      <caption>
        <span class="name">${given.name}</span> <span class="shape">${shapeText(...given.shape)}</span>
        <span class="title">${given.title}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col" class="corner">${given.corner}</th>
          ${printedColumns(context).map((column) => html`<th scope="col">${column}</th>`)}
          ${isWide(context) ? html`<td class="strip" aria-hidden="true"></td>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${given.rows.map((row) =>
          "gap" in row
            ? gapRow(context, row)
            : row.missing === undefined
              ? valueRow(context, given, row)
              : missingRow(context, row),
        )}
      </tbody>
    </table>
  `;
}
