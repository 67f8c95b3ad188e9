import type { LabWords } from "../lab.js";
import type { ViewName } from "./fields.js";
import { en } from "./words_en.js";
import { zh } from "./words_zh.js";

/** What the comparison quotes from the core. */
export interface Facts {
  readonly rows: string;
  readonly last: string;
  readonly position: string;
  readonly error: string;
}

/** A point of comparison, the fixed table, the learned one. */
export type Point = readonly [string, string, string];

export interface SinusoidalWords extends LabWords {
  readonly show: string;
  readonly views: Readonly<Record<ViewName, string>>;
  readonly d: string;
  readonly pos: string;
  readonly i: string;
  readonly layouts: Readonly<Record<"interleaved" | "half", string>>;
  readonly layoutNote: string;

  readonly column: string;
  readonly heatName: (rows: number, columns: number) => string;
  readonly heatCaption: (sine: number, cosine: number) => string;
  readonly wavesName: (i: number) => string;
  readonly wavesCaption: (i: number, wavelength: string) => string;
  readonly pair: (i: number) => string;

  readonly clockName: (i: number, sin: string, cos: string) => string;
  readonly wavelength: (positions: string) => string;
  readonly turn: string;
  readonly clockCaption: (dots: number) => string;

  readonly k: string;
  readonly shiftName: (i: number, from: number, to: number, angle: string) => string;
  readonly turnedBy: (angle: string) => string;
  readonly shiftCaption: (from: number, to: number) => string;
  readonly shiftTable: string;
  readonly difference: string;
  readonly matrixSummary: (k: number) => string;
  readonly matrixNote: (k: number) => string;

  readonly start: string;
  readonly product: string;
  readonly distanceTable: (d: number) => string;
  readonly distanceName: (start: number) => string;
  readonly distanceCaption: (start: number) => string;

  readonly steps: string;
  readonly row: string;
  readonly moved: string;
  readonly unmoved: string;
  readonly trainedTables: Readonly<Record<"learned" | "sinusoidal", string>>;
  readonly trainingNote: (sentence: string, learningRate: string) => string;

  readonly comparison: string;
  readonly point: string;
  readonly fixedTable: string;
  readonly learnedTable: string;
  readonly points: (facts: Facts) => readonly Point[];

  readonly seen: {
    readonly formula: (i: number, frequency: string, pairs: number) => string;
    readonly waves: (i: number, wavelength: string, turns: string) => string;
    readonly clock: (pos: number, fastest: string, slowest: string) => string;
    readonly shift: (k: number, checked: number, difference: string) => string;
    readonly distance: (start: number, difference: string) => string;
    readonly training: (
      steps: number,
      moved: readonly number[],
      same: boolean,
      losses: readonly string[],
    ) => string;
    readonly compare: (percent: string) => string;
  };
}

export const words: { zh: SinusoidalWords; en: SinusoidalWords } = { zh, en };
