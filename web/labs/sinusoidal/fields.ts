/** What the laboratory remembers. Each view uses some of it. */

import { choice, whole } from "../fields.js";
import type { LabContext } from "../lab.js";
import type { StateOf } from "../fields.js";
import type { View } from "./lab.js";
import type { SinusoidalWords } from "./words.js";

export const views = [
  "formula",
  "waves",
  "clock",
  "shift",
  "distance",
  "training",
  "compare",
] as const;
export type ViewName = (typeof views)[number];

export const fields = {
  show: choice("formula", views),
  d: choice("4", ["4", "8"]),
  pos: whole(2, 0, 511),
  i: whole(1, 0, 15),
  k: whole(3, 0, 64),
  steps: whole(1, 1, 30),
};

export type State = StateOf<typeof fields>;
export type Context = LabContext<typeof fields, View, SinusoidalWords>;
