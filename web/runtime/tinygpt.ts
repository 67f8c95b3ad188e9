/**
 * The public face of the runtime.
 *
 * Every array that goes in is copied, every array that comes out is a copy. Lists of whole numbers
 * may hold bigints and have at most 2^24 entries. An index outside a table is an IndexError; an
 * argument of the wrong kind, or an option that does not exist, is a TypeError that begins with the
 * argument's name; what does not fit into a cache or into memory is a RangeError. After any error
 * the next call works as if it had not happened.
 */

import {
  fail,
  float32Array,
  oneOf,
  optionsObject,
  seedHalves,
  trueOrFalse,
  wholeNumber,
  wholeNumbers,
} from "./arguments.js";
import { type BoundModule, unwrap } from "./bound.js";
import { BoundModelFace } from "./model.js";
import { startModule } from "./module.js";
import { startInWorker } from "./remote.js";
import type { LoadOptions, PositionIds, RemoteTinyGpt, TinyGpt } from "./types.js";

export { IndexError, type TableName } from "./errors.js";
export type * from "./types.js";

function positionRules(module: BoundModule): PositionIds {
  return {
    prefill: (length) => unwrap(module.decode(wholeNumber("length", length), 0)),
    decode: (length, pastLength) =>
      unwrap(
        module.decode(wholeNumber("length", length), wholeNumber("pastLength", pastLength)),
      ),
    packed: (lengths) => unwrap(module.packed(wholeNumbers("lengths", lengths))),
    fromMask(mask, options) {
      const { rule, fill = 1, paddingIndex = 1, multiplyByMaskAgain = true } = optionsObject(
        "rule",
        options,
        ["rule", "fill", "paddingIndex", "multiplyByMaskAgain"],
      );
      return unwrap(
        module.fromMask(
          wholeNumbers("mask", mask),
          oneOf("rule", rule, ["gpt2", "opt", "roberta"]),
          wholeNumber("fill", fill),
          wholeNumber("paddingIndex", paddingIndex),
          trueOrFalse("multiplyByMaskAgain", multiplyByMaskAgain),
        ),
      );
    },
  };
}

/**
 * Starts the runtime. Every call starts a module of its own, with memory of its own. With
 * { worker: true } it works in a web worker, in Node in a worker thread, and every call gives a
 * promise.
 */
export function loadTinyGpt(options: LoadOptions & { worker: true }): Promise<RemoteTinyGpt>;
export function loadTinyGpt(options?: LoadOptions & { worker?: false }): Promise<TinyGpt>;
export async function loadTinyGpt(
  options?: LoadOptions & { worker?: boolean },
): Promise<TinyGpt | RemoteTinyGpt> {
  const { worker = false, ...source } = optionsObject("options", options, [
    "wasmUrl",
    "wasmBinary",
    "worker",
  ]);
  const beside = () => new URL("tinygpt.wasm", import.meta.url);
  if (trueOrFalse("worker", worker)) return startInWorker(source, beside);
  return localRuntime(await startModule(source, beside));
}

/** @internal The face over a module that has started. */
export function localRuntime(module: BoundModule): TinyGpt {
  return {
    createModel(preset, modelOptions) {
      const name = oneOf("preset", preset, ["teaching", "book-3.8", "gpt2-small"]);
      const { seed = 0, precision = "float32" } = optionsObject("options", modelOptions, [
        "seed",
        "precision",
      ]);
      const { high, low } = seedHalves(seed);
      const kept = oneOf("precision", precision, ["float32", "int8"]);
      return new BoundModelFace(module, unwrap(module.createPreset(name, high, low)), kept);
    },
    createModelFromTables(config, wte, wpe) {
      const n_embd = wholeNumber("n_embd", optionsObject("config", config, ["n_embd"]).n_embd);
      if (n_embd < 1 || n_embd > 2 ** 31) fail("n_embd", `${n_embd} is not a possible width`);
      return new BoundModelFace(
        module,
        unwrap(
          module.createFromTables(n_embd, float32Array("wte", wte), float32Array("wpe", wpe)),
        ),
      );
    },
    positionIds: positionRules(module),
  };
}
