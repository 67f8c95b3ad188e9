/** Numbers of very different sizes, printed. */

/** Some significant digits, without zeros at the end: 0.01, 62.83, 3.1e−8. */
export function significant(value: number, digits = 4): string {
  return String(Number(value.toPrecision(digits))).replaceAll("-", "\u2212");
}

export function subscript(index: number): string {
  return Array.from(String(index), (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
}
