/** A row of the table as the hands of clocks: one for each pair, the first the fastest. */

import { html } from "lit";
import { fixed } from "../../stepper/numbers.js";
import type { Core } from "../lab.js";
import { slider } from "../parts/controls.js";
import { dial } from "../parts/dial.js";
import { significant } from "../parts/numbers.js";
import { table } from "../parts/table.js";
import type { Context, State } from "./fields.js";

const d = 16;
/** Positions before the present one whose hands leave a dot. */
const trail = 6;

interface Clock {
  readonly wavelength: number;
  readonly x: number;
  readonly y: number;
  readonly dots: readonly { x: number; y: number }[];
}

export interface ClockView {
  readonly show: "clock";
  readonly pos: number;
  readonly clocks: readonly Clock[];
}

export function clockView({ pos }: State, { runtime }: Core): ClockView {
  const { values } = runtime.sinusoidal(pos + 1, d);
  const clocks = Array.from(runtime.sinusoidalFrequencies(d), (frequency, i) => {
    const end = (row: number) => ({ x: values[row * d + 2 * i]!, y: values[row * d + 2 * i + 1]! });
    const before = Math.min(trail, pos);
    return {
      wavelength: (2 * Math.PI) / frequency,
      ...end(pos),
      dots: Array.from({ length: before }, (_, n) => end(pos - before + n)),
    };
  });
  return { show: "clock", pos, clocks };
}

export function clockPicture(context: Context, { pos, clocks }: ClockView) {
  const { words: say, frame } = context;
  return html`
    <div class="controls">${slider(context, "pos", say.pos)}</div>
    <ul class="dials">
      ${clocks.map(
        ({ wavelength, x, y, dots }, i) => html`
          <li>
            ${dial({ name: say.clockName(i, fixed(x, 3), fixed(y, 3)), hands: [{ x, y }], dots })}
            i = ${i}<br />${say.wavelength(significant(wavelength))}
          </li>
        `,
      )}
    </ul>
    <p class="note">${say.clockCaption(trail)}</p>
    <details>
      <summary>${frame.asTable}</summary>
      ${table({
        kind: "wpe",
        caption: html`PE[${pos}]`,
        shape: [d],
        corner: "i",
        columns: [say.turn, "sin", "cos"],
        rows: clocks.map(({ wavelength, x, y }, i) => ({
          header: String(i),
          cells: [significant(wavelength), fixed(x, 4), fixed(y, 4)],
        })),
      })}
    </details>
  `;
}
