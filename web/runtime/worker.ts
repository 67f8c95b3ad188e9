/** The runtime in a worker. Long calls let messages in between their steps, so they can be ended. */

import { BoundModelFace } from "./model.js";
import { type Network, NetworkCache, type Steps } from "./network.js";
import type { CacheReference, CreatedCache, CreatedModel, FromWorker, ToWorker } from "./protocol.js";
import { sentError } from "./protocol.js";
import { loadTinyGpt } from "./tinygpt.js";
import type { ForwardOptions, GenerateOptions, TinyGpt } from "./types.js";
import { parentPort } from "./worker_thread.js";

const scope = ("postMessage" in globalThis ? globalThis : await parentPort()) as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: (event: MessageEvent<ToWorker>) => void;
};

let runtime: TinyGpt;
const objects = new Map<number, BoundModelFace | NetworkCache>();
let nextObject = 1;
const running = new Map<number, AbortController>();

/** Messages are let in at least this often, in milliseconds. */
const patience = 20;

const { setImmediate } = globalThis as { setImmediate?: (call: () => void) => void };
const channel = new MessageChannel();
/** Calls of several models may wait at once. */
const waiting: (() => void)[] = [];

/**
 * Comes back after the messages that are waiting. Node hands out up to a thousand messages of one
 * port before it looks at another, so there the event loop is asked.
 */
function afterMessages(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate) return setImmediate(resolve);
    waiting.push(resolve);
    channel.port1.onmessage ??= () => waiting.shift()?.();
    channel.port2.postMessage(undefined);
  });
}

const lastOf = new WeakMap<Network, Promise<void>>();

/**
 * The calls of one model follow one another: each writes memory that the model or its cache has
 * once, and messages come in the middle of a call.
 */
function lineUp(network: Network): { others: Promise<void> | undefined; leave: () => void } {
  let end!: () => void;
  const own = new Promise<void>((resolve) => (end = resolve));
  const others = lastOf.get(network);
  const last = others === undefined ? own : others.then(() => own);
  lastOf.set(network, last);
  const leave = () => {
    if (lastOf.get(network) === last) lastOf.delete(network);
    end();
  };
  return { others, leave };
}

async function afterOthers<T>(network: Network, call: () => T): Promise<T> {
  const { others, leave } = lineUp(network);
  try {
    if (others) await others;
    return call();
  } finally {
    leave();
  }
}

async function runInTurns<T>(id: number, network: Network, steps: Steps<T>): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  running.set(id, controller);
  const { others, leave } = lineUp(network);
  try {
    if (others) await orAbort(others, signal);
    let since = performance.now();
    for (;;) {
      const next = steps.next();
      if (next.done) return next.value;
      if (performance.now() - since < patience) continue;
      scope.postMessage({ kind: "progress", id, progress: next.value });
      await afterMessages();
      signal.throwIfAborted();
      since = performance.now();
    }
  } finally {
    running.delete(id);
    steps.return(undefined as T);
    leave();
  }
}

async function orAbort(others: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  await Promise.race([others, aborted]);
}

function keep(object: BoundModelFace | NetworkCache): number {
  objects.set(nextObject, object);
  return nextObject++;
}

function withCache(options: Record<string, unknown> | undefined): ForwardOptions | undefined {
  if (options === undefined || options === null || typeof options !== "object") {
    return options as undefined;
  }
  if (options["cache"] === undefined) return options as ForwardOptions;
  const { cacheObject } = options["cache"] as CacheReference;
  const cache = objects.get(cacheObject);
  if (cache === undefined) throw new Error("this cache has been disposed");
  return { ...options, cache: cache as NetworkCache };
}

function callRuntime(method: string, args: unknown[]): unknown {
  if (method === "createModel" || method === "createModelFromTables") {
    const create = runtime[method] as (...given: unknown[]) => BoundModelFace;
    const model = create(...args);
    const created: CreatedModel = {
      object: keep(model),
      config: { ...model.config },
      precision: model.precision,
      parameterCount: model.parameterCount,
      vocabulary: model.vocabulary,
      logitIds: model.logitIds,
    };
    return created;
  }
  const rule = runtime.positionIds[method as keyof TinyGpt["positionIds"]];
  return (rule as (...given: unknown[]) => unknown)(...args);
}

function callModel(id: number, model: BoundModelFace, method: string, args: unknown[]): unknown {
  switch (method) {
    case "forward":
      return runInTurns(
        id,
        model.network,
        model.forwardSteps(
          args[0] as ArrayLike<number>,
          withCache(args[1] as Record<string, unknown>),
        ),
      );
    case "generate": {
      const onToken = (token: number) => scope.postMessage({ kind: "token", id, token });
      const options = { ...(args[1] as GenerateOptions), onToken };
      return runInTurns(id, model.network, model.generateSteps(args[0] as ArrayLike<number>, options));
    }
    case "createCache":
      return runInTurns(id, model.network, createdCache(model, args));
    default: {
      const call = model[method as "embed"] as (...given: unknown[]) => unknown;
      return call.apply(model, args);
    }
  }
}

function* createdCache(model: BoundModelFace, args: unknown[]): Steps<CreatedCache> {
  const cache = yield* model.createCacheSteps(args[0] as undefined);
  return { object: keep(cache), capacity: cache.capacity, batch: cache.batch };
}

function callCache(cache: NetworkCache, method: string, args: unknown[]): unknown {
  return afterOthers(cache.owner, () => {
    if (method === "lengths") return cache.lengths;
    const call = cache[method as "truncate"] as (...given: unknown[]) => unknown;
    return call.apply(cache, args);
  });
}

async function answer(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "abort":
      running.get(message.id)?.abort();
      return;
    case "release": {
      const released = objects.get(message.object);
      if (released === undefined) return;
      objects.delete(message.object);
      const network = released instanceof NetworkCache ? released.owner : released.network;
      return afterOthers(network, () => released.dispose());
    }
    case "start": {
      const { wasmUrl, wasmBinary } = message;
      runtime = await loadTinyGpt({
        ...(wasmUrl === undefined ? {} : { wasmUrl }),
        ...(wasmBinary === undefined ? {} : { wasmBinary }),
      });
      scope.postMessage({ kind: "value", id: message.id, value: undefined });
      return;
    }
    case "call": {
      const { id, object, method, args } = message;
      const target = objects.get(object);
      if (object !== 0 && target === undefined) throw new Error("this object has been disposed");
      const value = await (target === undefined
        ? callRuntime(method, args)
        : target instanceof BoundModelFace
          ? callModel(id, target, method, args)
          : callCache(target, method, args));
      scope.postMessage({ kind: "value", id, value });
    }
  }
}

scope.onmessage = ({ data }) => {
  answer(data).catch((error: unknown) => {
    if ("id" in data) scope.postMessage({ kind: "error", id: data.id, error: sentError(error) });
  });
};
