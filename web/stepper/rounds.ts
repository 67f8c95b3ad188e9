/**
 * The loop with a KV cache: the prompt is read at once (prefill), then one token a round (decode),
 * with what the cache and the pass say of each round.
 */

import type { View } from "./view.js";

export interface Round {
  /** Rows of K and V that were there already, and rows that this round wrote. */
  readonly past: number;
  readonly written: number;
  /** Of the last token read, [number of logits]. */
  readonly logits: Float32Array;
  /** Against the same logits of the whole sentence in one pass without a cache. */
  readonly sameBits: boolean;
  readonly distance: number;
}

export interface Loop {
  readonly rounds: readonly Round[];
  /** [T, head size] of each head, as the rounds wrote them. */
  readonly keys: readonly Float32Array[];
  readonly values: readonly Float32Array[];
}

function largestDistance(a: Float32Array, b: Float32Array): number {
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i]!)), 0);
}

function haveSameBits(a: Float32Array, b: Float32Array): boolean {
  return a.every((value, i) => Object.is(value, b[i]));
}

/** `whole` holds the logits of every place, [T, number of logits]. */
export function runLoop(
  { model, ids, positionIds }: View,
  promptLength: number,
  whole: Float32Array,
): Loop {
  const { n_embd, n_head } = model.config;
  const size = n_embd / n_head;
  const matrices = () => Array.from({ length: n_head }, () => new Float32Array(ids.length * size));
  const [keys, values] = [matrices(), matrices()];
  const rounds: Round[] = [];
  const cache = model.createCache({ capacity: ids.length });
  try {
    for (let end = promptLength; end <= ids.length; end++) {
      const past = cache.length;
      const { logits, trace } = model.forward(ids.slice(past, end), {
        cache,
        positionIds: positionIds.slice(past, end),
        trace: ["h.0.k", "h.0.v"],
      });
      for (let head = 0; head < n_head; head++) {
        keys[head]!.set(trace![`h.0.k.${head}`]!.values, past * size);
        values[head]!.set(trace![`h.0.v.${head}`]!.values, past * size);
      }
      const same = whole.subarray((end - 1) * logits.length, end * logits.length);
      rounds.push({
        past,
        written: cache.length - past,
        logits,
        sameBits: haveSameBits(logits, same),
        distance: largestDistance(logits, same),
      });
    }
  } finally {
    cache.dispose();
  }
  return { rounds, keys, values };
}
