/** GPT-2's vocabulary, loaded when a reader first types text. */

import type { Vocabulary } from "./context.js";

export const absentVocabulary: Vocabulary = {
  status: "absent",
  word: () => undefined,
};

export const loadingVocabulary: Vocabulary = { ...absentVocabulary, status: "loading" };
export const failedVocabulary: Vocabulary = { ...absentVocabulary, status: "failed" };

const wordCount = 50257;

export async function loadGpt2Vocabulary(): Promise<Vocabulary> {
  const { encode, decode } = await import("gpt-tokenizer/encoding/r50k_base");
  return {
    status: "ready",
    word: (id) => (id >= 0 && id < wordCount ? decode([id]) : undefined),
    textOf: (ids) => decode(ids.filter((id) => id >= 0 && id < wordCount)),
    // "<|endoftext|>" typed by a reader is text, not the special token.
    encode: (text) => encode(text, { disallowedSpecial: new Set() }),
  };
}
