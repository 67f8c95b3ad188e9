/** A dial: hands that start at twelve o'clock and turn clockwise, so that (sin, cos) is (x, y). */

import { nothing, svg, type SVGTemplateResult } from "lit";

export interface Hand {
  /** To the right. */
  readonly x: number;
  /** Upwards. */
  readonly y: number;
  readonly classes?: string;
  /** Printed at the tip. */
  readonly mark?: string;
}

export interface Dial {
  /** What is to be seen, for those who do not see it. */
  readonly name: string;
  readonly hands: readonly Hand[];
  /** Earlier ends of the hand. */
  readonly dots?: readonly { readonly x: number; readonly y: number }[];
  /** How far out the rim lies; hands are drawn to the same scale. Default 1. */
  readonly reach?: number;
}

const radius = 40;

function drawnHand({ x, y, classes = "", mark }: Hand, scale: number): SVGTemplateResult {
  const length = Math.hypot(x, y);
  const label = length > 0 ? scale + 11 / length : 0;
  return svg`
    <line class="hand ${classes}" x1="0" y1="0" x2=${x * scale} y2=${-y * scale} />
    <circle class="tip ${classes}" cx=${x * scale} cy=${-y * scale} r="3" />
    ${mark ? svg`<text class="mark ${classes}" x=${x * label} y=${-y * label + 4}>${mark}</text>` : nothing}
  `;
}

export function dial({ name, hands, dots = [], reach = 1 }: Dial) {
  const scale = radius / reach;
  return svg`
    <svg class="dial" viewBox="-58 -58 116 116" role="img" aria-label=${name}>
      <circle class="rim" r=${radius} />
      <line class="twelve" x1="0" y1=${-radius} x2="0" y2=${6 - radius} />
      ${dots.map(({ x, y }) => svg`<circle class="trace" cx=${x * scale} cy=${-y * scale} r="2" />`)}
      ${hands.map((hand) => drawnHand(hand, scale))}
    </svg>
  `;
}
