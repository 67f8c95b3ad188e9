/** The whole table as a field of colour, and one pair of its columns as two waves. */

import { html } from "lit";
import { fixed } from "../../stepper/numbers.js";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import type { Core } from "../lab.js";
import { slider } from "../parts/controls.js";
import { chart } from "../parts/figure.js";
import { significant } from "../parts/numbers.js";
import { table } from "../parts/table.js";
import type { Context, State } from "./fields.js";
import { heatMap } from "./heat_map.js";

const length = 128;
const d = 32;

export interface WavesView {
  readonly show: "waves";
  readonly i: number;
  readonly table: Matrix;
  /** Positions that one turn takes. */
  readonly wavelength: number;
  readonly turns: number;
}

export function wavesView({ i }: State, { runtime }: Core): WavesView {
  const frequency = runtime.sinusoidalFrequencies(d)[i]!;
  const wavelength = (2 * Math.PI) / frequency;
  return {
    show: "waves",
    i,
    table: runtime.sinusoidal(length, d),
    wavelength,
    turns: length / wavelength,
  };
}

export function wavesPicture(context: Context, view: WavesView) {
  const { words: say } = context;
  const { i } = view;
  const { values } = view.table;
  const points = Array.from({ length }, (_, pos) => ({
    pos,
    sin: values[pos * d + 2 * i]!,
    cos: values[pos * d + 2 * i + 1]!,
  }));
  return html`
    <div class="controls">${slider(context, "i", say.i)}</div>
    <figure class="field">
      <div class="upright"><span>${say.column} 0</span><span>${d - 1}</span></div>
      ${heatMap(view.table, 2 * i, say.heatName(length, d))}
      <div class="level"><span>pos 0</span><span>${length - 1}</span></div>
      <figcaption>${say.heatCaption(2 * i, 2 * i + 1)}</figcaption>
    </figure>
    ${chart(context, {
      name: say.wavesName(i),
      caption: say.wavesCaption(i, significant(view.wavelength)),
      drawing: (plot) => ({
        height: 200,
        marginTop: 24,
        marginBottom: 44,
        x: { label: "pos", domain: [0, length - 1] },
        y: { label: null, domain: [-1, 1], ticks: 3 },
        marks: [
          plot.ruleY([0], { stroke: "var(--rule)" }),
          plot.lineY(points, { x: "pos", y: "sin", stroke: "var(--wpe-ink)", strokeWidth: 2 }),
          plot.lineY(points, {
            x: "pos",
            y: "cos",
            stroke: "var(--ink)",
            strokeWidth: 1.5,
            strokeDasharray: "5 3",
          }),
        ],
      }),
      numbers: table({
        kind: "wpe",
        caption: say.pair(i),
        corner: "pos",
        columns: ["sin", "cos"],
        rows: points.map(({ pos, sin, cos }) => ({
          header: String(pos),
          cells: [fixed(sin, 4), fixed(cos, 4)],
        })),
      }),
    })}
  `;
}
