/** The same training twice: with a table that takes part in it, and with the sinusoidal one. */

import { html } from "lit";
import { fixed } from "../../stepper/numbers.js";
import type { Model } from "../../runtime/tinygpt-laboratories.js";
import type { Core } from "../lab.js";
import { slider } from "../parts/controls.js";
import { significant } from "../parts/numbers.js";
import { printedRow, table } from "../parts/table.js";
import type { Context, State } from "./fields.js";

/**
 * 猫 追 鱼, which the model did not learn: there is something to change. Its last word is only what
 * should come next, so rows 0 and 1 are fetched.
 */
const sentence = [0, 1, 4];
const learningRate = 0.1;

interface TrainedTable {
  readonly rows: readonly Float32Array[];
  /** For each row the largest change of a number; 0 where every bit is what it was. */
  readonly moved: readonly number[];
  /** Before the first step and after the last. */
  readonly losses: readonly [number, number];
}

export interface TrainingView {
  readonly show: "training";
  readonly steps: number;
  readonly words: string;
  readonly n_embd: number;
  /** wpe, a parameter. */
  readonly learned: TrainedTable;
  /** Sinusoidal, a buffer. */
  readonly sinusoidal: TrainedTable;
}

function rowsOf(model: Model): Float32Array[] {
  return Array.from({ length: model.config.n_positions }, (_, row) => model.row("wpe", row));
}

function changeOf(before: Float32Array, after: Float32Array): number {
  return before.reduce((most, value, c) => Math.max(most, Math.abs(after[c]! - value)), 0);
}

/** Leaves `start` as it is. */
function trained(
  start: Model,
  steps: number,
  fixedPositions: boolean,
  { runtime }: Core,
): TrainedTable {
  let model = start;
  for (let step = 0; step < steps; step++) {
    const next = runtime.trainStep(model, [sentence], { learningRate, fixedPositions });
    if (model !== start) model.dispose();
    model = next;
  }
  const [before, rows] = [rowsOf(start), rowsOf(model)];
  const lossOf = (each: Model) => runtime.gradients(each, [sentence]).loss;
  const losses = [lossOf(start), lossOf(model)] as const;
  if (model !== start) model.dispose();
  return { rows, moved: rows.map((row, r) => changeOf(before[r]!, row)), losses };
}

export function trainingView({ steps }: State, core: Core): TrainingView {
  const model = core.model("teaching");
  const { n_positions, n_embd } = model.config;
  const sinusoidal = core.runtime.withPositions(
    model,
    core.runtime.sinusoidal(n_positions, n_embd),
  );
  try {
    return {
      show: "training",
      steps,
      words: sentence.map((id) => model.vocabulary![id]).join(""),
      n_embd,
      learned: trained(model, steps, false, core),
      sinusoidal: trained(sinusoidal, steps, true, core),
    };
  } finally {
    sinusoidal.dispose();
  }
}

export function trainingPicture(context: Context, view: TrainingView) {
  const { words: say } = context;
  const { n_embd } = view;
  const drawn = (name: "learned" | "sinusoidal") => {
    const { rows, moved } = view[name];
    return table({
      kind: "wpe",
      caption: say.trainedTables[name],
      shape: [rows.length, n_embd],
      corner: say.row,
      columns: [...Array.from({ length: n_embd }, (_, c) => c), say.moved],
      rows: rows.map((row, r) => ({
        header: String(r),
        classes: moved[r]! > 0 ? "lit" : "",
        cells: [
          ...printedRow(row, 0, n_embd, 3),
          moved[r]! > 0 ? significant(moved[r]!, 2) : say.unmoved,
        ],
      })),
    });
  };
  return html`
    <div class="controls">${slider(context, "steps", say.steps)}</div>
    <div class="side-by-side">${drawn("learned")} ${drawn("sinusoidal")}</div>
    <p class="note">${say.trainingNote(view.words, fixed(learningRate, 1))}</p>
  `;
}
