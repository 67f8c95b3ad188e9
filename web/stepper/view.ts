/** What the stepper shows for a state, every number of it asked from the C++ core. */

import {
  type ElsewhereAnswer,
  type Embedding,
  IndexError,
  type Model,
  type TinyGpt,
} from "../runtime/tinygpt.js";
import { type Attempt, type ModelName, type State, stepIndex, type StepName } from "./state.js";

export type LookupTable = "wte" | "wpe";

export interface View {
  readonly model: Model;
  /** The sentence, or what the attempt of the last step makes of it. */
  readonly ids: readonly number[];
  readonly positionIds: readonly number[];
  /** The bad index that the last step tries, if the sentence has none of its own. */
  readonly attempt: Attempt | null;
  /** X0 and its operands, or the error that stood in the way. */
  readonly embedding: Embedding | null;
  readonly error: IndexError | null;
  /** Whether the step that is shown has come to the error. */
  readonly errorReached: boolean;
  readonly elsewhere: readonly ElsewhereAnswer[];
  /** How many columns are printed, and which is the first. */
  readonly firstColumn: number;
  readonly columnCount: number;
}

/** Wide models leave room for a strip beside their numbers. */
const printedColumns = (n_embd: number) => (n_embd > 8 ? 3 : Math.min(4, n_embd));

/** The models of one page, created when first shown. Their weights cost nothing until read. */
export class Models {
  readonly #models = new Map<ModelName, Model>();
  readonly #rows = new Map<string, Float32Array>();

  constructor(readonly runtime: TinyGpt) {}

  get(name: ModelName): Model {
    let model = this.#models.get(name);
    if (!model) {
      model = this.runtime.createModel(name);
      this.#models.set(name, model);
    }
    return model;
  }

  prefill(length: number): number[] {
    return Array.from(this.runtime.positionIds.prefill(length));
  }

  /** A row of a table, kept, since the same few are drawn again at every step. */
  row(name: ModelName, table: LookupTable, index: number): Float32Array {
    const key = `${name} ${table} ${index}`;
    let row = this.#rows.get(key);
    if (!row) {
      row = this.get(name).row(table, index);
      this.#rows.set(key, row);
    }
    return row;
  }
}

export function tableSize(model: Model, table: LookupTable): number {
  return table === "wte" ? model.config.vocab_size : model.config.n_positions;
}

/** The step at which a table is looked up. */
export function stepOfTable(table: string): StepName {
  return table === "wte" ? "wte" : "wpe";
}

/** The sentence repeated until it is one token longer than wpe has rows. */
function tooLong(ids: readonly number[], model: Model): number[] {
  const words = ids.length > 0 ? ids : [0];
  return Array.from(
    { length: model.config.n_positions + 1 },
    (_, place) => words[place % words.length]!,
  );
}

interface Sequences {
  readonly ids: readonly number[];
  readonly positionIds: readonly number[];
}

function ownSequences(state: State, models: Models): Sequences {
  return {
    ids: state.ids,
    positionIds: state.positionIds ?? models.prefill(state.ids.length),
  };
}

/** The last token asks for the index of the attempt; all others stay. */
function attemptedSequences(
  attempt: Attempt,
  own: Sequences,
  model: Model,
  models: Models,
): Sequences {
  if (attempt.kind === "too-long") {
    const ids = tooLong(own.ids, model);
    return { ids, positionIds: models.prefill(ids.length) };
  }
  const { ids, positionIds } = own.ids.length > 0 ? own : { ids: [0], positionIds: [0] };
  const last = ids.length - 1;
  return attempt.table === "wte"
    ? { ids: ids.with(last, attempt.index), positionIds }
    : { ids, positionIds: positionIds.with(last, attempt.index) };
}

function tryEmbed(model: Model, { ids, positionIds }: Sequences) {
  try {
    return { embedding: model.embed(ids, { positionIds }), error: null };
  } catch (error) {
    if (error instanceof IndexError) return { embedding: null, error };
    throw error;
  }
}

/** The last step always has something out of range to show: the row after wpe's last. */
function attemptOf(state: State, model: Model, ownError: IndexError | null): Attempt | null {
  if (state.step !== "range" || ownError) return null;
  return state.attempt ?? { kind: "index", table: "wpe", index: model.config.n_positions };
}

export function viewOf(state: State, models: Models): View {
  const model = models.get(state.model);
  const own = ownSequences(state, models);
  const ownResult = tryEmbed(model, own);
  const attempt = attemptOf(state, model, ownResult.error);
  const shown = attempt ? attemptedSequences(attempt, own, model, models) : own;
  const { embedding, error } = attempt ? tryEmbed(model, shown) : ownResult;
  const errorReached =
    error !== null && stepIndex(state.step) >= stepIndex(stepOfTable(error.table));
  const asked =
    attempt?.kind === "index"
      ? attempt
      : errorReached
        ? { table: error.table as LookupTable, index: error.index }
        : null;
  const columnCount = printedColumns(model.config.n_embd);
  return {
    model,
    ...shown,
    attempt,
    embedding,
    error,
    errorReached,
    elsewhere: asked ? model.elsewhere(asked.table, asked.index) : [],
    firstColumn: Math.min(state.firstColumn, model.config.n_embd - columnCount),
    columnCount,
  };
}

export interface Gap {
  readonly gap: true;
  readonly count: number;
}

/**
 * Which of `count` items to draw: all of a few; of many the first, the last and the neighbours
 * of those that matter, with gaps between.
 */
export function drawnItems(count: number, important: readonly number[]): (number | Gap)[] {
  const few = 12;
  const wanted = new Set<number>();
  if (count <= few) {
    for (let i = 0; i < count; i++) wanted.add(i);
  } else {
    for (const i of [0, 1, 2, 3, count - 2, count - 1]) wanted.add(i);
    for (const i of important) {
      for (const near of [i - 1, i, i + 1]) if (near >= 0 && near < count) wanted.add(near);
    }
  }
  return withGaps([...wanted].sort((a, b) => a - b), count);
}

/** The sorted numbers, with a gap where numbers between them, or up to `count`, are left out. */
export function withGaps(sorted: readonly number[], count: number): (number | Gap)[] {
  const items: (number | Gap)[] = [];
  let next = 0;
  for (const i of sorted) {
    if (i > next) items.push({ gap: true, count: i - next });
    items.push(i);
    next = i + 1;
  }
  if (count > next) items.push({ gap: true, count: count - next });
  return items;
}
