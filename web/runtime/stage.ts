/** X0 kept in the runtime's memory from call to call, and the options that every embedding takes. */

import { fail, float32Array, oneOf, optionsObject, wholeNumber, wholeNumbers } from "./arguments.js";
import { type BoundModel, type BoundStage, unwrap } from "./bound.js";
import { disposeSymbol } from "./dispose.js";
import type { EmbeddingStage, EmbedOptions, StageReadOptions } from "./types.js";

/** The ids, and their positions: listed, or from `past` on. */
export function places(ids: ArrayLike<number>, options: EmbedOptions | undefined) {
  const { positionIds, pastLength } = optionsObject("options", options, ["positionIds", "pastLength"]);
  if (positionIds !== undefined && pastLength !== undefined) {
    fail("pastLength", "cannot be given together with positionIds");
  }
  return {
    idList: wholeNumbers("ids", ids),
    positionList: positionIds === undefined ? undefined : wholeNumbers("positionIds", positionIds),
    past: pastLength === undefined ? 0 : wholeNumber("pastLength", pastLength),
  };
}

export class ModelStage implements EmbeddingStage {
  readonly #model: () => BoundModel;
  readonly #width: number;
  #bound: BoundStage | undefined;
  #length = 0;

  /** @param model throws once the model has been disposed */
  constructor(bound: BoundStage, model: () => BoundModel, width: number) {
    this.#bound = bound;
    this.#model = model;
    this.#width = width;
  }

  get #live(): BoundStage {
    if (this.#bound === undefined) throw new Error("this stage has been disposed");
    return this.#bound;
  }

  get length(): number {
    void this.#live;
    void this.#model();
    return this.#length;
  }

  embed(ids: ArrayLike<number>, options?: EmbedOptions): void {
    const { idList, positionList, past } = places(ids, options);
    unwrap(this.#model().embedInto(this.#live, idList, positionList ?? past));
    this.#length = idList.length;
  }

  read(part: "wte" | "wpe" | "x0", options?: StageReadOptions): Float32Array {
    const name = oneOf("part", part, ["wte", "wpe", "x0"]);
    const { first = 0, count, into } = optionsObject("options", options, ["first", "count", "into"]);
    const from = rowsUpTo("first", first, this.#length);
    const room = this.#length - from;
    const rows = count === undefined ? room : rowsUpTo("count", count, room);
    const target = into === undefined ? undefined : float32Array("into", into);
    if (target && target.length !== rows * this.#width) {
      fail("into", `has ${target.length} numbers where ${rows} rows have ${rows * this.#width}`);
    }
    return unwrap(this.#model().readStage(this.#live, name, from, rows, target));
  }

  dispose(): void {
    this.#bound?.delete();
    this.#bound = undefined;
  }

  [disposeSymbol](): void {
    this.dispose();
  }
}

function rowsUpTo(argument: string, value: unknown, most: number): number {
  const number = wholeNumber(argument, value);
  if (number < 0 || number > most) {
    throw new RangeError(`${argument}: ${number} is not from 0 to ${most}`);
  }
  return number;
}
