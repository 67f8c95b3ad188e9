/** Weights in memory and what runs on them: caches, forward passes, generation. */

import {
  abortSignal,
  callback,
  count,
  fail,
  finiteNumber,
  float32Array,
  listOf,
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
  /** A pass counts on the places that it found; what it calls back may want to change them. */
  isBeingWritten = false;
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

  /** For calls that change what it holds. */
  get writable(): BoundCache {
    if (this.isBeingWritten) {
      throw new Error("this cache is being written by a call that has not ended");
    }
    return this.bound;
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
    const bound = this.writable;
    const places = count("length", length);
    unwrap(bound.truncate(places, sequenceOf(bound.batch(), sequence)));
  }

  reset(): void {
    this.writable.reset();
  }

  dispose(): void {
    this.#bound?.delete();
    this.#bound = undefined;
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

function sequenceOf(batch: number, sequence: unknown): number {
  const number = count("sequence", sequence);
  if (number >= batch) fail("sequence", `${number} is not one of the cache's ${batch}, from 0`);
  return number;
}

function onlySequence(sequence: unknown): number {
  const number = count("sequence", sequence);
  if (number > 0) fail("sequence", `${number} needs a cache that has as many; there is none`);
  return number;
}

/** The core takes a list without entries for one that is not given. */
function refuseEmpty(argument: string, list: Float64Array | undefined, needed: number): void {
  if (list?.length === 0) fail(argument, `has 0 entries where ${needed} are needed`);
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

/** What the caller hears of a call, and how the caller ends it; checked before anything is done. */
export interface Listeners {
  onProgress?: ((progress: Progress) => void) | undefined;
  onToken?: ((id: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export function checkedListeners({ onProgress, onToken, signal }: Listeners): Listeners {
  return {
    onProgress: callback("onProgress", onProgress),
    onToken: callback("onToken", onToken),
    signal: abortSignal("signal", signal),
  };
}

/** Drives steps to their end at once. */
export function runNow<T>(steps: Steps<T>, listeners: Listeners): T {
  const { onProgress, signal } = checkedListeners(listeners);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = steps.next();
      if (next.done) return next.value;
      onProgress?.(next.value);
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
  #isDisposed = false;
  /** Loading and running write memory that is there once; who is called back may ask for either. */
  #isAtWork = false;

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

  get #live(): BoundModel {
    if (this.#isDisposed) throw new Error("this model has been disposed");
    return this.#model;
  }

  *#alone<T>(work: Steps<T>): Steps<T> {
    if (this.#isAtWork) {
      throw new Error("this model is at work for a call that has not ended; call it after that one");
    }
    this.#isAtWork = true;
    try {
      return yield* work;
    } finally {
      this.#isAtWork = false;
    }
  }

  *load(): Steps<BoundNetwork> {
    void this.#live;
    return this.#bound ?? (yield* this.#alone(this.#loadAlone()));
  }

  *#loadAlone(): Steps<BoundNetwork> {
    const loading = unwrap(this.#module.startLoading(this.#live, this.#precision === "int8"));
    try {
      while (unwrap(loading.step())) {
        yield { phase: "load", fraction: loading.fraction() };
        void this.#live;
      }
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
      sequence: cache ? sequenceOf(cache.writable.batch(), sequence) : onlySequence(sequence),
      positionIds: list("positionIds", positionIds),
      attentionMask: list("attentionMask", attentionMask),
      pairMask: list("pairMask", pairMask),
      all: oneOf("logits", logits, ["last", "all"]) === "all",
      trace: trace === undefined ? undefined : listOf("trace", trace, traceName),
    };
    requireLengths(request, cache ? cache.bound.length(request.sequence) : 0);
    const shape: [number, number] = [request.all ? request.ids.length : 1, this.#logitCount()];
    if (into !== undefined) requireLogits(into, shape);
    const own = cache
      ? undefined
      : yield* this.createCacheSteps({ capacity: Math.max(1, request.ids.length) });
    try {
      return yield* this.#run(cache ?? own!, request, (pass) => {
        // It may have been given away while the pass ran.
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
      });
    } finally {
      own?.dispose();
    }
  }

  /** Runs a pass to its end, and gives what `take` takes from it. */
  *#run<T>(cache: NetworkCache, request: PassRequest, take: (pass: BoundPass) => T): Steps<T> {
    const network = yield* this.load();
    return yield* this.#alone(this.#runAlone(network, cache, request, take));
  }

  *#runAlone<T>(
    network: BoundNetwork,
    cache: NetworkCache,
    request: PassRequest,
    take: (pass: BoundPass) => T,
  ): Steps<T> {
    const bound = cache.writable;
    const past = bound.length(request.sequence);
    const pass = unwrap(this.#module.startPass(network, bound, request));
    cache.isBeingWritten = true;
    try {
      while (unwrap(pass.step())) {
        yield { phase: "run", fraction: pass.fraction() };
        void this.#live;
        void cache.bound;
      }
      try {
        return take(pass);
      } catch (error) {
        unwrap(bound.truncate(past, request.sequence));
        throw error;
      }
    } finally {
      pass.delete();
      cache.isBeingWritten = false;
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
      ...listeners
    } = optionsObject("options", options, generateKeys);
    const { onToken } = checkedListeners(listeners);
    const most = count("maxNewTokens", maxNewTokens);
    const { high, low } = seedHalves(seed);
    const stops = wholeNumbers("stopIds", stopIds);
    const crop = oneOf("overflow", overflow, ["error", "keep-head", "keep-tail"]);
    const prompt = wholeNumbers("ids", ids);
    const kept = croppedPrompt(this.#module, prompt, this.#config.n_positions, crop);
    const sampler = unwrap(
      this.#module.createSampler(
        finiteNumber("temperature", temperature, "a finite number of at least 0", (t) => t >= 0),
        count("topK", topK),
        finiteNumber("topP", topP, "a number above 0 and at most 1", (p) => p > 0 && p <= 1),
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
        const id = this.#idOfLogit(yield* this.#choose(sampler, cache, next));
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
  *#choose(sampler: BoundSampler, cache: NetworkCache, ids: Float64Array): Steps<number> {
    const request: PassRequest = {
      ids,
      sequence: 0,
      positionIds: undefined,
      attentionMask: undefined,
      pairMask: undefined,
      all: false,
      trace: undefined,
    };
    return yield* this.#run(cache, request, (pass) => unwrap(sampler.next(pass)));
  }

  #logitCount(): number {
    return this.#live.logitIds().length || this.#config.vocab_size;
  }

  #idOfLogit(logit: number): number {
    const ids = this.#live.logitIds();
    return ids.length === 0 ? logit : ids[logit]!;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#bound?.delete();
    this.#bound = undefined;
  }
}

function traceName(argument: string, name: unknown): string {
  return typeof name === "string" ? name : fail(argument, "must be a name");
}

function requireLengths(request: PassRequest, past: number): void {
  const { ids, positionIds, attentionMask, pairMask } = request;
  // Without ids there is nothing that the lists could fit; the core refuses that.
  if (ids.length === 0) return;
  if (positionIds && positionIds.length !== ids.length) {
    fail("positionIds", `has ${positionIds.length} entries where ids has ${ids.length}`);
  }
  refuseEmpty("attentionMask", attentionMask, past + ids.length);
  refuseEmpty("pairMask", pairMask, ids.length * (past + ids.length));
}
