/** What every part of the stepper is given: what is true, in which words, and how to change it. */

import type { Words } from "../words/index.js";
import { fixed } from "./numbers.js";
import { gpt2Sample, type State, stepIndex, type StepName } from "./state.js";
import type { Runs } from "./run.js";
import type { Models, View } from "./view.js";

export interface Context {
  readonly state: State;
  readonly view: View;
  readonly models: Models;
  readonly words: Words;
  /** The cell under the pointer, or else the chosen one. */
  readonly cell: { readonly place: number; readonly column: number };
  readonly vocabulary: Vocabulary;
  readonly runs: Runs;
  readonly set: (state: State) => void;
  readonly hover: (cell: { place: number; column: number } | null) => void;
}

/** Words of ids: the teaching model's own, or GPT-2's once its vocabulary is loaded. */
export interface Vocabulary {
  readonly status: "absent" | "loading" | "ready" | "failed";
  readonly word: (id: number) => string | undefined;
  readonly encode?: (text: string) => number[];
  readonly textOf?: (ids: readonly number[]) => string;
}

export function reached(context: Context, step: StepName): boolean {
  return stepIndex(context.state.step) >= stepIndex(step);
}

/** A token as a reader sees it: a leading space is made visible, an unknown word is its id. */
export function wordOf({ view, vocabulary }: Context, id: number): string {
  const word = view.model.vocabulary
    ? view.model.vocabulary[id]
    : gpt2Word(vocabulary, id);
  return word === undefined ? "" : word.replace(/ /g, "␣").replace(/\n/g, "⏎");
}

export function gpt2Word(vocabulary: Vocabulary, id: number): string | undefined {
  return vocabulary.word(id) ?? gpt2Sample.find((sample) => sample.id === id)?.text;
}

/** Decimals printed: the teaching model's tables have one. */
export function decimals({ state }: Context): number {
  return state.model === "teaching" ? 1 : 4;
}

export function printed(context: Context, value: number): string {
  return fixed(value, decimals(context));
}

export function shapeText(...lengths: number[]): string {
  return `[${lengths.join(", ")}]`;
}
