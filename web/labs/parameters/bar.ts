/** All parameters of a model as one bar, in the order of its checkpoint. */

import { html, nothing, svg } from "lit";
import type { Part } from "./parts.js";
import type { ParametersWords } from "./words.js";

/** A name is written into a segment only where it has room. */
const roomForName = 0.18;

const colours: Partial<Readonly<Record<Part["role"], string>>> = {
  words: "words",
  positions: "positions",
  layers: "layers",
};

export function bar(
  parts: readonly Part[],
  { name, label, say }: { name: string; label: string; say: ParametersWords },
) {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const at = (share: number) => `${(share * 100).toFixed(3)}%`;
  let before = 0;
  const segments = parts.map((part) => {
    const segment = { part, start: before / total, share: part.count / total };
    before += part.count;
    return segment;
  });
  const table = segments.find(({ part }) => part.role === "positions")!;
  const middle = table.start + table.share / 2;
  const anchor = middle < 0.2 ? "start" : middle > 0.8 ? "end" : "middle";
  const textOf = ({ role, times }: Part) =>
    role === "layers" ? say.barLayers(times) : role === "words" ? say.barWords : "";
  return html`
    <svg class="parameter-bar" role="img" aria-label=${name} width="100%" height="70">
      ${segments.map(
        ({ part, start, share }) => svg`
          <rect class=${colours[part.role] ?? "rest"} x=${at(start)} width=${at(share)} y="0" height="40" />
          ${
            share >= roomForName && textOf(part)
              ? svg`<text x=${at(start + share / 2)} y="25" text-anchor="middle">${textOf(part)}</text>`
              : nothing
          }
        `,
      )}
      <line x1=${at(middle)} x2=${at(middle)} y1="40" y2="50" />
      <text class="pointer" x=${at(middle)} y="64" text-anchor=${anchor}>${label}</text>
    </svg>
  `;
}
