/** The teaching model's forward pass, traced for the steps after X0, and kept while it is shown. */

import type { ForwardResult, Model } from "../runtime/tinygpt.js";
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
  readonly offset: number;
  readonly position: number;
  /** Probabilities of the next word, or null where wpe has no such row. */
  readonly probabilities: Float32Array | null;
}

export class Runs {
  #key = "";
  #result: ForwardResult | undefined;
  #offsets: OffsetRun[] | undefined;

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

  #keepFor({ model, ids, positionIds }: View): void {
    const key = JSON.stringify([model.config, ids, positionIds]);
    if (key === this.#key) return;
    this.#key = key;
    this.#result = undefined;
    this.#offsets = undefined;
  }
}

function offsetRuns({ model, ids, positionIds }: View): OffsetRun[] {
  const past = ids.length - 1;
  const cache = model.createCache({ capacity: ids.length });
  try {
    if (past > 0) {
      model.forward(ids.slice(0, past), { cache, positionIds: positionIds.slice(0, past) });
    }
    return [-1, 0, 1].map((offset) => {
      const position = positionIds[past]! + offset;
      cache.truncate(past);
      return { offset, position, probabilities: lastProbabilities(model, ids[past]!, position) };
    });
  } finally {
    cache.dispose();
  }

  function lastProbabilities(from: Model, id: number, position: number): Float32Array | null {
    if (position < 0 || position >= from.config.n_positions) return null;
    const options = { cache, positionIds: [position], trace: ["probabilities"] };
    return from.forward([id], options).trace!["probabilities"]!.values;
  }
}

export function likeliest(probabilities: Float32Array): number {
  return probabilities.indexOf(Math.max(...probabilities));
}
