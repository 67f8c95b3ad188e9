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

/** Decimals printed of tables and their sums: the small models' tables have one. */
export function decimals({ state }: Context): number {
  return state.model === "gpt2-small" ? 4 : 1;
}

/** The book counts places and heads of its example from 1; code, and all else here, from 0. */
export function counted({ state }: Context, index: number): number {
  return state.model === "book-3.8" ? index + 1 : index;
}

/** The head that is looked at; the address may name one that the model does not have. */
export function shownHead({ state, view }: Context): number {
  return Math.min(state.head, view.model.config.n_head - 1);
}

/** A place by its number and word, as the figures after X0 name it. */
export function placeName(context: Context, place: number): string {
  return `${counted(context, place)} ${wordAt(context, place)}`;
}

/** The word of a place, or its id where it has none. */
export function wordAt(context: Context, place: number): string {
  const id = context.view.ids[place]!;
  return wordOf(context, id) || String(id);
}

export function printed(context: Context, value: number): string {
  return fixed(value, decimals(context));
}

/** The same in a sentence: "index 5", or of the book's example "position 6". */
export function placeText(context: Context, place: number): string {
  const { words } = context;
  const number = counted(context, place);
  return number === place ? words.attention.index(number) : words.book.position(number);
}

/** Sentences one after another; a Chinese full stop brings its own space. */
export function joined(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(" ").replaceAll("。 ", "。");
}

export function shapeText(...lengths: number[]): string {
  return `[${lengths.join(", ")}]`;
}
