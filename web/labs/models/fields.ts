/** What the laboratory of the models remembers. */

import { choice, decimal, flag, type StateOf, whole, wholes } from "../fields.js";
import { modelNames } from "./published.js";

/** Four words of the teaching model: 狗 追 猫 吃. */
export const ids: readonly number[] = [2, 1, 0, 3];

const bitForEach = { min: 0, max: 1, shortest: ids.length, longest: ids.length };

export const fields = {
  model: choice("gpt2", modelNames),
  mask: wholes([0, 0, 1, 1], bitForEach),
  wrong: flag(false),
  types: wholes([0, 0, 1, 1], bitForEach),
  training: flag(true),
  p: decimal(0.3, 0, 0.9, 0.1),
  seed: whole(0, 0, 99),
  side: whole(14, 1, 24),
  block: whole(3, 1, 8),
};

export type ModelsState = StateOf<typeof fields>;
