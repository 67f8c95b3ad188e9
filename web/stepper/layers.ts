/** All layers of GPT-2 small, run in a worker when the reader asks for them. */

import {
  type ForwardResult,
  loadTinyGpt,
  type Progress,
  type RemoteModel,
  type RemoteTinyGpt,
} from "../runtime/tinygpt.js";

export interface LayersResult {
  /** What was run: "ids / positions". */
  readonly about: string;
  readonly length: number;
  readonly milliseconds: number;
  /** The likeliest next tokens, best first. */
  readonly best: readonly { id: number; logit: number; probability: number }[];
  readonly layer: number;
  readonly head: number;
  /** [T, T] of that layer and head. */
  readonly weights: Float32Array;
}

export type LayersStatus =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly progress: Progress }
  | { readonly kind: "done"; readonly result: LayersResult }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly message: string };

interface Request {
  readonly about: string;
  readonly ids: readonly number[];
  readonly positionIds: readonly number[];
  readonly layer: number;
  readonly head: number;
}

const shownTokens = 10;

export class Layers {
  readonly #changed: () => void;
  #status: LayersStatus = { kind: "idle" };
  #runtime: RemoteTinyGpt | undefined;
  #model: RemoteModel | undefined;
  #abort: AbortController | undefined;

  /** `changed` is called whenever there is something new to draw. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get status(): LayersStatus {
    return this.#status;
  }

  async run(request: Request): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#say({ kind: "running", progress: { phase: "load", fraction: 0 } });
    try {
      this.#runtime ??= await loadTinyGpt({ worker: true });
      this.#model ??= await this.#runtime.createModel("gpt2-small");
      this.#say({ kind: "done", result: await this.#results(this.#model, request, abort.signal) });
    } catch (error) {
      // A newer run, or the end of it all, has the word.
      if (this.#abort !== abort) return;
      const { name, message } = error as Error;
      this.#say(name === "AbortError" ? { kind: "cancelled" } : { kind: "failed", message });
    }
  }

  cancel(): void {
    this.#abort?.abort();
  }

  /** Ends the worker; its memory returns. */
  release(): void {
    this.#abort = undefined;
    this.#runtime?.terminate();
    this.#runtime = undefined;
    this.#model = undefined;
    this.#status = { kind: "idle" };
  }

  async #results(
    model: RemoteModel,
    { about, ids, positionIds, layer, head }: Request,
    signal: AbortSignal,
  ): Promise<LayersResult> {
    // The time of the layers alone: loading, which comes first, is another thing.
    let started = performance.now();
    const onProgress = (progress: Progress) => {
      if (progress.phase === "load") started = performance.now();
      this.#say({ kind: "running", progress });
    };
    const name = `h.${layer}.weights.${head}`;
    const trace = [name, "probabilities"];
    const result = await model.forward(ids, { positionIds, signal, onProgress, trace });
    return {
      about,
      length: ids.length,
      milliseconds: performance.now() - started,
      best: bestOf(result),
      layer,
      head,
      weights: result.trace![name]!.values,
    };
  }

  #say(status: LayersStatus): void {
    this.#status = status;
    this.#changed();
  }
}

function bestOf({ logits, trace }: ForwardResult): LayersResult["best"] {
  const probabilities = trace!["probabilities"]!.values;
  return Array.from(logits.keys())
    .sort((a, b) => logits[b]! - logits[a]!)
    .slice(0, shownTokens)
    .map((id) => ({ id, logit: logits[id]!, probability: probabilities[id]! }));
}
