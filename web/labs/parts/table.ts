/** A table of numbers as a real table, coloured by value where that helps. */

import { html, nothing, type TemplateResult } from "lit";
import { fixed } from "../../stepper/numbers.js";

export type Kind = "wte" | "wpe" | "x0" | "plain";

export interface Cell {
  readonly text: string | TemplateResult;
  /** −1 to 1: how strongly the cell is coloured, purple below 0 and ink above. */
  readonly heat?: number;
  readonly classes?: string;
}

export interface Row {
  readonly header: string | TemplateResult;
  readonly cells: readonly (string | TemplateResult | Cell)[];
  readonly classes?: string;
}

export interface Table {
  readonly kind?: Kind;
  readonly caption: string | TemplateResult;
  /** Printed beside the caption. */
  readonly shape?: readonly number[];
  readonly corner?: string | TemplateResult;
  readonly columns?: readonly (string | TemplateResult | number)[];
  readonly rows: readonly Row[];
  readonly classes?: string;
}

function isCell(cell: string | TemplateResult | Cell): cell is Cell {
  return typeof cell === "object" && "text" in cell;
}

/** The colour of a value on a scale that ends at ±limit, in twelve steps. */
function heatClass(heat: number): string {
  const strength = Math.round(12 * Math.min(1, Math.abs(heat)));
  return strength === 0 ? "" : `heat ${heat < 0 ? "below" : "above"} heat-${strength}`;
}

function drawnCell(given: string | TemplateResult | Cell) {
  if (!isCell(given)) return html`<td>${given}</td>`;
  const classes = [given.classes ?? "", given.heat === undefined ? "" : heatClass(given.heat)];
  return html`<td class=${classes.join(" ").trim()}>${given.text}</td>`;
}

/** Scrolls by itself where it is wider than its place, and can then be reached by keyboard. */
export function table(given: Table) {
  return html`
    <div class="scroller">
      <table class="lab-table ${given.kind ?? "plain"} ${given.classes ?? ""}">
        <caption>
          <span class="name">${given.caption}</span>
          ${given.shape ? html`<span class="shape">[${given.shape.join(", ")}]</span>` : nothing}
        </caption>
        ${given.columns
          ? html`<thead>
              <tr>
                ${given.corner === undefined || given.corner === ""
                  ? html`<td class="corner"></td>`
                  : html`<th scope="col" class="corner">${given.corner}</th>`}
                ${given.columns.map((column) => html`<th scope="col">${column}</th>`)}
              </tr>
            </thead>`
          : nothing}
        <tbody>
          ${given.rows.map(
            (row) => html`
              <tr class=${row.classes ?? ""}>
                <th scope="row">${row.header}</th>
                ${row.cells.map(drawnCell)}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** The numbers of one row of a row-major matrix, printed. */
export function printedRow(
  values: ArrayLike<number>,
  row: number,
  columns: number,
  decimals: number,
): string[] {
  return Array.from({ length: columns }, (_, c) => fixed(values[row * columns + c]!, decimals));
}

/** A matrix as a table of heat: every cell printed and coloured on one scale. */
export function heatRows(
  matrix: { values: ArrayLike<number>; shape: readonly [number, number] },
  headers: readonly (string | TemplateResult)[],
  { decimals, limit }: { decimals: number; limit: number },
): Row[] {
  const [rows, columns] = matrix.shape;
  return Array.from({ length: rows }, (_, r) => ({
    header: headers[r]!,
    cells: Array.from({ length: columns }, (_, c) => {
      const value = matrix.values[r * columns + c]!;
      return { text: fixed(value, decimals), heat: limit > 0 ? value / limit : 0 };
    }),
  }));
}

/** The largest magnitude: where one scale for all the given values ends. */
export function largest(...lists: readonly ArrayLike<number>[]): number {
  let most = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const size = Math.abs(list[i]!);
      if (Number.isFinite(size) && size > most) most = size;
    }
  }
  return most;
}
