/** Large whole numbers, shares and bytes, as both languages print them. */

/** 124,439,808 */
export function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

/** A share from 0 to 1 with two figures: 0.63 %, 0.30 %, 0.014 %, 25 %. */
export function percent(share: number): string {
  const hundredths = share * 100;
  const text = hundredths >= 10 ? hundredths.toFixed(0) : hundredths.toPrecision(2);
  return `${text}\u00a0%`;
}

/** Three figures, in units of a thousand: 3.15 MB. */
export function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = count < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(count) / 3));
  const scaled = count / 1000 ** power;
  return `${power === 0 ? scaled : scaled.toPrecision(3)}\u00a0${units[power]}`;
}
