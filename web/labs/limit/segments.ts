const visible = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/** The words and marks of a text in order, without what cannot be seen. */
export function wordsOf(text: string): string[] {
  const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter((word) =>
    visible.test(word),
  );
}
