/** The private surface of the WebAssembly module, as cpp/bindings/bindings.cpp binds it. */

import { IndexError, type TableName } from "./errors.js";

export interface BoundError {
  kind: "index" | "argument" | "capacity" | "memory" | "other";
  message: string;
  table?: TableName;
  index?: number;
  size?: number;
  at?: number;
}

export type Result<T> = { value: T; error?: undefined } | { value?: undefined; error: BoundError };

export interface BoundEmbedding {
  ids: Int32Array;
  positionIds: Int32Array;
  wte: Float32Array;
  wpe: Float32Array;
  x0: Float32Array;
}

export interface BoundAnswer {
  system: string;
  outcome: string;
  row?: number;
  tensor?: string;
  element?: number;
  values: Float32Array;
}

export interface BoundModel {
  config(): Record<string, number>;
  parameterCount(): number;
  vocabulary(): string[];
  embedAt(ids: Float64Array, positionIds: Float64Array): Result<BoundEmbedding>;
  embedAfter(ids: Float64Array, pastLength: number): Result<BoundEmbedding>;
  embedInto(
    stage: BoundStage,
    ids: Float64Array,
    positionIdsOrPastLength: Float64Array | number,
  ): Result<undefined>;
  readStage(
    stage: BoundStage,
    part: string,
    first: number,
    count: number,
    into: Float32Array | undefined,
  ): Result<Float32Array>;
  row(table: string, index: number): Result<Float32Array>;
  elsewhere(table: string, index: number): Result<BoundAnswer[]>;
  logitIds(): Int32Array;
  delete(): void;
}

export interface BoundStage {
  delete(): void;
}

export interface BoundLoading {
  /** Whether there is more to load. */
  step(): Result<boolean>;
  fraction(): number;
  take(): Result<BoundNetwork>;
  delete(): void;
}

export interface BoundNetwork {
  bytes(): number;
  createCache(capacity: number, batch: number): Result<BoundCache>;
  delete(): void;
}

export interface BoundCache {
  capacity(): number;
  batch(): number;
  bytes(): number;
  length(sequence: number): number;
  truncate(length: number, sequence: number): Result<undefined>;
  reset(): void;
  delete(): void;
}

export interface PassRequest {
  ids: Float64Array;
  sequence: number;
  positionIds: Float64Array | undefined;
  attentionMask: Float64Array | undefined;
  pairMask: Float64Array | undefined;
  all: boolean;
  trace: string[] | undefined;
}

export interface BoundPass {
  /** Whether there is more to do. */
  step(): Result<boolean>;
  fraction(): number;
  result(): {
    logits: Float32Array;
    trace: { name: string; rows: number; columns: number; values: Float32Array }[];
  };
  delete(): void;
}

export interface BoundSampler {
  /** The place of the chosen logit. */
  next(logits: Float32Array): Result<number>;
  delete(): void;
}

export interface BoundModule {
  createPreset(preset: string, seedHigh: number, seedLow: number): Result<BoundModel>;
  createFromTables(n_embd: number, wte: Float32Array, wpe: Float32Array): Result<BoundModel>;
  EmbeddingStage: new () => BoundStage;
  startLoading(model: BoundModel, int8: boolean): Result<BoundLoading>;
  startPass(network: BoundNetwork, cache: BoundCache, request: PassRequest): Result<BoundPass>;
  createSampler(
    temperature: number,
    topK: number,
    topP: number,
    seedHigh: number,
    seedLow: number,
  ): Result<BoundSampler>;
  decode(length: number, pastLength: number): Result<Int32Array>;
  packed(lengths: Float64Array): Result<Int32Array>;
  fromMask(mask: Float64Array, rule: string, fill: number, paddingIndex: number): Result<Int32Array>;
}

/** What a bound call returned; what it reported instead is thrown as the platform's error. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error === undefined) return result.value;
  const { kind, message, table, index, size, at } = result.error;
  if (kind === "index") throw new IndexError(message, table!, index!, size!, at!);
  if (kind === "argument") throw new TypeError(message);
  if (kind === "capacity" || kind === "memory") throw new RangeError(message);
  throw new Error(message);
}
