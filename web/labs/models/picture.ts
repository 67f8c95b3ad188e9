/** Whisper's two tables and ViT's patches. */

import { html, nothing, svg } from "lit";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import { integer } from "../../stepper/numbers.js";
import { slider } from "../parts/controls.js";
import { heatRows, table } from "../parts/table.js";
import type { ModelsContext } from "./lab.js";
import type { VitView, WhisperView } from "./view.js";

/** Sine and cosine of each frequency, as the columns of a table are named. */
function waves(columns: number, interleaved: boolean): string[] {
  const half = columns / 2;
  return Array.from({ length: columns }, (_, c) => {
    if (interleaved) return `${c % 2 === 0 ? "sin" : "cos"} ${Math.floor(c / 2)}`;
    return c < half ? `sin ${c}` : `cos ${c - half}`;
  });
}

export function whisperFigure({ words: say }: ModelsContext, { right, tried, end }: WhisperView) {
  const drawn = (caption: string, given: Matrix, interleaved: boolean) => {
    const [rows, columns] = given.shape;
    return table({
      caption,
      shape: given.shape,
      corner: say.row,
      columns: waves(columns, interleaved),
      rows: heatRows(given, Array.from({ length: rows }, (_, row) => String(row)), {
        decimals: 3,
        limit: 1,
      }),
    });
  };
  return html`
    <div class="grids">
      ${drawn(say.encoder, right, false)} ${tried ? drawn(say.encoderMistake, tried, true) : nothing}
    </div>
    <p class="refusal">${say.end(end.index, end.size)}</p>
  `;
}

export function vitFigure(context: ModelsContext, closer: VitView) {
  const { words: say, state } = context;
  const { side, rows, tableRows, pixels, error } = closer;
  const cells = Array.from(rows, (row, patch) => {
    const x = patch % side;
    const y = Math.floor(patch / side);
    // Numbers of three digits need room; where there is little, each line shows its ends.
    const isShown = side <= 14 || x === 0 || x === side - 1;
    return svg`
      <rect x=${x} y=${y} width="1" height="1" class=${row < tableRows ? "patch" : "patch missing"} />
      ${isShown ? svg`<text x=${x + 0.5} y=${y + 0.65}>${row}</text>` : nothing}
    `;
  });
  return html`
    <div class="controls">${slider(context, "side", say.side)}</div>
    <figure class="patches">
      <p class="class-token">${say.classToken(state.wrong ? null : 0)}</p>
      <svg
        viewBox="-0.1 -0.1 ${side + 0.2} ${side + 0.2}"
        role="img"
        aria-label="${say.patches}: ${integer(rows[0]!)} – ${integer(rows[rows.length - 1]!)}"
      >
        <defs>
          <pattern id="no-row" width="0.25" height="0.25" patternUnits="userSpaceOnUse">
            <path d="M0 0.25L0.25 0" class="hatch" />
          </pattern>
        </defs>
        ${cells}
      </svg>
      <figcaption>${say.patchesCaption(pixels, side)}</figcaption>
    </figure>
    ${error ? html`<p class="refusal">${say.vitError(error.index, error.size)}</p>` : nothing}
  `;
}
