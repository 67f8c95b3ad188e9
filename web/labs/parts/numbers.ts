/** Numbers of very different sizes, printed. */

const raised: Readonly<Record<string, string>> = {
  "-": "⁻",
  "0": "⁰",
  "1": "¹",
  "2": "²",
  "3": "³",
  "4": "⁴",
  "5": "⁵",
  "6": "⁶",
  "7": "⁷",
  "8": "⁸",
  "9": "⁹",
};

/** Some significant digits, without zeros at the end: 0.01, 62.83, 3.1 × 10⁻⁸. */
export function significant(value: number, digits = 4): string {
  const rounded = Number(value.toPrecision(digits));
  const size = Math.abs(rounded);
  if (size > 0 && size < 1e-3) {
    const [factor, power] = rounded.toExponential().split("e") as [string, string];
    const exponent = Array.from(power, (sign) => raised[sign] ?? "").join("");
    return `${factor} × 10${exponent}`.replace("-", "\u2212");
  }
  return String(rounded).replace("-", "\u2212");
}

export function subscript(index: number): string {
  return Array.from(String(index), (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
}
