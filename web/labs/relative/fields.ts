/** What the laboratory remembers, and the phrase whose scores are looked at. */

import { choice, flag, type StateOf, whole, wholes } from "../fields.js";
import type { LabContext } from "../lab.js";
import type { View } from "./lab.js";
import type { RelativeWords } from "./words.js";

export const schemes = ["absolute", "rope", "alibi", "t5", "none", "compare"] as const;
export type Scheme = (typeof schemes)[number];

/** 猫 追 狗 of the teaching model, whose layer 0 and head 0 give the scores. */
export const phrase = [0, 1, 2];

export const fields = {
  scheme: choice("absolute", schemes),
  /** How far the whole phrase is moved. */
  k: whole(2, 0, 2000),
  /** Who asks, and who is looked at. */
  pair: wholes([1, 0], { min: 0, max: phrase.length - 1, shortest: 2, longest: 2 }),
  layout: choice("interleaved", ["interleaved", "half"]),
  heads: whole(8, 1, 16),
  bidirectional: flag(true),
  distance: whole(-20, -200, 200),
};

export type State = StateOf<typeof fields>;
export type Context = LabContext<typeof fields, View, RelativeWords>;
