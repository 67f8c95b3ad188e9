/** The face of a runtime that works in a worker: the same calls, which give promises. */

import { fail, optionsObject } from "./arguments.js";
import { disposeSymbol } from "./dispose.js";
import { absoluteUrl } from "./module.js";
import { checkedListeners, forwardKeys, generateKeys, type Listeners } from "./network.js";
import {
  type CacheReference,
  type CreatedCache,
  type CreatedModel,
  type FromWorker,
  receivedError,
  type ToWorker,
} from "./protocol.js";
import type {
  CacheOptions,
  ElsewhereAnswer,
  Embedding,
  EmbedOptions,
  ForwardOptions,
  ForwardResult,
  GenerateOptions,
  Generation,
  Gpt2Config,
  LoadOptions,
  Precision,
  RemoteCache,
  RemoteForwardOptions,
  RemoteModel,
  RemoteTinyGpt,
} from "./types.js";
import { type StartedWorker, startWorker } from "./worker_thread.js";

interface Waiting extends Listeners {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

class Connection {
  readonly #worker: StartedWorker;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #ended: Error | undefined;

  constructor(worker: StartedWorker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data as FromWorker);
    worker.onerror = ({ message }) => {
      this.end(new Error(`the worker failed: ${message || "it could not be loaded"}`));
    };
  }

  start({ wasmUrl, wasmBinary }: LoadOptions, beside: () => URL): Promise<unknown> {
    // Relative to the page or to the face, not to the worker's file, which bundlers move elsewhere.
    const source = wasmUrl === undefined && wasmBinary === undefined ? beside() : wasmUrl;
    const url = source === undefined ? undefined : String(absoluteUrl(source));
    return this.#ask((id) => ({ kind: "start", id, wasmUrl: url, wasmBinary }), {});
  }

  call(object: number, method: string, args: unknown[], listeners: Listeners = {}) {
    return this.#ask((id) => ({ kind: "call", id, object, method, args }), listeners);
  }

  release(object: number): void {
    if (!this.#ended) this.#send({ kind: "release", object });
  }

  /** Ends the worker; its memory returns at once. Calls that wait are rejected. */
  end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = reason;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #send(message: ToWorker): void {
    try {
      this.#worker.postMessage(message);
    } catch (error) {
      // A function or a symbol where a value should be.
      throw new TypeError(`an argument cannot be sent to the worker: ${(error as Error).message}`);
    }
  }

  async #ask(message: (id: number) => ToWorker, listeners: Listeners): Promise<unknown> {
    if (this.#ended) throw this.#ended;
    listeners.signal?.throwIfAborted();
    const id = this.#nextId++;
    const abort = () => this.#send({ kind: "abort", id });
    listeners.signal?.addEventListener("abort", abort);
    this.#worker.ref?.();
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject, ...listeners });
        this.#send(message(id));
      });
    } finally {
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#worker.unref?.();
      listeners.signal?.removeEventListener("abort", abort);
    }
  }

  #receive(message: FromWorker): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    const { resolve, reject, onProgress, onToken, signal } = waiting;
    switch (message.kind) {
      case "value":
        return resolve(message.value);
      case "error": {
        const error = receivedError(message.error);
        // The caller's own reason, where the caller ended it.
        return reject(signal?.aborted && error.name === "AbortError" ? signal.reason : error);
      }
      case "progress":
        return this.#tell(message.id, reject, () => onProgress?.(message.progress));
      case "token":
        return this.#tell(message.id, reject, () => onToken?.(message.token));
    }
  }

  /** What a listener throws ends its call alone, here and in the worker. */
  #tell(id: number, reject: (error: unknown) => void, listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#waiting.delete(id);
      reject(error);
      this.#send({ kind: "abort", id });
    }
  }
}

class WorkerCache implements RemoteCache {
  readonly #created: CreatedCache;
  #isDisposed = false;

  constructor(
    readonly connection: Connection,
    created: CreatedCache,
  ) {
    this.#created = created;
  }

  get #live(): CreatedCache {
    if (this.#isDisposed) throw new Error("this cache has been disposed");
    return this.#created;
  }

  get object(): number {
    return this.#live.object;
  }

  get capacity(): number {
    return this.#live.capacity;
  }

  get batch(): number {
    return this.#live.batch;
  }

  async lengths(): Promise<readonly number[]> {
    return (await this.connection.call(this.object, "lengths", [])) as number[];
  }

  async truncate(length: number, sequence = 0): Promise<void> {
    await this.connection.call(this.object, "truncate", [length, sequence]);
  }

  async reset(): Promise<void> {
    await this.connection.call(this.object, "reset", []);
  }

  dispose(): void {
    if (!this.#isDisposed) this.connection.release(this.object);
    this.#isDisposed = true;
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

class WorkerModel implements RemoteModel {
  readonly config: Readonly<Gpt2Config>;
  readonly precision: Precision;
  readonly parameterCount: number;
  readonly vocabulary?: readonly string[];
  readonly logitIds?: readonly number[];
  readonly #connection: Connection;
  readonly #object: number;
  #isDisposed = false;

  constructor(connection: Connection, created: CreatedModel) {
    this.#connection = connection;
    this.#object = created.object;
    this.config = Object.freeze(created.config);
    this.precision = created.precision;
    this.parameterCount = created.parameterCount;
    if (created.vocabulary) this.vocabulary = Object.freeze(created.vocabulary);
    if (created.logitIds) this.logitIds = Object.freeze(created.logitIds);
  }

  async #call(method: string, args: unknown[], listeners: Listeners = {}): Promise<unknown> {
    if (this.#isDisposed) throw new Error("this model has been disposed");
    return this.#connection.call(this.#object, method, args, listeners);
  }

  embed(ids: ArrayLike<number>, options?: EmbedOptions): Promise<Embedding> {
    return this.#call("embed", [ids, options]) as Promise<Embedding>;
  }

  row(table: "wte" | "wpe", index: number): Promise<Float32Array> {
    return this.#call("row", [table, index]) as Promise<Float32Array>;
  }

  elsewhere(table: "wte" | "wpe", index: number): Promise<ElsewhereAnswer[]> {
    return this.#call("elsewhere", [table, index]) as Promise<ElsewhereAnswer[]>;
  }

  async createCache(options?: CacheOptions): Promise<RemoteCache> {
    const created = (await this.#call("createCache", [options])) as CreatedCache;
    return new WorkerCache(this.#connection, created);
  }

  async forward(ids: ArrayLike<number>, options?: RemoteForwardOptions): Promise<ForwardResult> {
    const { onProgress, signal, cache, into, ...sent } = optionsObject(
      "options",
      options as ForwardOptions | undefined,
      forwardKeys,
    );
    const listeners = checkedListeners({ onProgress, signal });
    if (into !== undefined) fail("into", "cannot be filled from a worker; its arrays are new ones");
    const given = cache === undefined ? sent : { ...sent, cache: this.#reference(cache) };
    return (await this.#call("forward", [ids, given], listeners)) as ForwardResult;
  }

  #reference(cache: unknown): CacheReference {
    if (!(cache instanceof WorkerCache)) fail("cache", "must be what createCache returned");
    if (cache.connection !== this.#connection) fail("cache", "was made by another model");
    return { cacheObject: cache.object };
  }

  async generate(ids: ArrayLike<number>, options: GenerateOptions): Promise<Generation> {
    const { onProgress, onToken, signal, ...sent } = optionsObject("options", options, generateKeys);
    const listeners = checkedListeners({ onProgress, onToken, signal });
    return (await this.#call("generate", [ids, sent], listeners)) as Generation;
  }

  dispose(): void {
    if (!this.#isDisposed) this.#connection.release(this.#object);
    this.#isDisposed = true;
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

export async function startInWorker(
  options: LoadOptions,
  beside: () => URL,
): Promise<RemoteTinyGpt> {
  const connection = new Connection(await startWorker(new URL("tinygpt-worker.js", import.meta.url)));
  try {
    await connection.start(options, beside);
  } catch (error) {
    connection.end(error as Error);
    throw error;
  }
  const rule = (method: string) => (...args: unknown[]) =>
    connection.call(0, method, args) as Promise<Int32Array>;
  const create = (method: string) => async (...args: unknown[]) =>
    new WorkerModel(connection, (await connection.call(0, method, args)) as CreatedModel);
  return {
    createModel: create("createModel"),
    createModelFromTables: create("createModelFromTables"),
    positionIds: {
      prefill: rule("prefill"),
      decode: rule("decode"),
      packed: rule("packed"),
      fromMask: rule("fromMask"),
    },
    terminate: () => connection.end(new Error("the worker has been terminated")),
  };
}
