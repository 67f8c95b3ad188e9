/** What each way out of the limit makes of the reader's words, computed by the core. */

import { IndexError, type Matrix, type Model, type TinyGptLaboratories, type Window } from "../../runtime/tinygpt-laboratories.js";
import { type Language, languages } from "../../words/index.js";
import type { Core } from "../lab.js";
import type { LimitState } from "./fields.js";
import { wordsOf } from "./segments.js";
import { samples } from "./words.js";

/** A row around the end of the table: what it holds, or that there is none. */
export interface Probe {
  readonly index: number;
  readonly learned: Float32Array | IndexError;
  readonly formula: Float32Array;
}

export type Way =
  | { kind: "truncate"; kept: readonly number[]; dropped: number }
  | { kind: "windows"; windows: readonly Window[]; overlap: number; repeated: number; pairs: number; unseen: number }
  | RowsWay
  | GridWay;

export interface RowsWay {
  readonly kind: "rows";
  readonly before: Matrix;
  readonly after: Matrix;
  /** Where each new row lies among the old ones. */
  readonly sources: Float32Array;
  /** Neighbouring new rows that are the same to the bit. */
  readonly twins: readonly number[];
  /** The error that is left when the new table is still too short. */
  readonly error: IndexError | null;
}

export interface GridWay {
  readonly kind: "grid";
  readonly from: number;
  readonly to: number;
  readonly before: Matrix;
  readonly after: Matrix;
  /** What the core says when row 0 is taken for a patch. */
  readonly refused: string | null;
}

export interface Reading {
  readonly words: readonly string[];
  /** What the core answers to all the words at once. */
  readonly error: IndexError | null;
  readonly way: Way;
}

export interface LimitView {
  readonly n_embd: number;
  readonly rows: number;
  /** GPT-2's own table. */
  readonly published: readonly [number, number];
  readonly probes: readonly Probe[];
  readonly readings: Readonly<Record<Language, Reading>>;
  readonly texts: Readonly<Record<Language, string>>;
}

function caught(attempt: () => unknown): IndexError | null {
  try {
    attempt();
    return null;
  } catch (error) {
    if (error instanceof IndexError) return error;
    throw error;
  }
}

/** The error of looking up positions 0 to length - 1 in `table`, or none. */
function errorOf(runtime: TinyGptLaboratories, table: Matrix, length: number): IndexError | null {
  const n_embd = table.shape[1];
  const model = runtime.createModelFromTables({ n_embd }, new Float32Array(n_embd), table.values);
  try {
    return caught(() => model.embed(new Int32Array(length)));
  } finally {
    model.dispose();
  }
}

function firstRows(model: Model, rows: number, columns: number): Matrix {
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    values.set(model.row("wpe", row).subarray(0, columns), row * columns);
  }
  return { values, shape: [rows, columns] };
}

function rowOf({ values, shape: [, columns] }: Matrix, row: number): Float32Array {
  return values.subarray(row * columns, (row + 1) * columns);
}

/** The two rows before the end of the table and the two behind it. */
function probesOf(runtime: TinyGptLaboratories, table: Matrix): Probe[] {
  const [rows, n_embd] = table.shape;
  const model = runtime.createModelFromTables({ n_embd }, new Float32Array(n_embd), table.values);
  const formula = runtime.sinusoidal(rows + 2, n_embd);
  try {
    return [rows - 2, rows - 1, rows, rows + 1].map((index) => ({
      index,
      learned:
        caught(() => model.embed([0], { positionIds: [index] })) ?? model.row("wpe", index),
      formula: rowOf(formula, index),
    }));
  } finally {
    model.dispose();
  }
}

function windowsWay(runtime: TinyGptLaboratories, length: number, size: number, wanted: number): Way {
  const overlap = Math.min(wanted, size - 1);
  const windows = runtime.windows(length, size, overlap);
  let seen = 0;
  let end = 0;
  let repeated = 0;
  for (const window of windows) {
    // A word sees those before it in its window; what an earlier window held is counted already.
    for (let place = Math.max(window.start, end); place < window.end; place++) {
      seen += place - window.start;
    }
    repeated += Math.max(0, end - window.start);
    end = window.end;
  }
  const pairs = (length * (length - 1)) / 2;
  return { kind: "windows", windows, overlap, repeated, pairs, unseen: pairs - seen };
}

function rowsWay(runtime: TinyGptLaboratories, before: Matrix, length: number, state: LimitState): RowsWay {
  const [rows] = before.shape;
  const options = { mode: "linear", alignCorners: state.align } as const;
  const after = runtime.interpolate(before, state.target, options);
  const numbers = Float32Array.from({ length: rows }, (_, row) => row);
  const sources = runtime.interpolate({ values: numbers, shape: [rows, 1] }, state.target, options);
  const twins: number[] = [];
  for (let row = 1; row < state.target; row++) {
    const last = rowOf(after, row - 1);
    if (rowOf(after, row).every((value, c) => value === last[c])) twins.push(row);
  }
  const error = errorOf(runtime, after, length);
  return { kind: "rows", before, after, sources: sources.values, twins, error };
}

const gridSide = 4;

function gridWay(core: Core, state: LimitState): GridWay {
  const patches = gridSide * gridSide;
  const before = firstRows(core.model("gpt2-small"), patches + (state.class ? 1 : 0), 1);
  const options = {
    from: [gridSide, gridSide],
    to: [state.side, state.side],
    alignCorners: state.align,
  } as const;
  const after = core.runtime.interpolateGrid(before, { ...options, classToken: state.class });
  let refused: string | null = null;
  if (state.class) {
    try {
      core.runtime.interpolateGrid(before, { ...options, classToken: false });
    } catch (error) {
      refused = (error as Error).message;
    }
  }
  return { kind: "grid", from: gridSide, to: state.side, before, after, refused };
}

export function viewOf(state: LimitState, core: Core): LimitView {
  const { runtime } = core;
  const model = core.model("teaching");
  const { n_embd } = model.config;
  const table = firstRows(model, state.rows, n_embd);

  function wayOf(length: number): Way {
    switch (state.way) {
      case "truncate": {
        const places = Array.from({ length }, (_, place) => place);
        const policy = state.keep === "head" ? "keep-head" : "keep-tail";
        const { ids, dropped } = runtime.cropPrompt(places, state.rows, policy);
        return { kind: "truncate", kept: ids, dropped };
      }
      case "windows":
        return windowsWay(runtime, length, state.rows, state.overlap);
      case "rows":
        return rowsWay(runtime, table, length, state);
      case "grid":
        return gridWay(core, state);
    }
  }

  function readingOf(text: string): Reading {
    const words = wordsOf(text);
    return { words, error: errorOf(runtime, table, words.length), way: wayOf(words.length) };
  }

  function each<T>(make: (language: Language) => T): Record<Language, T> {
    return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
      Language,
      T
    >;
  }

  const texts = each((language) => state.text || samples[language]);
  const { config } = core.model("gpt2-small");
  return {
    n_embd,
    rows: state.rows,
    published: [config.n_positions, config.n_embd],
    probes: probesOf(runtime, table),
    readings: each((language) => readingOf(texts[language])),
    texts,
  };
}
