/** What a logit is about, and how sure the model is of it. */

import { type Context, wordOf } from "../context.js";
import { fixed } from "../numbers.js";

/** The teaching model's probabilities near 1 and near 0 are told apart: "0.99986", "0.00002". */
export function probability({ state }: Context, value: number): string {
  return fixed(value, state.model === "teaching" ? 5 : 3);
}

/** The id that a logit is about, -1 where it stands for no token. */
export function idOfLogit({ view }: Context, logit: number): number {
  return view.model.logitIds?.[logit] ?? logit;
}

/** The word that a logit is about. */
export function candidate(context: Context, logit: number): string {
  const id = idOfLogit(context, logit);
  return id < 0 ? context.words.book.other : wordOf(context, id);
}
