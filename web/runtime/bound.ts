/** The private surface of the WebAssembly module, as cpp/bindings/bindings.cpp binds it. */

import { IndexError, type TableName } from "./errors.js";
import type { ParameterCount } from "./laboratory_types.js";
import type { BertEmbedding, HeadProjections, ReadOut, ScoreTerms } from "./training_types.js";
import type { Matrix } from "./types.js";

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
  logits(into: Float32Array | undefined): Float32Array;
  trace(): { name: string; rows: number; columns: number; values: Float32Array }[];
  delete(): void;
}

export interface BoundSampler {
  /** The place of the chosen logit. */
  next(pass: BoundPass): Result<number>;
  delete(): void;
}

/** Functions that need no model. */
export interface BoundLaboratories {
  parameterCount(
    modelType: string,
    keys: string[],
    values: Float64Array,
  ): Result<ParameterCount>;
  sinusoidal(n: number, d: number, layout: string, base: number): Result<Matrix>;
  sinusoidalFrequencies(d: number, layout: string, base: number): Result<Float64Array>;
  sinusoidalShift(matrix: Matrix, k: number, layout: string, base: number): Result<Matrix>;
  dotProducts(matrix: Matrix): Result<Matrix>;
  cosineSimilarity(matrix: Matrix): Result<Matrix>;
  interpolate(
    matrix: Matrix,
    rows: number,
    cubic: boolean,
    alignCorners: boolean,
  ): Result<Matrix>;
  interpolateGrid(
    matrix: Matrix,
    from: Float64Array,
    to: Float64Array,
    cubic: boolean,
    alignCorners: boolean,
    classToken: boolean,
  ): Result<Matrix>;
  /** Start and end of each window, one after the other. */
  windows(length: number, size: number, overlap: number): Result<Int32Array>;
  rope(
    matrix: Matrix,
    positions: Float64Array,
    layout: string,
    base: number,
  ): Result<Matrix>;
  alibiSlopes(heads: number): Result<Float32Array>;
  alibiBias(heads: number, length: number): Result<Matrix>;
  t5Buckets(
    relativePositions: Float64Array,
    bidirectional: boolean,
    buckets: number,
    maxDistance: number,
  ): Result<Int32Array>;
}

/** Sequences one after another. */
export interface BoundBatch {
  lengths: Float64Array;
  ids: Float64Array;
  targets: Float64Array;
  positionIds: Float64Array | undefined;
}

export interface BoundPhase {
  steps: number;
  batch: number;
  lengths: Float64Array;
  weights: Float64Array;
}

export interface BoundTraining {
  createSynthetic(
    config: Record<string, number>,
    seedHigh: number,
    seedLow: number,
    scale: number,
  ): Result<BoundModel>;
  withPositions(model: BoundModel, wpe: Matrix): Result<BoundModel>;
  gradients(
    model: BoundModel,
    batch: BoundBatch,
  ): Result<{
    loss: number;
    tensors: { name: string; values: Float32Array; shape: number[] }[];
  }>;
  trainStep(
    model: BoundModel,
    batch: BoundBatch,
    learningRate: number,
    fixedPositions: boolean,
  ): Result<BoundModel>;
  expectedUpdates(rows: number, phases: BoundPhase[]): Result<Float64Array>;
  simulatedUpdates(
    rows: number,
    phases: BoundPhase[],
    seedHigh: number,
    seedLow: number,
  ): Result<Float64Array>;
  scoreTerms(
    model: BoundModel,
    ids: Float64Array,
    positionIds: Float64Array | undefined,
    layer: number,
    head: number,
  ): Result<ScoreTerms>;
  headProjections(
    model: BoundModel,
    rows: Matrix,
    layer: number,
    head: number,
    bias: boolean,
  ): Result<HeadProjections>;
  scores(q: Matrix, k: Matrix): Result<Matrix>;
  readOut(
    model: BoundModel,
    ids: Float64Array,
    positions: boolean,
    causal: boolean,
  ): Result<ReadOut>;
  bertEmbed(
    tables: {
      word: Matrix;
      position: Matrix;
      tokenType: Matrix;
      gamma: Float32Array | undefined;
      beta: Float32Array | undefined;
    },
    ids: Float64Array,
    positionIds: Float64Array | undefined,
    tokenTypeIds: Float64Array | undefined,
    dropout: { p: number; high: number; low: number } | undefined,
  ): Result<Omit<BertEmbedding, "kept"> & { kept?: Uint8Array }>;
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
  fromMask(
    mask: Float64Array,
    rule: string,
    fill: number,
    paddingIndex: number,
    multiplyByMaskAgain: boolean,
  ): Result<Int32Array>;
  /** How many ids are dropped at the beginning and at the end. */
  cropPrompt(ids: Float64Array, room: number, policy: string): Result<Int32Array>;
}

/** The module that also has the functions of the laboratories. */
export interface BoundLaboratoryModule extends BoundModule, BoundLaboratories, BoundTraining {}

/** What a bound call returned; what it reported instead is thrown as the platform's error. */
export function unwrap<T>(result: Result<T>): T {
  if (result.error === undefined) return result.value;
  const { kind, message, table, index, size, at } = result.error;
  if (kind === "index") throw new IndexError(message, table!, index!, size!, at!);
  if (kind === "argument") throw new TypeError(message);
  if (kind === "capacity" || kind === "memory") throw new RangeError(message);
  throw new Error(message);
}
