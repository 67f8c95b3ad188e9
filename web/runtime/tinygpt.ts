/**
 * The public face of the runtime.
 *
 * Every array that goes in is copied, every array that comes out is a copy. An index outside a
 * table is an IndexError; an argument of the wrong kind is a TypeError that begins with the
 * argument's name. After any error the next call works as if it had not happened.
 */

import {
  fail,
  float32Array,
  oneOf,
  optionsObject,
  seedHalves,
  wholeNumber,
  wholeNumbers,
} from "./arguments.js";
import { type BoundModel, type BoundModule, unwrap } from "./bound.js";
import { startModule } from "./module.js";

export { IndexError, type TableName } from "./errors.js";

/** The shape of a model, with the keys of GPT-2's published configuration. */
export interface Gpt2Config {
  vocab_size: number;
  n_positions: number;
  n_embd: number;
  n_layer: number;
  n_head: number;
}

/** X0 = wte[ids] + wpe[position_ids], with both operands. Matrices are row-major. */
export interface Embedding {
  /** [T] */
  ids: Int32Array;
  /** [T] */
  positionIds: Int32Array;
  /** [T, n_embd]: row t is wte[ids[t]] */
  wte: Float32Array;
  /** [T, n_embd]: row t is wpe[positionIds[t]] */
  wpe: Float32Array;
  /** [T, n_embd]: the sum of both in float32 */
  x0: Float32Array;
  /** [T, n_embd] */
  shape: [number, number];
}

/** Systems whose answer to an index outside a table is worth knowing. */
export type System =
  | "pytorch-cpu"
  | "pytorch-cuda"
  | "tensorflow-cpu"
  | "tensorflow-gpu"
  | "jax-index"
  | "jax-take"
  | "numpy"
  | "typed-array"
  | "c-array";

/** What another system answers to table[index], by the rule that it documents. */
export interface ElsewhereAnswer {
  system: System;
  /**
   * raises: an error. row: a row of the table, not always the one asked for. zeros, nan: a made-up
   * row. memory: the values of another tensor that lies there. outside: an address that is not
   * the model's at all.
   */
  outcome: "raises" | "row" | "zeros" | "nan" | "memory" | "outside";
  /** The row handed back, for "row". */
  row?: number;
  /** For "memory": the tensor there, and the element of it that the values begin with. */
  tensor?: string;
  element?: number;
  /** [n_embd], or empty for "raises" and "outside". */
  values: Float32Array;
}

export interface EmbedOptions {
  /** The rows of wpe to add, one for each id. Default: pastLength, pastLength + 1, ... */
  positionIds?: ArrayLike<number>;
  /** How many positions came before. Default 0. Cannot be given together with positionIds. */
  pastLength?: number;
}

export interface Model {
  readonly config: Readonly<Gpt2Config>;
  /** The words by id, where the model has a vocabulary of its own. */
  readonly vocabulary?: readonly string[];
  embed(ids: ArrayLike<number>, options?: EmbedOptions): Embedding;
  /** One row of a table, [n_embd]. */
  row(table: "wte" | "wpe", index: number): Float32Array;
  /** What other systems answer to table[index]. Takes any whole number. */
  elsewhere(table: "wte" | "wpe", index: number): ElsewhereAnswer[];
  /** Frees the model's memory. Calling it again does nothing; calling anything else throws. */
  dispose(): void;
  [Symbol.dispose](): void;
}

export interface MaskRule {
  /**
   * gpt2: cumsum(mask) - 1, and `fill` for pads. opt: cumsum(mask) * mask - 1 + 2.
   * roberta: cumsum(mask) * mask + paddingIndex.
   */
  rule: "gpt2" | "opt" | "roberta";
  /** For gpt2: the row that pads take. Default 1, as the published generation code fills in. */
  fill?: 0 | 1;
  /** For roberta: the row that pads take. Default 1. */
  paddingIndex?: number;
}

/** Each function returns the rows of wpe to look up, counted from 0. */
export interface PositionIds {
  /** 0, 1, ..., length - 1 */
  prefill(length: number): Int32Array;
  /** pastLength, pastLength + 1, ... */
  decode(length: number, pastLength: number): Int32Array;
  /** Several sequences in one row, each restarting at 0. */
  packed(lengths: ArrayLike<number>): Int32Array;
  /** From an attention mask of 0 and 1, by the rule of one of the published models. */
  fromMask(mask: ArrayLike<number>, rule: MaskRule): Int32Array;
}

export interface TinyGpt {
  createModel(
    preset: "teaching" | "book-3.8" | "gpt2-small",
    options?: { seed?: number | bigint },
  ): Model;
  /** A model of two tables, for the embedding steps only (n_layer 0). Sizes follow from n_embd. */
  createModelFromTables(config: { n_embd: number }, wte: Float32Array, wpe: Float32Array): Model;
  readonly positionIds: PositionIds;
}

export interface LoadOptions {
  /** Where tinygpt.wasm is. Default: beside this file. */
  wasmUrl?: string | URL;
  /** Its bytes, where they are at hand already. */
  wasmBinary?: ArrayBuffer;
}

// Older engines have no Symbol.dispose; `using` is not written there either.
const disposeSymbol: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");

class BoundModelFace implements Model {
  readonly config: Readonly<Gpt2Config>;
  readonly vocabulary?: readonly string[];
  #bound: BoundModel | undefined;

  constructor(bound: BoundModel) {
    this.#bound = bound;
    this.config = Object.freeze(bound.config() as unknown as Gpt2Config);
    const words = bound.vocabulary();
    if (words.length > 0) this.vocabulary = Object.freeze(words);
  }

  get #live(): BoundModel {
    if (this.#bound === undefined) throw new Error("this model has been disposed");
    return this.#bound;
  }

  embed(ids: ArrayLike<number>, options?: EmbedOptions): Embedding {
    const { positionIds, pastLength } = optionsObject("options", options);
    if (positionIds !== undefined && pastLength !== undefined) {
      fail("pastLength", "cannot be given together with positionIds");
    }
    const idList = wholeNumbers("ids", ids);
    const parts = unwrap(
      positionIds === undefined
        ? this.#live.embedAfter(
            idList,
            pastLength === undefined ? 0 : wholeNumber("pastLength", pastLength),
          )
        : this.#live.embedAt(idList, wholeNumbers("positionIds", positionIds)),
    );
    return { ...parts, shape: [parts.ids.length, this.config.n_embd] };
  }

  row(table: "wte" | "wpe", index: number): Float32Array {
    const name = oneOf("table", table, ["wte", "wpe"]);
    return unwrap(this.#live.row(name, wholeNumber("index", index)));
  }

  elsewhere(table: "wte" | "wpe", index: number): ElsewhereAnswer[] {
    const name = oneOf("table", table, ["wte", "wpe"]);
    return unwrap(this.#live.elsewhere(name, wholeNumber("index", index))) as ElsewhereAnswer[];
  }

  dispose(): void {
    this.#bound?.delete();
    this.#bound = undefined;
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

function positionRules(module: BoundModule): PositionIds {
  return {
    prefill: (length) => unwrap(module.decode(wholeNumber("length", length), 0)),
    decode: (length, pastLength) =>
      unwrap(
        module.decode(wholeNumber("length", length), wholeNumber("pastLength", pastLength)),
      ),
    packed: (lengths) => unwrap(module.packed(wholeNumbers("lengths", lengths))),
    fromMask(mask, options) {
      const { rule, fill = 1, paddingIndex = 1 } = optionsObject("rule", options);
      return unwrap(
        module.fromMask(
          wholeNumbers("mask", mask),
          oneOf("rule", rule, ["gpt2", "opt", "roberta"]),
          wholeNumber("fill", fill),
          wholeNumber("paddingIndex", paddingIndex),
        ),
      );
    },
  };
}

/** Starts the runtime. Every call starts a module of its own, with memory of its own. */
export async function loadTinyGpt(options?: LoadOptions): Promise<TinyGpt> {
  const module = await startModule(optionsObject("options", options));
  return {
    createModel(preset, modelOptions) {
      const name = oneOf("preset", preset, ["teaching", "book-3.8", "gpt2-small"]);
      if (name === "book-3.8") throw new Error('preset: "book-3.8" is not built yet');
      const { seed = 0 } = optionsObject("options", modelOptions);
      const { high, low } = seedHalves(seed);
      return new BoundModelFace(unwrap(module.createPreset(name, high, low)));
    },
    createModelFromTables(config, wte, wpe) {
      const n_embd = wholeNumber("n_embd", optionsObject("config", config).n_embd);
      if (n_embd < 1 || n_embd > 2 ** 31) fail("n_embd", `${n_embd} is not a possible width`);
      return new BoundModelFace(
        unwrap(
          module.createFromTables(n_embd, float32Array("wte", wte), float32Array("wpe", wpe)),
        ),
      );
    },
    positionIds: positionRules(module),
  };
}
