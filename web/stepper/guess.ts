/** What a guessed sum says about how it was reached. */

import type { Words } from "../words/index.js";

export interface Question {
  readonly column: number;
  readonly id: number;
  readonly position: number;
  /** The right answer, from the core. */
  readonly sum: number;
  /** The rows that the reader can see, by index, the right ones among them. */
  readonly wteRows: ReadonlyMap<number, Float32Array>;
  readonly wpeRows: ReadonlyMap<number, Float32Array>;
  /** Half a unit of the last printed decimal. */
  readonly tolerance: number;
}

export type Verdict =
  | { readonly kind: "right" | "only-wte" | "only-wpe" | "difference" | "not-a-number" | "wrong" }
  | { readonly kind: "wrong-row" | "wrong-position" | "wrong-column"; readonly used: number };

export function judge(guess: number, question: Question): Verdict {
  const { id, position, column, wteRows, wpeRows } = question;
  if (Number.isNaN(guess)) return { kind: "not-a-number" };
  const near = (value: number) => Math.abs(guess - value) <= question.tolerance;
  const wteRow = wteRows.get(id)!;
  const wpeRow = wpeRows.get(position)!;
  const a = wteRow[column]!;
  const b = wpeRow[column]!;

  if (near(question.sum)) return { kind: "right" };
  if (near(a)) return { kind: "only-wte" };
  if (near(b)) return { kind: "only-wpe" };
  if (near(a - b) || near(b - a)) return { kind: "difference" };
  for (const [row, values] of wpeRows) {
    if (near(a + values[column]!)) return { kind: "wrong-position", used: row };
  }
  for (const [row, values] of wteRows) {
    if (near(values[column]! + b)) return { kind: "wrong-row", used: row };
  }
  for (let other = 0; other < wteRow.length; other++) {
    if (near(wteRow[other]! + wpeRow[other]!)) return { kind: "wrong-column", used: other };
  }
  return { kind: "wrong" };
}

export function verdictText(
  verdict: Verdict,
  { id, position, column }: { id: number; position: number; column: number },
  sum: string,
  { bet }: Words,
): string {
  switch (verdict.kind) {
    case "right":
      return bet.right(sum);
    case "only-wte":
      return bet.onlyWte;
    case "only-wpe":
      return bet.onlyWpe;
    case "difference":
      return bet.difference;
    case "not-a-number":
      return bet.notNumber;
    case "wrong-row":
      return bet.wrongRow(verdict.used, id);
    case "wrong-position":
      return bet.wrongPosition(verdict.used, position);
    case "wrong-column":
      return bet.wrongColumn(verdict.used, column);
    case "wrong":
      return bet.wrong(`wte[${id}][${column}]`, `wpe[${position}][${column}]`);
  }
}
