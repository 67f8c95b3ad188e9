/** A table of values from −1 to 1 as a field of colour: a column of it for each position. */

import { svg, type SVGTemplateResult } from "lit";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";

const steps = 12;

/** One path for each strength of colour, so that a large field stays a small drawing. */
function paths({ values, shape }: Matrix): SVGTemplateResult[] {
  const [rows, columns] = shape;
  const squares = Array.from({ length: 2 * steps + 1 }, () => "");
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = values[row * columns + column]!;
      squares[steps + Math.round(steps * value)] += `M${row} ${column}h1v1h-1z`;
    }
  }
  return squares.map((path, index) => {
    const strength = index - steps;
    const sign = strength < 0 ? "below" : "above";
    return svg`<path class=${sign} fill-opacity=${Math.abs(strength) / steps} d=${path} />`;
  });
}

/** Columns `from` to `from` + 1 are framed. */
export function heatMap(matrix: Matrix, from: number, name: string) {
  const [rows, columns] = matrix.shape;
  return svg`
    <svg
      class="heat-map"
      viewBox="0 0 ${rows} ${columns}"
      preserveAspectRatio="none"
      role="img"
      aria-label=${name}
    >
      ${paths(matrix)}
      <rect class="frame" x="0" y=${from} width=${rows} height="2" />
    </svg>
  `;
}
