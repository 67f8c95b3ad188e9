/** A row of a wide table as a strip: one pixel a column, purple below 0, ink above. */

export interface StripColours {
  readonly negative: readonly [number, number, number];
  readonly positive: readonly [number, number, number];
}

function colourFrom(styles: CSSStyleDeclaration, name: string): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = styles
    .getPropertyValue(name)
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return [r, g, b];
}

export function stripColours(element: Element): StripColours {
  const styles = getComputedStyle(element);
  return {
    negative: colourFrom(styles, "--strip-negative"),
    positive: colourFrom(styles, "--strip-positive"),
  };
}

/** The whole scale's end: the largest magnitude among the rows, rounded up to two decimals. */
export function stripLimit(rows: Iterable<Float32Array>): number {
  let most = 0;
  for (const row of rows) for (const value of row) most = Math.max(most, Math.abs(value));
  return most === 0 ? 1 : Math.ceil(most * 100) / 100;
}

export function drawStrip(
  canvas: HTMLCanvasElement,
  values: Float32Array,
  limit: number,
  colours: StripColours,
): void {
  if (canvas.width !== values.length) canvas.width = values.length;
  const context = canvas.getContext("2d");
  if (!context) return;
  const image = context.createImageData(values.length, 1);
  values.forEach((value, column) => {
    const [r, g, b] = value < 0 ? colours.negative : colours.positive;
    const strength = Math.min(1, Math.abs(value) / limit);
    image.data.set([r, g, b, Math.round(255 * strength)], 4 * column);
  });
  context.putImageData(image, 0, 0);
}
