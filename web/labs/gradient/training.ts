/** The whole training: lengths drawn from a histogram, and what each row of the table got of it. */

import { html, nothing } from "lit";
import type { RowUpdates } from "../../runtime/tinygpt-laboratories.js";
import type { Drawing } from "../chart.js";
import { grouped } from "../parts/amounts.js";
import { choices, slider, typed } from "../parts/controls.js";
import { chart } from "../parts/figure.js";
import { table } from "../parts/table.js";
import type { Context } from "./fields.js";
import { type Bar, tableRows } from "./lengths.js";
import type { GradientWords } from "./words.js";

/** The rows that are printed: every 64th, both sides of BERT's edge, and the last. */
const printedRows = [0, 63, 64, 127, 128, 192, 256, 320, 384, 448, tableRows - 1];

/** A number of steps, which need not be whole: one decimal, or one figure where that says nothing. */
export function stepsText(steps: number): string {
  if (steps > 0 && steps < 0.05) return String(Number(steps.toPrecision(1)));
  return grouped(Number(steps.toFixed(1)));
}

function histogram(bars: readonly Bar[], say: GradientWords): Drawing {
  return (plot) => ({
    height: 240,
    marginBottom: 42,
    marginLeft: 48,
    x: { label: say.histogramAxes[0], domain: [0, tableRows + 4], ticks: [0, 128, 256, 384, 512] },
    y: { label: say.histogramAxes[1], grid: true, ticks: 5 },
    marks: [
      bars.some(({ from, to }) => from < to)
        ? plot.rectY(bars, {
            x1: (bar: Bar) => bar.from - 1,
            x2: "to",
            y: "percent",
            fill: "var(--wpe-tint)",
            stroke: "var(--wpe)",
          })
        : plot.ruleX(bars, { x: "to", y: "percent", stroke: "var(--wpe)", strokeWidth: 5 }),
      plot.ruleY([0]),
    ],
  });
}

function updatesDrawing({ expected, simulated, steps }: RowUpdates, say: GradientWords): Drawing {
  const rows = Array.from(expected, (value, row) => ({ row, value }));
  const drawn = Array.from(simulated ?? [], (value, row) => ({ row, value }));
  return (plot) => ({
    height: 240,
    marginBottom: 42,
    marginLeft: 48,
    x: { label: say.updatesAxes[0], domain: [0, tableRows], ticks: [0, 128, 256, 384, tableRows - 1] },
    y: { label: say.updatesAxes[1], grid: true, domain: [0, steps], ticks: 5 },
    marks: [
      plot.lineY(rows, { x: "row", y: "value", stroke: "var(--wpe)", strokeWidth: 2.5 }),
      plot.dot(
        drawn.filter(({ row }) => row % 8 === 0 || row === tableRows - 1),
        { x: "row", y: "value", r: 2, fill: "var(--ink)" },
      ),
      plot.ruleY([0]),
    ],
  });
}

function histogramChart(context: Context, bars: readonly Bar[]) {
  const { words: say } = context;
  return chart(context, {
    name: say.histogram,
    caption: say.histogram,
    drawing: histogram(bars, say),
    numbers: table({
      caption: say.histogram,
      corner: say.histogramAxes[0],
      columns: [say.share],
      rows: bars.map((bar) => ({
        header: say.lengthsOf(bar),
        cells: [`${Number(bar.percent.toFixed(1))}\u00a0%`],
      })),
    }),
  });
}

function updatesChart(context: Context, updates: RowUpdates) {
  const { words: say } = context;
  return chart(context, {
    name: say.updates,
    caption: say.updatesCaption,
    drawing: updatesDrawing(updates, say),
    numbers: table({
      kind: "wpe",
      classes: "updates",
      caption: say.updates,
      corner: say.row,
      columns: say.updatesColumns,
      rows: printedRows.map((row) => ({
        header: String(row),
        cells: [stepsText(updates.expected[row]!), stepsText(updates.simulated![row]!)],
      })),
    }),
  });
}

export function training(
  context: Context,
  { bars, updates }: { bars: readonly Bar[]; updates: RowUpdates },
) {
  const { state, words: say } = context;
  return html`
    <section class="stack" aria-labelledby="training">
      <p class="part" id="training">${say.wholeTraining}</p>
      <p class="note prose">${say.trainingNote}</p>
      <p class="rule">E[p] = Σ M · (1 − P(T ≤ p)<sup>B</sup>)</p>
      ${choices(context, "mix", say.mix, say.mixes)}
      ${state.mix === "own"
        ? typed(context, "weights", say.weights, { hint: say.weightsHint })
        : nothing}
      <div class="controls">
        ${slider(context, "steps", say.steps)} ${slider(context, "batch", say.batchSize)}
        <button
          @click=${() => context.set({ seed: (state.seed + 1) % (context.fields.seed.max + 1) })}
        >
          ${say.drawAgain}
        </button>
      </div>
      <div class="side-by-side">
        ${histogramChart(context, bars)} ${updatesChart(context, updates)}
      </div>
    </section>
  `;
}
