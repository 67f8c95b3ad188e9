/**
 * Checks at the edge: what goes to WebAssembly is known to be of the right kind. Everything else
 * is a TypeError that begins with the argument's name.
 */

import type { Matrix } from "./types.js";

/** Longer sequences are refused before they are copied. */
const maxLength = 2 ** 24;

export function fail(argument: string, problem: string): never {
  throw new TypeError(`${argument}: ${problem}`);
}

function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (typeof value === "bigint") return `${value}n`;
  if (value !== null && typeof value === "object") return "an object";
  if (typeof value === "function") return "a function";
  return String(value);
}

/** For sentences that say what was needed instead: "1" alone would look like the number. */
function shownWithKind(value: unknown): string {
  if (typeof value === "string") return `the string ${shown(value)}`;
  if (typeof value === "bigint") return `the bigint ${shown(value)}`;
  return Array.isArray(value) ? "an array" : shown(value);
}

/** A whole number that float64 holds exactly. A bigint in that range is taken as the number. */
export function wholeNumber(argument: string, value: unknown): number {
  if (typeof value === "bigint") {
    if (value < -BigInt(Number.MAX_SAFE_INTEGER) || value > BigInt(Number.MAX_SAFE_INTEGER)) {
      fail(argument, `${value}n is beyond the whole numbers that a JavaScript number holds`);
    }
    return Number(value);
  }
  if (typeof value !== "number" || !Number.isSafeInteger(value)) {
    fail(argument, `${shownWithKind(value)} is not a whole number`);
  }
  return value;
}

/** A view whose buffer was transferred looks empty; to take it for empty would hide the loss. */
function refuseDetached(argument: string, view: ArrayBufferView): void {
  try {
    new Uint8Array(view.buffer);
  } catch {
    fail(argument, "its buffer has been transferred and is detached");
  }
}

/** A number of things, such as a size or a place; none is ever larger than 2^31. */
export function count(argument: string, value: unknown): number {
  const number = wholeNumber(argument, value);
  if (number < 0 || number > 2 ** 31) fail(argument, `${number} is not a count from 0 to 2^31`);
  return number;
}

/** A copy of `values`, every element read once and checked by `element`. */
function copiedList(
  argument: string,
  values: unknown,
  what: string,
  element: (argument: string, value: unknown) => number,
): Float64Array {
  if (values === null || typeof values !== "object") {
    fail(argument, `must be an array of ${what}, not ${shownWithKind(values)}`);
  }
  const list = values as ArrayLike<unknown>;
  const length: unknown = list.length;
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 0) {
    fail(argument, `must be an array of ${what}, not an object without a length`);
  }
  if (length === 0 && ArrayBuffer.isView(values)) refuseDetached(argument, values);
  if (length > maxLength) fail(argument, `has ${length} entries; at most ${maxLength} are taken`);
  const copy = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const value = list[i];
    // A whole number is right in either list, and needs no name made for it.
    copy[i] = Number.isSafeInteger(value)
      ? (value as number)
      : element(`${argument}[${i}]`, value);
  }
  return copy;
}

export function wholeNumbers(argument: string, values: unknown): Float64Array {
  return copiedList(argument, values, "whole numbers", wholeNumber);
}

export function numbers(argument: string, values: unknown): Float64Array {
  return copiedList(argument, values, "numbers", number);
}

/** An array whose elements are checked one by one. */
export function listOf<T>(
  argument: string,
  values: unknown,
  element: (argument: string, value: any) => T,
): T[] {
  if (!Array.isArray(values)) fail(argument, `must be an array, not ${shownWithKind(values)}`);
  return Array.from(values, (value, i) => element(`${argument}[${i}]`, value));
}

export function trueOrFalse(argument: string, value: unknown): boolean {
  if (typeof value !== "boolean") fail(argument, `${shownWithKind(value)} is not true or false`);
  return value;
}

export function number(argument: string, value: unknown): number {
  if (typeof value !== "number") fail(argument, `${shownWithKind(value)} is not a number`);
  return value;
}

/** A finite one, `isFit` if that is given; `needed` says in words which ones are. */
export function finiteNumber(
  argument: string,
  value: unknown,
  needed = "a finite number",
  isFit: (number: number) => boolean = () => true,
): number {
  if (typeof value !== "number" || !Number.isFinite(value) || !isFit(value)) {
    fail(argument, `must be ${needed}, not ${shownWithKind(value)}`);
  }
  return value;
}

/** What the caller wants to be called with, if anything. */
export function callback<T>(argument: string, value: T | undefined): T | undefined {
  if (value !== undefined && typeof value !== "function") {
    fail(argument, `must be a function, not ${shownWithKind(value)}`);
  }
  return value;
}

/** Also one of another realm, such as a frame's. */
export function abortSignal(argument: string, value: unknown): AbortSignal | undefined {
  if (value === undefined) return undefined;
  if (Object.prototype.toString.call(value) !== "[object AbortSignal]") {
    fail(argument, `must be an AbortSignal, not ${shownWithKind(value)}`);
  }
  return value as AbortSignal;
}

export function oneOf<T extends string>(
  argument: string,
  value: unknown,
  choices: readonly T[],
): T {
  const found = choices.find((choice) => choice === value);
  return found ?? fail(argument, `${shown(value)} is not one of ${choices.join(", ")}`);
}

/** Also one of another realm, such as a frame's; `instanceof` would refuse it. */
export function float32Array(argument: string, value: unknown): Float32Array {
  const isFloat32 = Object.prototype.toString.call(value) === "[object Float32Array]";
  if (!ArrayBuffer.isView(value) || !isFloat32) {
    fail(argument, `must be a Float32Array, not ${shownWithKind(value)}`);
  }
  refuseDetached(argument, value);
  return value as Float32Array;
}

/** A copy, whose values are as many as its shape says. */
export function matrixOf(argument: string, value: unknown): Matrix {
  const { values, shape } = optionsObject<Matrix>(argument, value as Matrix, ["values", "shape"]);
  const elements = new Float32Array(float32Array(`${argument}.values`, values));
  const [rows, columns] = pair(`${argument}.shape`, shape);
  if (rows < 0 || columns < 0 || rows * columns !== elements.length) {
    fail(argument, `has ${elements.length} values, which is not ${rows} x ${columns}`);
  }
  return { values: elements, shape: [rows, columns] };
}

export function pair(argument: string, value: unknown): [number, number] {
  const [first, second, ...more] = wholeNumbers(argument, value);
  if (first === undefined || second === undefined || more.length > 0) {
    fail(argument, "must be two whole numbers");
  }
  return [first, second];
}

/** Options by name. A name that is not known is a slip that would otherwise go unnoticed. */
export function optionsObject<T extends object>(
  argument: string,
  value: T | undefined,
  known: readonly (keyof T & string)[],
): Partial<T> {
  if (value === undefined) return {};
  if (value === null || typeof value !== "object") {
    fail(argument, `must be an object, not ${shownWithKind(value)}`);
  }
  for (const key of Object.keys(value)) {
    if (!(known as readonly string[]).includes(key)) {
      fail(argument, `"${key}" is not one of ${known.join(", ")}`);
    }
  }
  return value;
}

/** A 64-bit seed as its two 32-bit halves. */
export function seedHalves(seed: unknown): { high: number; low: number } {
  const wide = typeof seed === "bigint" ? seed : BigInt(wholeNumber("seed", seed));
  if (wide < 0n || wide >= 1n << 64n) fail("seed", `${wide} is not between 0 and 2^64 - 1`);
  return { high: Number(wide >> 32n), low: Number(wide & 0xffffffffn) };
}
