/** What a guessed sum says about how it was reached. */

import type { Words } from "../words/index.js";

export interface Question {
  readonly column: number;
  readonly id: number;
  readonly position: number;
  /** The rows that the reader can see, by index, the right ones among them. */
  readonly wteRows: ReadonlyMap<number, Float32Array>;
  readonly wpeRows: ReadonlyMap<number, Float32Array>;
  /** Half a unit of the last printed decimal. */
  readonly tolerance: number;
}

export interface Feedback {
  readonly right: boolean;
  readonly text: string;
}

export function judge(guess: number, question: Question, sum: string, words: Words): Feedback {
  const { id, position, column, wteRows, wpeRows } = question;
  if (Number.isNaN(guess)) return { right: false, text: words.bet.notNumber };
  const near = (value: number) => Math.abs(guess - value) <= question.tolerance;
  const wteRow = wteRows.get(id)!;
  const wpeRow = wpeRows.get(position)!;
  const a = wteRow[column]!;
  const b = wpeRow[column]!;
  const wrong = (text: string): Feedback => ({ right: false, text });

  if (near(a + b)) return { right: true, text: words.bet.right(sum) };
  if (near(a)) return wrong(words.bet.onlyWte);
  if (near(b)) return wrong(words.bet.onlyWpe);
  if (near(a - b) || near(b - a)) return wrong(words.bet.difference);
  for (const [row, values] of wpeRows) {
    if (near(a + values[column]!)) return wrong(words.bet.wrongPosition(row, position));
  }
  for (const [row, values] of wteRows) {
    if (near(values[column]! + b)) return wrong(words.bet.wrongRow(row, id));
  }
  for (let other = 0; other < wteRow.length; other++) {
    if (near(wteRow[other]! + wpeRow[other]!)) return wrong(words.bet.wrongColumn(other, column));
  }
  return wrong(words.bet.wrong(`wte[${id}][${column}]`, `wpe[${position}][${column}]`));
}
