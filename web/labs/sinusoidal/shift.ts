/** M_k, which turns every hand by an angle that depends on k alone, wherever it stands. */

import { html } from "lit";
import { fixed } from "../../stepper/numbers.js";
import type { Core } from "../lab.js";
import { slider } from "../parts/controls.js";
import { dial } from "../parts/dial.js";
import { significant } from "../parts/numbers.js";
import { printedRow, type Row, table } from "../parts/table.js";
import type { Context, State } from "./fields.js";

const d = 8;
/** Every position up to here is checked. */
const checked = 512;

export interface ShiftView {
  readonly show: "shift";
  readonly pos: number;
  readonly k: number;
  readonly rows: {
    readonly before: Float32Array;
    readonly turned: Float32Array;
    readonly table: Float32Array;
  };
  readonly frequencies: Float64Array;
  /** M_k, computed by turning the rows of the unit matrix. [d, d] */
  readonly matrix: Float32Array;
  readonly checked: number;
  /** Between a turned row and the table's, over all positions that were checked. */
  readonly difference: number;
}

export function shiftView({ pos, k }: State, { runtime }: Core): ShiftView {
  const before = runtime.sinusoidal(checked, d);
  const turned = runtime.sinusoidalShift(before, k).values;
  const table = runtime.sinusoidal(checked + k, d).values.subarray(k * d);
  const unit = Float32Array.from({ length: d * d }, (_, n) => (n % (d + 1) === 0 ? 1 : 0));
  const row = (values: Float32Array) => values.subarray(pos * d, (pos + 1) * d);
  return {
    show: "shift",
    pos,
    k,
    rows: { before: row(before.values), turned: row(turned), table: row(table) },
    frequencies: runtime.sinusoidalFrequencies(d),
    matrix: runtime.sinusoidalShift({ values: unit, shape: [d, d] }, k).values,
    checked,
    difference: turned.reduce((most, value, n) => Math.max(most, Math.abs(value - table[n]!)), 0),
  };
}

export function shiftPicture(context: Context, view: ShiftView) {
  const { words: say } = context;
  const { pos, k, rows, matrix } = view;
  const columns = Array.from({ length: d }, (_, c) => c);
  const line = (header: Row["header"], values: Float32Array, classes = ""): Row => ({
    header,
    cells: printedRow(values, 0, d, 4),
    classes,
  });
  const differences = rows.turned.map((value, c) => value - rows.table[c]!);
  return html`
    <div class="controls">
      ${slider(context, "pos", say.pos)} ${slider(context, "k", say.k)}
    </div>
    <ul class="dials">
      ${Array.from(view.frequencies, (frequency, i) => {
        const hand = (values: Float32Array) => ({ x: values[2 * i]!, y: values[2 * i + 1]! });
        const angle = significant(k * frequency);
        return html`
          <li>
            ${dial({
              name: say.shiftName(i, pos, pos + k, angle),
              hands: [
                { ...hand(rows.before), classes: "other" },
                { ...hand(rows.turned) },
              ],
            })}
            i = ${i}<br />${say.turnedBy(`${k} × ${significant(frequency)} = ${angle}`)}
          </li>
        `;
      })}
    </ul>
    <p class="note">${say.shiftCaption(pos, pos + k)}</p>
    ${table({
      kind: "wpe",
      caption: say.shiftTable,
      columns,
      rows: [
        line(html`PE[${pos}]`, rows.before),
        line(html`M<sub>${k}</sub> PE[${pos}]`, rows.turned, "lit"),
        line(html`PE[${pos + k}]`, rows.table, "lit"),
        line(say.difference, differences),
      ],
    })}
    <details>
      <summary>${say.matrixSummary(k)}</summary>
      ${table({
        caption: html`M<sub>${k}</sub>`,
        shape: [d, d],
        columns,
        rows: columns.map((row) => ({
          header: String(row),
          cells: columns.map((column) => {
            // Row n of the turned unit matrix is column n of M_k.
            const value = matrix[column * d + row]!;
            const isBlock = row >> 1 === column >> 1;
            return { text: isBlock ? fixed(value, 4) : "0", heat: value };
          }),
        })),
      })}
      <p class="note">${say.matrixNote(k)}</p>
    </details>
  `;
}
