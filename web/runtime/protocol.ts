/** What the page and the worker say to each other. */

import { IndexError, type TableName } from "./errors.js";
import type { Gpt2Config, Precision, Progress } from "./types.js";

/** The runtime itself is object 0; models and caches get numbers of their own. */
export interface Call {
  id: number;
  object: number;
  method: string;
  args: unknown[];
}

export type ToWorker =
  | { kind: "start"; id: number; wasmUrl: string | undefined; wasmBinary: BufferSource | undefined }
  | ({ kind: "call" } & Call)
  | { kind: "abort"; id: number }
  | { kind: "release"; object: number };

export type FromWorker =
  | { kind: "value"; id: number; value: unknown }
  | { kind: "error"; id: number; error: SentError }
  | { kind: "progress"; id: number; progress: Progress }
  | { kind: "token"; id: number; token: number };

export interface CreatedModel {
  object: number;
  config: Gpt2Config;
  precision: Precision;
  parameterCount: number;
  vocabulary: readonly string[] | undefined;
  logitIds: readonly number[] | undefined;
}

export interface CreatedCache {
  object: number;
  capacity: number;
  batch: number;
}

/** Stands for a cache among a call's options. */
export interface CacheReference {
  cacheObject: number;
}

export interface SentError {
  name: string;
  message: string;
  index?: { table: TableName; index: number; size: number; at: number };
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message } = error;
  if (!(error instanceof IndexError)) return { name, message };
  const { table, index, size, at } = error;
  return { name, message, index: { table, index, size, at } };
}

export function receivedError({ name, message, index }: SentError): Error {
  if (index) return new IndexError(message, index.table, index.index, index.size, index.at);
  if (name === "TypeError") return new TypeError(message);
  if (name === "RangeError") return new RangeError(message);
  if (name === "AbortError") return new DOMException(message, name);
  return new Error(message);
}
