/** One model: its tables, and the network behind them once it is asked for. */

import { fail, oneOf, optionsObject, wholeNumber } from "./arguments.js";
import { type BoundModel, type BoundModule, unwrap } from "./bound.js";
import { disposeSymbol } from "./dispose.js";
import {
  forwardKeys,
  generateKeys,
  Network,
  type NetworkCache,
  runNow,
  type Steps,
} from "./network.js";
import { ModelStage, places } from "./stage.js";
import type {
  Cache,
  CacheOptions,
  ElsewhereAnswer,
  Embedding,
  EmbeddingStage,
  EmbedOptions,
  ForwardOptions,
  ForwardResult,
  GenerateOptions,
  Generation,
  Gpt2Config,
  Model,
  Precision,
} from "./types.js";

export class BoundModelFace implements Model {
  readonly config: Readonly<Gpt2Config>;
  readonly precision: Precision;
  readonly parameterCount: number;
  readonly vocabulary?: readonly string[];
  readonly logitIds?: readonly number[];
  readonly #module: BoundModule;
  readonly #network: Network;
  #bound: BoundModel | undefined;

  constructor(module: BoundModule, bound: BoundModel, precision: Precision = "float32") {
    this.#module = module;
    this.#bound = bound;
    this.precision = precision;
    this.config = Object.freeze(bound.config() as unknown as Gpt2Config);
    this.parameterCount = bound.parameterCount();
    const words = bound.vocabulary();
    if (words.length > 0) this.vocabulary = Object.freeze(words);
    const logitIds = Array.from(bound.logitIds());
    if (logitIds.length > 0) this.logitIds = Object.freeze(logitIds);
    this.#network = new Network(module, bound, this.config, precision);
  }

  get #live(): BoundModel {
    if (this.#bound === undefined) throw new Error("this model has been disposed");
    return this.#bound;
  }

  /** For calls of `module` that take a model. */
  boundIn(module: BoundModule): BoundModel {
    if (module !== this.#module) fail("model", "belongs to another runtime");
    return this.#live;
  }

  /** What its caches belong to. */
  get network(): Network {
    void this.#live;
    return this.#network;
  }

  embed(ids: ArrayLike<number>, options?: EmbedOptions): Embedding {
    const { idList, positionList, past } = places(ids, options);
    const parts = unwrap(
      positionList
        ? this.#live.embedAt(idList, positionList)
        : this.#live.embedAfter(idList, past),
    );
    return { ...parts, shape: [parts.ids.length, this.config.n_embd] };
  }

  createEmbeddingStage(): EmbeddingStage {
    void this.#live;
    return new ModelStage(new this.#module.EmbeddingStage(), () => this.#live, this.config.n_embd);
  }

  row(table: "wte" | "wpe", index: number): Float32Array {
    const name = oneOf("table", table, ["wte", "wpe"]);
    return unwrap(this.#live.row(name, wholeNumber("index", index)));
  }

  elsewhere(table: "wte" | "wpe", index: number): ElsewhereAnswer[] {
    const name = oneOf("table", table, ["wte", "wpe"]);
    return unwrap(this.#live.elsewhere(name, wholeNumber("index", index))) as ElsewhereAnswer[];
  }

  createCache(options?: CacheOptions): Cache {
    return runNow(this.createCacheSteps(options), {});
  }

  forward(ids: ArrayLike<number>, options?: ForwardOptions): ForwardResult {
    return runNow(
      this.forwardSteps(ids, options),
      optionsObject("options", options, forwardKeys),
    );
  }

  generate(ids: ArrayLike<number>, options: GenerateOptions): Generation {
    return runNow(
      this.generateSteps(ids, options),
      optionsObject("options", options, generateKeys),
    );
  }

  // ---- The same in steps, for the worker ------------------------------------------------------

  createCacheSteps(options?: CacheOptions): Steps<NetworkCache> {
    return this.network.createCacheSteps(options);
  }

  forwardSteps(ids: ArrayLike<number>, options?: ForwardOptions): Steps<ForwardResult> {
    return this.network.forward(ids, options);
  }

  generateSteps(ids: ArrayLike<number>, options: GenerateOptions): Steps<Generation> {
    return this.network.generate(ids, options);
  }

  dispose(): void {
    this.#network.dispose();
    this.#bound?.delete();
    this.#bound = undefined;
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}
