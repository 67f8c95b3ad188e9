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

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One pair of columns of the chosen query and key, and their part of the dot product. */
interface Hands {
  readonly columns: readonly [number, number];
  readonly q: Point;
  readonly k: Point;
  readonly product: number;
}

export interface RopeView {
  readonly scheme: "rope";
  readonly words: readonly string[];
  readonly k: number;
  readonly layout: "interleaved" | "half";
  readonly frequencies: Float64Array;
  readonly listed: readonly Turned[];
  readonly now: Turned;
  readonly hands: readonly Hands[];
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

function handsOf(
  { q, k }: Turned,
  [m, n]: readonly number[],
  columns: Hands["columns"],
  core: Core,
): Hands {
  const width = q.shape[1];
  const pointOf = ({ values }: Matrix, row: number) => columns.map((c) => values[row * width + c]!);
  const [a, b] = [pointOf(q, m!), pointOf(k, n!)];
  const products = core.runtime.dotProducts({ values: Float32Array.of(...a, ...b), shape: [2, 2] });
  return {
    columns,
    q: { x: a[0]!, y: a[1]! },
    k: { x: b[0]!, y: b[1]! },
    product: products.values[1]!,
  };
}

export function ropeView({ k, layout, pair }: State, core: Core): RopeView {
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
    hands: pairColumns[layout].map((columns) => handsOf(now, pair, columns, core)),
    change: Math.max(...[...listed, now].map((t) => change(listed[0]!.score, t.score))),
  };
}

export function ropePicture(context: Context, view: RopeView) {
  const { words: say, state } = context;
  const { now, k, hands } = view;
  const [m, n] = state.pair as [number, number];
  const [query, key] = [view.words[m]!, view.words[n]!];
  return html`
    <div class="controls">
      ${slider(context, "k", say.k, { most: 12 })}
      ${choices(context, "layout", say.layout, say.layouts)}
    </div>
    <ul class="dials">
      ${hands.map(
        ({ columns, q, k: keys, product }, i) => html`
          <li>
            ${dial({
              name: say.ropeDial(i, query, m + k, key, n + k, fixed(product, 3)),
              hands: [
                { ...q, mark: "q" },
                { ...keys, mark: "k", classes: "other" },
              ],
              reach: Math.max(Math.hypot(q.x, q.y), Math.hypot(keys.x, keys.y)),
            })}
            ${say.columns(i, columns)}<br />ω = ${significant(view.frequencies[i]!)}<br />q · k =
            ${fixed(product, 3)}
          </li>
        `,
      )}
    </ul>
    <p class="note">${say.ropeCaption(query, m + k, key, n + k)}</p>
    <p class="rule">
      ${say.pairScore(query, key)} = (${fixed(hands[0]!.product, 3)} +
      ${operand(fixed(hands[1]!.product, 3))}) / √4 = <strong>${fixed(at(now.score, state.pair), 3)}</strong>
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
