/** A small model's forward pass, traced for the steps after X0, and kept while it is shown. */

import { type Cache, type ForwardResult, IndexError, type Model } from "../runtime/tinygpt.js";
import { type Loop, runLoop } from "./rounds.js";
import { type Offset, offsets } from "./state.js";
import type { View } from "./view.js";

const traced = [
  "q",
  "k",
  "v",
  "scores",
  "weights",
  "context",
  "attn_out",
  "residual",
  "mlp",
  "block",
  "logits",
  "probabilities",
];

export interface OffsetRun {
  readonly offset: Offset;
  readonly position: number;
  /** Probabilities of the next word, or the error where wpe has no such row. */
  readonly outcome: Float32Array | IndexError;
  /** Rows of K and V in the cache afterwards. */
  readonly cached: number;
}

export class Runs {
  #key = "";
  #result: ForwardResult | undefined;
  #offsets: readonly OffsetRun[] | undefined;
  #loop: { readonly promptLength: number; readonly loop: Loop } | undefined;

  /** Needs a sentence of at least one token and no index out of range. */
  forward(view: View): ForwardResult {
    this.#keepFor(view);
    return (this.#result ??= view.model.forward(view.ids, {
      positionIds: view.positionIds,
      logits: "all",
      trace: traced,
    }));
  }

  /** The last token computed alone, after the others in a cache, at a position off by -1, 0, 1. */
  offsets(view: View): readonly OffsetRun[] {
    this.#keepFor(view);
    return (this.#offsets ??= offsetRuns(view));
  }

  /** The sentence in rounds: so many ids at once, then one at a time. */
  loop(view: View, promptLength: number): Loop {
    const whole = this.forward(view).logits;
    if (this.#loop?.promptLength !== promptLength) {
      this.#loop = { promptLength, loop: runLoop(view, promptLength, whole) };
    }
    return this.#loop.loop;
  }

  #keepFor({ model, ids, positionIds }: View): void {
    const key = JSON.stringify([model.config, ids, positionIds]);
    if (key === this.#key) return;
    this.#key = key;
    this.#result = undefined;
    this.#offsets = undefined;
    this.#loop = undefined;
  }
}

function offsetRuns({ model, ids, positionIds }: View): OffsetRun[] {
  const past = ids.length - 1;
  const cache = model.createCache({ capacity: ids.length });
  try {
    if (past > 0) {
      model.forward(ids.slice(0, past), { cache, positionIds: positionIds.slice(0, past) });
    }
    return offsets.map((offset) => {
      const position = positionIds[past]! + offset;
      cache.truncate(past);
      const outcome = lastProbabilities(model, cache, ids[past]!, position);
      return { offset, position, outcome, cached: cache.length };
    });
  } finally {
    cache.dispose();
  }
}

function lastProbabilities(
  model: Model,
  cache: Cache,
  id: number,
  position: number,
): Float32Array | IndexError {
  const options = { cache, positionIds: [position], trace: ["probabilities"] };
  try {
    return model.forward([id], options).trace!["probabilities"]!.values;
  } catch (error) {
    if (error instanceof IndexError) return error;
    throw error;
  }
}

export function likeliest(values: Float32Array): number {
  return values.indexOf(Math.max(...values));
}
