/** Dot products of rows: the distance decides, the place does not. */

import { html } from "lit";
import { fixed } from "../../stepper/numbers.js";
import type { Core } from "../lab.js";
import { slider } from "../parts/controls.js";
import { chart } from "../parts/figure.js";
import { table } from "../parts/table.js";
import type { Context, State } from "./fields.js";

const d = 512;
const listed = [0, 1, 2, 10, 100, 1000, 2000];
/** Distances of the chart. */
const drawn = Array.from({ length: 201 }, (_, n) => n);

export interface DistanceView {
  readonly show: "distance";
  readonly pos: number;
  /** PE[start] · PE[start + distance], for start 0 and start pos. */
  readonly listed: readonly { distance: number; from0: number; fromPos: number }[];
  readonly drawn: readonly { distance: number; from0: number; fromPos: number }[];
  /** Between the two starts, over all distances shown. */
  readonly difference: number;
}

export function distanceView({ pos }: State, { runtime }: Core): DistanceView {
  const { values } = runtime.sinusoidal(pos + listed.at(-1)! + 1, d);
  const row = (position: number) => values.subarray(position * d, (position + 1) * d);
  const products = (start: number, distances: readonly number[]) => {
    const rows = new Float32Array((1 + distances.length) * d);
    [0, ...distances].forEach((distance, r) => rows.set(row(start + distance), r * d));
    const found = runtime.dotProducts({ values: rows, shape: [1 + distances.length, d] });
    return found.values.subarray(1, 1 + distances.length);
  };
  const both = (distances: readonly number[]) => {
    const [from0, fromPos] = [products(0, distances), products(pos, distances)];
    return distances.map((distance, n) => ({
      distance,
      from0: from0[n]!,
      fromPos: fromPos[n]!,
    }));
  };
  const view = { listed: both(listed), drawn: both(drawn) };
  const differences = [...view.listed, ...view.drawn].map((p) => Math.abs(p.from0 - p.fromPos));
  return { show: "distance", pos, ...view, difference: Math.max(...differences) };
}

export function distancePicture(context: Context, view: DistanceView) {
  const { words: say } = context;
  const { pos } = view;
  const columns = [html`PE[0] · PE[0 + k]`, html`PE[${pos}] · PE[${pos} + k]`];
  const rows = (points: DistanceView["listed"]) =>
    points.map(({ distance, from0, fromPos }) => ({
      header: String(distance),
      cells: [fixed(from0, 2), fixed(fromPos, 2)],
    }));
  return html`
    <div class="controls">${slider(context, "pos", say.start)}</div>
    <div class="side-by-side">
      ${table({
        kind: "wpe",
        caption: say.distanceTable(d),
        corner: "k",
        columns,
        rows: rows(view.listed),
      })}
      ${chart(context, {
        name: say.distanceName(pos),
        caption: say.distanceCaption(pos),
        drawing: (plot) => ({
          height: 260,
          marginTop: 24,
          marginBottom: 44,
          marginLeft: 44,
          x: { label: "k" },
          y: { label: say.product, zero: true },
          marks: [
            plot.ruleY([0], { stroke: "var(--rule)" }),
            plot.lineY(view.drawn, {
              x: "distance",
              y: "from0",
              stroke: "var(--wpe)",
              strokeWidth: 5,
            }),
            plot.lineY(view.drawn, {
              x: "distance",
              y: "fromPos",
              stroke: "var(--ink)",
              strokeWidth: 1.5,
              strokeDasharray: "5 3",
            }),
          ],
        }),
        numbers: table({
          kind: "wpe",
          caption: say.distanceTable(d),
          corner: "k",
          columns,
          rows: rows(view.drawn),
        }),
      })}
    </div>
  `;
}
