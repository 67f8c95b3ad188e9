/** Numbers as the page prints and reads them. */

const minus = "\u2212";

function withMinus(text: string): string {
  return text.replace(/^-/, minus);
}

/** A fixed number of decimals; never "−0.0". */
export function fixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return "NaN";
  const text = value.toFixed(decimals);
  return withMinus(Number(text) === 0 ? text.replace("-", "") : text);
}

/** The shortest decimal that names this float32 and no other. */
export function shortestFloat32(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return withMinus(String(Number(text)));
  }
  return withMinus(String(Number(value.toPrecision(9))));
}

/** A negative operand after a sign is put in brackets. */
export function operand(text: string): string {
  return text.startsWith(minus) ? `(${text})` : text;
}

export function integer(value: number): string {
  return withMinus(String(value));
}

/** A number as a person types it, with either minus sign; NaN for anything else. */
export function typedNumber(text: string): number {
  const plain = text.normalize("NFKC").trim().replace(minus, "-").replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

/** What a number field holds, if that is a whole number. */
export function readWholeNumber(input: HTMLInputElement): number | undefined {
  return input.value !== "" && Number.isSafeInteger(input.valueAsNumber)
    ? input.valueAsNumber
    : undefined;
}

/** Whole numbers as a person types them: "0, 1, 2", "[0 1 2]", "0，1、2". */
export function typedIntegers(text: string): { numbers: number[] } | { wrong: string } {
  const plain = text.normalize("NFKC").trim().replace(/^\[|\]$/g, "").replaceAll(minus, "-");
  const numbers: number[] = [];
  for (const part of plain.split(/[\s,，、;；]+/)) {
    if (part === "") continue;
    const number = Number(part);
    if (!/^[-+]?\d+$/.test(part) || !Number.isSafeInteger(number)) return { wrong: part };
    numbers.push(number);
  }
  return { numbers };
}

/** Longer inputs are refused where they are typed. */
export const maxTypedLength = 4096;
