/** ALiBi: nothing is added to X0; a score loses a slope times the distance. */

import { html } from "lit";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import { fixed } from "../../stepper/numbers.js";
import type { Core } from "../lab.js";
import { slider } from "../parts/controls.js";
import { chart } from "../parts/figure.js";
import { significant } from "../parts/numbers.js";
import { largest, table } from "../parts/table.js";
import { type Context, phrase, type State } from "./fields.js";
import { pairTable, phraseWords } from "./pairs.js";

const length = 33;
/** How many of the steepest lines have their head beside them. */
const named = 4;
const listed = [0, 1, 2, 4, 8, 16, 32];

export interface AlibiView {
  readonly scheme: "alibi";
  readonly words: readonly string[];
  readonly slopes: Float32Array;
  /** [heads, length] */
  readonly bias: Matrix;
  /** The phrase's scores without positions, what head 0 of the model adds, and both. */
  readonly content: Matrix;
  readonly added: Matrix;
  readonly score: Matrix;
}

export function alibiView({ heads }: State, core: Core): AlibiView {
  const { runtime } = core;
  const model = core.model("teaching");
  const T = phrase.length;
  const content = runtime.scoreTerms(model, phrase, { layer: 0, head: 0 }).contentContent;
  const own = runtime.alibiBias(model.config.n_head, T).values;
  const added = Float32Array.from({ length: T * T }, (_, cell) => {
    const [query, key] = [Math.floor(cell / T), cell % T];
    return key <= query ? own[query - key]! : 0;
  });
  return {
    scheme: "alibi",
    words: phraseWords(model.vocabulary!),
    slopes: runtime.alibiSlopes(heads),
    bias: runtime.alibiBias(heads, length),
    content,
    added: { values: added, shape: [T, T] },
    score: { values: sumOf(core, content.values, added), shape: [T, T] },
  };
}

/** Of two matrices with as many rows as the phrase has words: what the core makes of two tables. */
function sumOf({ runtime }: Core, a: Float32Array, b: Float32Array): Float32Array {
  const rows = phrase.map((_, row) => row);
  const model = runtime.createModelFromTables({ n_embd: a.length / rows.length }, a, b);
  const sum = model.embed(rows).x0;
  model.dispose();
  return sum;
}

export function alibiPicture(context: Context, view: AlibiView) {
  const { words: say } = context;
  const { slopes, bias } = view;
  const heads = Array.from(slopes, (_, head) => head);
  const points = heads.flatMap((head) =>
    Array.from({ length }, (_, distance) => ({
      head,
      distance,
      bias: bias.values[head * length + distance]!,
    })),
  );
  const steepest = heads.toSorted((a, b) => slopes[b]! - slopes[a]!).slice(0, named);
  const limit = largest(view.content.values, view.score.values, view.added.values);
  const small = (caption: string, scores: Matrix) =>
    pairTable(context, view.words, { caption, scores, limit, causal: true });
  return html`
    <div class="controls">${slider(context, "heads", say.heads)}</div>
    ${chart(context, {
      name: say.alibiName(slopes.length),
      caption: say.alibiCaption,
      drawing: (plot) => ({
        height: 260,
        marginTop: 24,
        marginBottom: 44,
        marginRight: 60,
        x: { label: say.distanceBack },
        y: { label: say.bias },
        marks: [
          plot.ruleY([0], { stroke: "var(--rule)" }),
          plot.lineY(points, {
            x: "distance",
            y: "bias",
            z: "head",
            stroke: "var(--wpe-ink)",
            strokeWidth: 1.5,
          }),
          plot.text(
            points.filter(({ distance, head }) => distance === length - 1 && steepest.includes(head)),
            {
              x: "distance",
              y: "bias",
              text: ({ head }: { head: number }) => say.head(head),
              textAnchor: "start",
              dx: 5,
              fill: "var(--ink)",
            },
          ),
        ],
      }),
      numbers: table({
        kind: "wpe",
        caption: say.biasTable,
        corner: say.headCorner,
        columns: [say.slope, ...listed],
        rows: heads.map((head) => ({
          header: String(head),
          cells: [
            significant(slopes[head]!),
            ...listed.map((distance) => significant(bias.values[head * length + distance]!)),
          ],
        })),
      }),
    })}
    <div class="terms">
      ${small(say.terms.contentContent, view.content)}
      ${small(`+ ${say.biasOf}`, view.added)} ${small(`= ${say.score}`, view.score)}
    </div>
    <p class="note">${say.alibiNote(fixed(-view.added.values[phrase.length]!, 4))}</p>
  `;
}
