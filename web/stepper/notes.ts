/**
 * What there is to say about the last thing the reader did. Kept as facts, so that a change of
 * language says them anew, and together with what they are about, so that they go when it goes.
 */

import type { Words } from "../words/index.js";

export interface Note<Fact> {
  readonly about: unknown;
  readonly fact: Fact;
}

export function noteAbout<Fact>(note: Note<Fact> | null, about: unknown): Fact | null {
  return note && note.about === about ? note.fact : null;
}

export type Problem =
  | { readonly kind: "not-integer"; readonly part: string; readonly field: "ids" | "cell" | "try" }
  | { readonly kind: "too-many"; readonly count: number; readonly most: number };

export function problemText(problem: Problem, words: Words): string {
  return problem.kind === "too-many"
    ? words.sentence.tooMany(problem.count, problem.most)
    : words.sentence.notInteger(problem.part);
}

export interface Dropped {
  readonly end: "head" | "tail";
  readonly count: number;
}

export function droppedText({ end, count }: Dropped, words: Words): string {
  return words.range.dropped[end](count);
}
