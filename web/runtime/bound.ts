/** The private surface of the WebAssembly module, as cpp/bindings/bindings.cpp binds it. */

import { IndexError, type TableName } from "./errors.js";

export interface BoundError {
  kind: "index" | "argument" | "memory" | "other";
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
  vocabulary(): string[];
  embedAt(ids: Float64Array, positionIds: Float64Array): Result<BoundEmbedding>;
  embedAfter(ids: Float64Array, pastLength: number): Result<BoundEmbedding>;
  row(table: string, index: number): Result<Float32Array>;
  elsewhere(table: string, index: number): Result<BoundAnswer[]>;
  delete(): void;
}

export interface BoundModule {
  createPreset(preset: string, seedHigh: number, seedLow: number): Result<BoundModel>;
  createFromTables(n_embd: number, wte: Float32Array, wpe: Float32Array): Result<BoundModel>;
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
  if (kind === "memory") throw new RangeError(message);
  throw new Error(message);
}
