/** T5: distances fall into buckets, and a bucket has one learned number for each head. */

import { html } from "lit";
import type { Core } from "../lab.js";
import { integer } from "../../stepper/numbers.js";
import { slider, toggle } from "../parts/controls.js";
import { chart } from "../parts/figure.js";
import { table } from "../parts/table.js";
import type { Context, State } from "./fields.js";

const farthest = 200;

export interface T5View {
  readonly scheme: "t5";
  readonly distance: number;
  readonly bucket: number;
  /** Every distance from -farthest to farthest. */
  readonly points: readonly { distance: number; bucket: number }[];
  /** Runs of distances that share a bucket, in order of distance. */
  readonly runs: readonly { bucket: number; from: number; to: number }[];
}

export function t5View({ bidirectional, distance }: State, { runtime }: Core): T5View {
  const distances = Array.from({ length: 2 * farthest + 1 }, (_, n) => n - farthest);
  const buckets = runtime.t5Bucket(distances, { bidirectional });
  const points = distances.map((each, n) => ({ distance: each, bucket: buckets[n]! }));
  const runs: { bucket: number; from: number; to: number }[] = [];
  for (const point of points) {
    const last = runs.at(-1);
    if (last?.bucket === point.bucket) last.to = point.distance;
    else runs.push({ bucket: point.bucket, from: point.distance, to: point.distance });
  }
  return {
    scheme: "t5",
    distance,
    bucket: runtime.t5Bucket(distance, { bidirectional }),
    points,
    runs,
  };
}

/** The distances that share the present one's bucket; the first and the last run have no end. */
export function ownRun({ runs, distance }: T5View) {
  const run = runs.find(({ from, to }) => from <= distance && distance <= to)!;
  return { ...run, isOpen: run === runs[0] || run === runs.at(-1) };
}

export function t5Picture(context: Context, view: T5View) {
  const { words: say } = context;
  const run = ownRun(view);
  return html`
    <div class="controls">
      ${slider(context, "distance", say.distance)}
      ${toggle(context, "bidirectional", say.bidirectional)}
    </div>
    ${chart(context, {
      name: say.t5Name,
      caption: say.t5Caption,
      drawing: (plot) => ({
        height: 260,
        marginTop: 24,
        marginBottom: 44,
        x: { label: say.distanceAxis },
        y: { label: say.bucket, domain: [0, 32] },
        marks: [
          plot.ruleX([view.distance], { stroke: "var(--wpe)", strokeWidth: 2 }),
          plot.lineY(view.points, {
            x: "distance",
            y: "bucket",
            curve: "step",
            stroke: "var(--ink)",
            strokeWidth: 1.5,
          }),
          plot.dot([view], {
            x: "distance",
            y: "bucket",
            fill: "var(--wpe-ink)",
            r: 5,
          }),
        ],
      }),
      numbers: table({
        kind: "wpe",
        caption: say.runs,
        corner: say.bucket,
        columns: [say.from, say.to],
        rows: view.runs.map(({ bucket, from, to }) => ({
          header: String(bucket),
          cells: [
            from === -farthest ? "−∞" : integer(from),
            to === farthest ? "∞" : integer(to),
          ],
          classes: run.from === from ? "lit" : "",
        })),
      }),
    })}
  `;
}
