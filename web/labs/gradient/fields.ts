/** What the laboratory of training remembers. */

import { choice, type ListField, whole, wholes } from "../fields.js";
import type { LabContext } from "../lab.js";
import { bins, type Mix, mixes, shortWeights } from "./lengths.js";
import type { GradientWords } from "./words.js";

const anyWeights = wholes(shortWeights, { min: 0, max: 100, shortest: bins, longest: bins });

/** A histogram of nothing has no lengths to draw. */
const weights: ListField = {
  ...anyWeights,
  read(text) {
    const read = anyWeights.read(text);
    if ("value" in read && read.value.every((weight) => weight === 0)) {
      return { refused: { kind: "zeros", text } };
    }
    return read;
  },
};

export const fields = {
  lengths: wholes([3, 3, 3, 3], { min: 2, max: 9, longest: 8 }),
  mix: choice<Mix>("short", mixes),
  weights,
  steps: whole(1000, 10, 10000),
  batch: whole(8, 1, 64),
  seed: whole(1, 0, 9999),
};

export type Context = LabContext<typeof fields, unknown, GradientWords>;
