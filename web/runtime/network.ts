/** Weights in memory and what runs on them: caches, forward passes, generation. */

import {
  count,
  fail,
  float32Array,
  oneOf,
  optionsObject,
  seedHalves,
  wholeNumbers,
} from "./arguments.js";
import {
  type BoundCache,
  type BoundModel,
  type BoundModule,
  type BoundNetwork,
  type BoundPass,
  type BoundSampler,
  type PassRequest,
  unwrap,
} from "./bound.js";
import { disposeSymbol } from "./dispose.js";
import { croppedPrompt } from "./prompt.js";
import type {
  Cache,
  CacheOptions,
  ForwardOptions,
  ForwardResult,
  GenerateOptions,
  Generation,
  Gpt2Config,
  Precision,
  Progress,
} from "./types.js";

export class NetworkCache implements Cache {
  #bound: BoundCache | undefined;
  /** Whose keys and values it holds. */
  readonly owner: Network;

  constructor(bound: BoundCache, owner: Network) {
    this.#bound = bound;
    this.owner = owner;
  }

  get bound(): BoundCache {
    if (this.#bound === undefined) throw new Error("this cache has been disposed");
    return this.#bound;
  }

  get capacity(): number {
    return this.bound.capacity();
  }

  get batch(): number {
    return this.bound.batch();
  }

  get length(): number {
    return this.bound.length(0);
  }

  get lengths(): readonly number[] {
    return Array.from({ length: this.batch }, (_, sequence) => this.bound.length(sequence));
  }

  truncate(length: number, sequence = 0): void {
    const bound = this.bound;
    const places = count("length", length);
    unwrap(bound.truncate(places, sequenceOf(bound, sequence)));
  }

  reset(): void {
    this.bound.reset();
  }

  dispose(): void {
    this.#bound?.delete();
    this.#bound = undefined;
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

function sequenceOf(cache: BoundCache, sequence: unknown): number {
  const number = count("sequence", sequence);
  if (number >= cache.batch()) {
    fail("sequence", `${number} is not one of the cache's ${cache.batch()}, from 0`);
  }
  return number;
}

function numberWithin(argument: string, value: unknown, low: number, high: number): number {
  if (typeof value !== "number" || !(value >= low && value <= high && Number.isFinite(value))) {
    fail(argument, `${String(value)} is not a number from ${low} to ${high}`);
  }
  return value;
}

function shareAbove0(topP: unknown): number {
  if (topP === 0) fail("topP", "0 would leave nothing; a number above 0, at most 1, is needed");
  return numberWithin("topP", topP, 0, 1);
}

function requireLogits(into: unknown, [rows, columns]: [number, number]): void {
  const { length } = float32Array("into", into);
  if (length !== rows * columns) {
    fail("into", `has ${length} numbers where there are ${rows} x ${columns} logits`);
  }
}

const runKeys = ["onProgress", "signal"] as const;

export const forwardKeys = [
  ...runKeys,
  "cache",
  "sequence",
  "positionIds",
  "attentionMask",
  "pairMask",
  "logits",
  "into",
  "trace",
] as const;

export const generateKeys = [
  ...runKeys,
  "maxNewTokens",
  "temperature",
  "topK",
  "topP",
  "seed",
  "stopIds",
  "overflow",
  "onToken",
] as const;

/** Work in steps. Each yields how far it is; whoever drives it may stop between two. */
export type Steps<T> = Generator<Progress, T>;

/** Drives steps to their end at once. */
export function runNow<T>(
  steps: Steps<T>,
  options: { onProgress?: (progress: Progress) => void; signal?: AbortSignal },
): T {
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const next = steps.next();
      if (next.done) return next.value;
      options.onProgress?.(next.value);
    }
  } finally {
    // Lets go of a pass that was stopped halfway.
    steps.return(undefined as T);
  }
}

export class Network {
  readonly #module: BoundModule;
  readonly #model: BoundModel;
  readonly #config: Readonly<Gpt2Config>;
  readonly #precision: Precision;
  #bound: BoundNetwork | undefined;

  constructor(
    module: BoundModule,
    model: BoundModel,
    config: Readonly<Gpt2Config>,
    precision: Precision,
  ) {
    this.#module = module;
    this.#model = model;
    this.#config = config;
    this.#precision = precision;
  }

  *load(): Steps<BoundNetwork> {
    if (this.#bound) return this.#bound;
    const loading = unwrap(this.#module.startLoading(this.#model, this.#precision === "int8"));
    try {
      while (unwrap(loading.step())) yield { phase: "load", fraction: loading.fraction() };
      this.#bound = unwrap(loading.take());
      return this.#bound;
    } finally {
      loading.delete();
    }
  }

  *createCacheSteps(options?: CacheOptions): Steps<NetworkCache> {
    const { capacity = this.#config.n_positions, batch = 1 } = optionsObject("options", options, [
      "capacity",
      "batch",
    ]);
    const places = count("capacity", capacity);
    const sequences = count("batch", batch);
    const network = yield* this.load();
    return new NetworkCache(unwrap(network.createCache(places, sequences)), this);
  }

  *forward(ids: ArrayLike<number>, options?: ForwardOptions): Steps<ForwardResult> {
    const given = optionsObject("options", options, forwardKeys);
    const { cache, sequence = 0, positionIds, attentionMask, pairMask, logits = "last" } = given;
    const { into, trace } = given;
    const list = (argument: string, values: ArrayLike<number> | undefined) =>
      values === undefined ? undefined : wholeNumbers(argument, values);
    if (cache !== undefined && !(cache instanceof NetworkCache)) {
      fail("cache", "must be what createCache returned");
    }
    // Another model's keys would give numbers, and wrong ones.
    if (cache !== undefined && cache.owner !== this) fail("cache", "was made by another model");
    const request: PassRequest = {
      ids: wholeNumbers("ids", ids),
      sequence: cache ? sequenceOf(cache.bound, sequence) : 0,
      positionIds: list("positionIds", positionIds),
      attentionMask: list("attentionMask", attentionMask),
      pairMask: list("pairMask", pairMask),
      all: oneOf("logits", logits, ["last", "all"]) === "all",
      trace: trace === undefined ? undefined : traceNames(trace),
    };
    const shape: [number, number] = [request.all ? request.ids.length : 1, this.#logitCount()];
    if (into !== undefined) requireLogits(into, shape);
    const own = cache
      ? undefined
      : yield* this.createCacheSteps({ capacity: Math.max(1, request.ids.length) });
    try {
      const { bound } = cache ?? own!;
      const past = bound.length(request.sequence);
      const pass = yield* this.#run(bound, request);
      try {
        if (into !== undefined) requireLogits(into, shape);
        const result: ForwardResult = { logits: pass.logits(into), shape };
        if (request.trace) {
          result.trace = Object.fromEntries(
            pass.trace().map((record) => [
              record.name,
              { values: record.values, shape: [record.rows, record.columns] },
            ]),
          );
        }
        return result;
      } catch (error) {
        // `into` was given away while the pass ran.
        unwrap(bound.truncate(past, request.sequence));
        throw error;
      } finally {
        pass.delete();
      }
    } finally {
      own?.dispose();
    }
  }

  /** Runs a pass to its end; who gets it deletes it. */
  *#run(cache: BoundCache, request: PassRequest): Steps<BoundPass> {
    const network = yield* this.load();
    const pass = unwrap(this.#module.startPass(network, cache, request));
    let isDone = false;
    try {
      while (unwrap(pass.step())) yield { phase: "run", fraction: pass.fraction() };
      isDone = true;
      return pass;
    } finally {
      if (!isDone) pass.delete();
    }
  }

  *generate(ids: ArrayLike<number>, options: GenerateOptions): Steps<Generation> {
    const {
      maxNewTokens,
      temperature = 0,
      topK = 0,
      topP = 1,
      seed = 0,
      stopIds = [],
      overflow = "error",
      onToken,
    } = optionsObject("options", options, generateKeys);
    const most = count("maxNewTokens", maxNewTokens);
    const { high, low } = seedHalves(seed);
    const stops = wholeNumbers("stopIds", stopIds);
    const crop = oneOf("overflow", overflow, ["error", "keep-head", "keep-tail"]);
    const prompt = wholeNumbers("ids", ids);
    const kept = croppedPrompt(this.#module, prompt, this.#config.n_positions, crop);
    const sampler = unwrap(
      this.#module.createSampler(
        numberWithin("temperature", temperature, 0, Infinity),
        count("topK", topK),
        shareAbove0(topP),
        high,
        low,
      ),
    );
    const capacity = Math.min(this.#config.n_positions, kept.length + most);
    let cache: NetworkCache | undefined;
    try {
      cache = yield* this.createCacheSteps({ capacity: Math.max(1, capacity) });
      const newIds: number[] = [];
      let ended: Generation["ended"] = "length";
      let next: Float64Array = kept;
      while (newIds.length < most) {
        if (cache.length + next.length > this.#config.n_positions && newIds.length > 0) {
          ended = "full";
          break;
        }
        const id = this.#idOfLogit(yield* this.#choose(sampler, cache.bound, next));
        newIds.push(id);
        onToken?.(id);
        if (stops.includes(id)) {
          ended = "stop";
          break;
        }
        next = Float64Array.of(id);
      }
      return {
        newIds: Int32Array.from(newIds),
        ended,
        dropped: prompt.length - kept.length,
      };
    } finally {
      cache?.dispose();
      sampler.delete();
    }
  }

  /** The logit that the sampler chooses after `ids`. */
  *#choose(sampler: BoundSampler, cache: BoundCache, ids: Float64Array): Steps<number> {
    const pass = yield* this.#run(cache, {
      ids,
      sequence: 0,
      positionIds: undefined,
      attentionMask: undefined,
      pairMask: undefined,
      all: false,
      trace: undefined,
    });
    try {
      return unwrap(sampler.next(pass));
    } finally {
      pass.delete();
    }
  }

  #logitCount(): number {
    return this.#model.logitIds().length || this.#config.vocab_size;
  }

  #idOfLogit(logit: number): number {
    const ids = this.#model.logitIds();
    return ids.length === 0 ? logit : ids[logit]!;
  }

  dispose(): void {
    this.#bound?.delete();
    this.#bound = undefined;
  }
}

function traceNames(names: unknown): string[] {
  if (!Array.isArray(names) || names.some((name) => typeof name !== "string")) {
    fail("trace", "must be an array of names");
  }
  return [...names];
}
