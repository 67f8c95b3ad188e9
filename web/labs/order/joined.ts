/** Two sentences one above the other, each word joined with itself. */

import { svg } from "lit";
import type { OrderView, Pair } from "./lab.js";
import type { OrderWords } from "./words.js";

const [step, cell, word] = [104, 20, 22];
/** From top to bottom: word, its strip, a sign, the join, the other strip, the other word. */
const y = { word: 20, strip: 30, sign: 64, join: 78, otherStrip: 150, otherWord: 194 };

function strip(values: Float32Array, x: number, top: number, limit: number) {
  return Array.from(values, (value, c) => {
    const strength = limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
    return svg`<rect
      class=${value < 0 ? "below" : "above"}
      x=${x + c * cell} y=${top} width=${cell} height=${cell} fill-opacity=${strength}
    />
    <rect class="edge" x=${x + c * cell} y=${top} width=${cell} height=${cell} />`;
  });
}

export function joined({ sentences, pairs, limit }: OrderView, say: OrderWords) {
  const width = step * pairs.length;
  const columns = pairs[0]!.read[0].length;
  const left = (place: number) => place * step + (step - columns * cell) / 2;
  const middle = (place: number) => place * step + step / 2;
  const line = ({ places: [from, to], isSame }: Pair) => {
    const kind = isSame ? "same" : "other";
    return svg`
      <text class=${kind} font-size=${word} x=${middle(from)} y=${y.sign + 7}>
        ${isSame ? "=" : "≠"}
      </text>
      <line
        class=${kind}
        x1=${middle(from)} y1=${y.join} x2=${middle(to)} y2=${y.otherStrip - 2}
      />
    `;
  };
  return svg`
    <svg
      class="joined"
      viewBox="0 0 ${width} ${y.otherWord + 8}"
      width=${width}
      role="img"
      aria-label=${say.picture(
        sentences[0].words.join(""),
        sentences[1].words.join(""),
        pairs.filter(({ isSame }) => isSame).length,
        pairs.length,
      )}
    >
      ${pairs.map(
        ({ word: name, places: [from, to], read }) => svg`
          <text font-size=${word} x=${middle(from)} y=${y.word}>${name}</text>
          ${strip(read[0], left(from), y.strip, limit)}
          ${strip(read[1], left(to), y.otherStrip, limit)}
          <text font-size=${word} x=${middle(to)} y=${y.otherWord}>${name}</text>
        `,
      )}
      ${pairs.map(line)}
    </svg>
  `;
}
