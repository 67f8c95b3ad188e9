/** How long the texts of a training are: histograms, and what they make of a table's rows. */

import type { TrainingPhase } from "../../runtime/tinygpt-laboratories.js";

/** BERT's table. */
export const tableRows = 512;
export const bins = 8;
export const binWidth = tableRows / bins;

export const mixes = ["short", "uniform", "phases", "own"] as const;
export type Mix = (typeof mixes)[number];

export const shortWeights = [40, 25, 14, 8, 5, 4, 3, 1];
const evenWeights = Array.from({ length: bins }, () => 1);

/** Of the texts, `percent` have `from` to `to` tokens, all lengths between equally often. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly percent: number;
}

/** Devlin et al. 2018, arXiv 1810.04805, appendix A.2: 90 % of the steps at 128, the rest at 512. */
const bertBars: readonly Bar[] = [
  { from: 128, to: 128, percent: 90 },
  { from: 512, to: 512, percent: 10 },
];

export function barsOf(mix: Mix, own: readonly number[]): readonly Bar[] {
  if (mix === "phases") return bertBars;
  const weights = { short: shortWeights, uniform: evenWeights, own }[mix];
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight, bin) => ({
    from: bin * binWidth + 1,
    to: (bin + 1) * binWidth,
    percent: (100 * weight) / sum,
  }));
}

/** One phase that draws from all bars; for BERT, one after another with a fixed length each. */
export function phasesOf(mix: Mix, bars: readonly Bar[], steps: number, batch: number): TrainingPhase[] {
  if (mix === "phases") {
    const early = Math.round((steps * bars[0]!.percent) / 100);
    return [early, steps - early].map((part, at) => ({
      steps: part,
      batch,
      lengths: [bars[at]!.to],
      weights: [1],
    }));
  }
  const lengths = Array.from({ length: tableRows }, (_, at) => at + 1);
  const weights = lengths.map((length) => bars[Math.floor((length - 1) / binWidth)]!.percent);
  return [{ steps, batch, lengths, weights }];
}
