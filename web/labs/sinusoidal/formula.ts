/** The formula with its numbers put in, and the table of it in both layouts. */

import { html } from "lit";
import { fixed, integer, shortestFloat32 } from "../../stepper/numbers.js";
import type { Core } from "../lab.js";
import { choices, slider } from "../parts/controls.js";
import { significant } from "../parts/numbers.js";
import { type Row, table } from "../parts/table.js";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import type { Context, State } from "./fields.js";

/** Rows that are always shown; the row of a later position follows them. */
const firstRows = 4;

export interface FormulaView {
  readonly show: "formula";
  readonly d: number;
  readonly pos: number;
  readonly i: number;
  readonly frequency: number;
  /** The columns of pair i, sine first. */
  readonly columns: Readonly<Record<"interleaved" | "half", readonly [number, number]>>;
  readonly tables: Readonly<Record<"interleaved" | "half", Matrix>>;
}

export function formulaView(state: State, { runtime }: Core): FormulaView {
  const d = Number(state.d);
  const i = Math.min(state.i, d / 2 - 1);
  const rows = Math.max(firstRows, state.pos + 1);
  return {
    show: "formula",
    d,
    pos: state.pos,
    i,
    frequency: runtime.sinusoidalFrequencies(d)[i]!,
    columns: { interleaved: [2 * i, 2 * i + 1], half: [i, i + d / 2] },
    tables: {
      interleaved: runtime.sinusoidal(rows, d),
      half: runtime.sinusoidal(rows, d, { layout: "half" }),
    },
  };
}

export function pairValues({ d, pos, columns, tables }: FormulaView): [number, number] {
  const [sine, cosine] = columns.interleaved;
  const { values } = tables.interleaved;
  return [values[pos * d + sine]!, values[pos * d + cosine]!];
}

function columnName(layout: "interleaved" | "half", d: number, column: number) {
  const isSine = layout === "interleaved" ? column % 2 === 0 : column < d / 2;
  const pair = layout === "interleaved" ? Math.floor(column / 2) : column % (d / 2);
  return html`${integer(column)}<br />${isSine ? "sin" : "cos"} ${pair}`;
}

function layoutTable({ view: given, words: say }: Context, layout: "interleaved" | "half") {
  const view = given as FormulaView;
  const { d, pos } = view;
  const { values } = view.tables[layout];
  const drawn = (row: number): Row => ({
    header: String(row),
    classes: row === pos ? "lit" : "",
    cells: Array.from({ length: d }, (_, c) => {
      const value = values[row * d + c]!;
      const isChosen = row === pos && view.columns[layout].includes(c);
      return { text: fixed(value, 3), heat: value, classes: isChosen ? "chosen" : "" };
    }),
  });
  const rows = Array.from({ length: firstRows }, (_, row) => drawn(row));
  if (pos > firstRows) rows.push({ header: "⋮", cells: Array.from({ length: d }, () => "") });
  if (pos >= firstRows) rows.push(drawn(pos));
  return table({
    kind: "wpe",
    caption: say.layouts[layout],
    shape: [Math.max(firstRows, pos + 1), d],
    corner: "pos",
    columns: Array.from({ length: d }, (_, c) => columnName(layout, d, c)),
    rows,
  });
}

export function formulaPicture(context: Context, view: FormulaView) {
  const { words: say, state } = context;
  const { d, pos, i, frequency } = view;
  const angle = significant(pos * frequency);
  const [sine, cosine] = pairValues(view);
  const line = (name: "sin" | "cos", value: number, column: number) => html`
    <p class="rule">
      PE[${pos}, ${column}] = ${name}(${pos} × ${significant(frequency)}) = ${name} ${angle} =
      <strong>${shortestFloat32(value)}</strong>
    </p>
  `;
  const shown: Context = { ...context, state: { ...state, i } };
  return html`
    <div class="controls">
      ${choices(context, "d", say.d, { "4": "d = 4", "8": "d = 8" })}
      ${slider(context, "pos", say.pos, { most: 31 })}
      ${slider(shown, "i", say.i, { most: d / 2 - 1 })}
    </div>
    <div>
      <p class="rule">
        <span class="piece">PE[pos, 2i] = sin(pos · ω<sub>i</sub>),</span>
        <span class="piece">PE[pos, 2i+1] = cos(pos · ω<sub>i</sub>),</span>
        <span class="piece">ω<sub>i</sub> = 10000<sup>−2i/d</sup></span>
      </p>
      <p class="rule">
        ω<sub>${i}</sub> = 10000<sup>−${2 * i}/${d}</sup> = ${significant(frequency)}
      </p>
      ${line("sin", sine, view.columns.interleaved[0])}
      ${line("cos", cosine, view.columns.interleaved[1])}
    </div>
    <div class=${d > 4 ? "stack" : "side-by-side"}>
      ${layoutTable(context, "interleaved")} ${layoutTable(context, "half")}
    </div>
    <p class="note">${say.layoutNote}</p>
  `;
}
