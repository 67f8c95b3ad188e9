/** RoPE: q and k are turned by their positions, and a score knows only the angle between them. */

import { html } from "lit";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import { fixed, operand } from "../../stepper/numbers.js";
import type { Core } from "../lab.js";
import { choices, slider } from "../parts/controls.js";
import { dial } from "../parts/dial.js";
import { significant } from "../parts/numbers.js";
import { largest } from "../parts/table.js";
import { type Context, phrase, type State } from "./fields.js";
import { at, change, pairTable, phraseWords, shiftTable, shifts } from "./pairs.js";

/** Columns of pair i. */
const pairColumns = {
  interleaved: [
    [0, 1],
    [2, 3],
  ],
  half: [
    [0, 2],
    [1, 3],
  ],
} as const;

interface Turned {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly score: Matrix;
}

export interface RopeView {
  readonly scheme: "rope";
  readonly words: readonly string[];
  readonly k: number;
  readonly layout: "interleaved" | "half";
  readonly frequencies: Float64Array;
  readonly listed: readonly Turned[];
  readonly now: Turned;
  /** Of any score, at any listed shift or at k. */
  readonly change: number;
}

/** The columns of both, one head's after the other's. */
function beside(a: Matrix, b: Matrix): Matrix {
  const [rows, width] = a.shape;
  const values = new Float32Array(2 * rows * width);
  for (let row = 0; row < rows; row++) {
    values.set(a.values.subarray(row * width, (row + 1) * width), 2 * row * width);
    values.set(b.values.subarray(row * width, (row + 1) * width), (2 * row + 1) * width);
  }
  return { values, shape: [rows, 2 * width] };
}

export function ropeView({ k, layout }: State, core: Core): RopeView {
  const { runtime } = core;
  const model = core.model("teaching");
  const { wte, shape } = model.embed(phrase);
  const [first, second] = [0, 1].map((head) =>
    runtime.headProjections(model, { values: wte, shape }, { layer: 0, head }),
  );
  const [q, keys] = [beside(first!.q, second!.q), beside(first!.k, second!.k)];
  const turned = (shift: number): Turned => {
    const positions = phrase.map((_, place) => place + shift);
    const [turnedQ, turnedK] = [q, keys].map((rows) => runtime.rope(rows, positions, { layout }));
    return { q: turnedQ!, k: turnedK!, score: runtime.scores(turnedQ!, turnedK!) };
  };
  const listed = shifts.map(turned);
  const now = turned(k);
  return {
    scheme: "rope",
    words: phraseWords(model.vocabulary!),
    k,
    layout,
    frequencies: runtime.sinusoidalFrequencies(q.shape[1]),
    listed,
    now,
    change: Math.max(...[...listed, now].map((t) => change(listed[0]!.score, t.score))),
  };
}

export function ropePicture(context: Context, view: RopeView) {
  const { words: say, state } = context;
  const { now, k } = view;
  const [m, n] = state.pair as [number, number];
  const [query, key] = [view.words[m]!, view.words[n]!];
  const columns = pairColumns[view.layout];
  const width = now.q.shape[1];
  const end = ({ values }: Matrix, row: number, [a, b]: readonly [number, number]) => ({
    x: values[row * width + a]!,
    y: values[row * width + b]!,
  });
  const ends = columns.map((pair) => ({ q: end(now.q, m, pair), k: end(now.k, n, pair) }));
  const products = ends.map((hands) => hands.q.x * hands.k.x + hands.q.y * hands.k.y);
  return html`
    <div class="controls">
      ${slider(context, "k", say.k, { most: 12 })}
      ${choices(context, "layout", say.layout, say.layouts)}
    </div>
    <ul class="dials">
      ${ends.map(
        (hands, i) => html`
          <li>
            ${dial({
              name: say.ropeDial(i, query, m + k, key, n + k, fixed(products[i]!, 3)),
              hands: [
                { ...hands.q, mark: "q" },
                { ...hands.k, mark: "k", classes: "other" },
              ],
              reach: Math.max(Math.hypot(hands.q.x, hands.q.y), Math.hypot(hands.k.x, hands.k.y)),
            })}
            ${say.columns(i, columns[i]!)}<br />ω = ${significant(view.frequencies[i]!)}<br />q · k =
            ${fixed(products[i]!, 3)}
          </li>
        `,
      )}
    </ul>
    <p class="note">${say.ropeCaption(query, m + k, key, n + k)}</p>
    <p class="rule">
      ${say.pairScore(query, key)} = (${fixed(products[0]!, 3)} +
      ${operand(fixed(products[1]!, 3))}) / √4 = <strong>${fixed(at(now.score, state.pair), 3)}</strong>
    </p>
    ${pairTable(context, view.words, {
      kind: "x0",
      caption: say.score,
      scores: now.score,
      limit: largest(now.score.values),
      chooses: true,
    })}
    ${shiftTable(context, say.shifts(query, key), [
      { header: say.score, values: view.listed.map(({ score }) => at(score, state.pair)), classes: "sum" },
    ])}
    <p class="note">${say.ropeNote}</p>
  `;
}
