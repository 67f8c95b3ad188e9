/** What a laboratory remembers: named fields, each of which reads and writes its own text. */

import { typedIntegers, typedNumber } from "../stepper/numbers.js";

/** Why a text is not a value of its field, as facts; words.ts makes the sentence. */
export type Refusal =
  | { kind: "whole"; text: string; min: number; max: number }
  | { kind: "decimal"; text: string; min: number; max: number }
  | { kind: "choice"; text: string }
  | { kind: "item"; text: string; min: number; max: number }
  | { kind: "zeros"; text: string }
  | { kind: "length"; count: number; shortest: number; longest: number };

export interface Field<T> {
  readonly start: T;
  read(text: string): { value: T } | { refused: Refusal };
  write(value: T): string;
}

export interface WholeField extends Field<number> {
  readonly min: number;
  readonly max: number;
}

/** A whole number from min to max. */
export function whole(start: number, min: number, max: number): WholeField {
  return {
    start,
    min,
    max,
    read(text) {
      const typed = typedIntegers(text);
      const value = "numbers" in typed && typed.numbers.length === 1 ? typed.numbers[0]! : NaN;
      if (value >= min && value <= max) return { value };
      return { refused: { kind: "whole", text, min, max } };
    },
    write: String,
  };
}

export interface DecimalField extends Field<number> {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** A number from min to max; its slider moves by `step`. */
export function decimal(start: number, min: number, max: number, step: number): DecimalField {
  return {
    start,
    min,
    max,
    step,
    read(text) {
      const value = typedNumber(text);
      if (value >= min && value <= max) return { value };
      return { refused: { kind: "decimal", text, min, max } };
    },
    write: String,
  };
}

export interface ChoiceField<T extends string> extends Field<T> {
  readonly options: readonly T[];
}

export function choice<T extends string>(start: NoInfer<T>, options: readonly T[]): ChoiceField<T> {
  return {
    start,
    options,
    read(text) {
      const value = options.find((option) => option === text);
      return value === undefined ? { refused: { kind: "choice", text } } : { value };
    },
    write: (value) => value,
  };
}

export function flag(start: boolean): Field<boolean> {
  return {
    start,
    read(text) {
      if (text === "1" || text === "0") return { value: text === "1" };
      return { refused: { kind: "choice", text } };
    },
    write: (value) => (value ? "1" : "0"),
  };
}

export interface ListField extends Field<readonly number[]> {
  readonly min: number;
  readonly max: number;
  readonly shortest: number;
  readonly longest: number;
}

/** Whole numbers from min to max, between `shortest` and `longest` of them. */
export function wholes(
  start: readonly number[],
  { min, max, shortest = 1, longest }: { min: number; max: number; shortest?: number; longest: number },
): ListField {
  return {
    start,
    min,
    max,
    shortest,
    longest,
    read(text) {
      const typed = typedIntegers(text);
      if ("wrong" in typed) return { refused: { kind: "item", text: typed.wrong, min, max } };
      const { numbers } = typed;
      const outside = numbers.find((number) => number < min || number > max);
      if (outside !== undefined) {
        return { refused: { kind: "item", text: String(outside), min, max } };
      }
      if (numbers.length < shortest || numbers.length > longest) {
        return { refused: { kind: "length", count: numbers.length, shortest, longest } };
      }
      return { value: numbers };
    },
    write: (value) => value.join(","),
  };
}

export interface TextField extends Field<string> {
  readonly longest: number;
}

/** Any text of at most `longest` characters. */
export function text(start: string, longest: number): TextField {
  return {
    start,
    longest,
    read(typed) {
      const count = Array.from(typed).length;
      if (count >= 1 && count <= longest) return { value: typed };
      return { refused: { kind: "length", count, shortest: 1, longest } };
    },
    write: (value) => value,
  };
}

export type Fields = Readonly<Record<string, Field<any>>>;
export type StateOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

export function startOf<F extends Fields>(fields: F): StateOf<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, field.start]),
  ) as StateOf<F>;
}

export interface Unread {
  readonly key: string;
  readonly refused: Refusal;
}

/** The state that a query speaks of; what cannot be read is named and stays as it starts. */
export function readState<F extends Fields>(
  fields: F,
  query: Iterable<[string, string]>,
): { state: StateOf<F>; unread: Unread[] } {
  const given = new Map(query);
  const unread: Unread[] = [];
  const entries = Object.entries(fields).map(([key, field]) => {
    const text = given.get(key);
    if (text === undefined) return [key, field.start];
    const read = field.read(text);
    if ("value" in read) return [key, read.value];
    unread.push({ key, refused: read.refused });
    return [key, field.start];
  });
  return { state: Object.fromEntries(entries) as StateOf<F>, unread };
}

/** The fields that differ from their start, as text. */
export function writeState<F extends Fields>(fields: F, state: StateOf<F>): [string, string][] {
  return Object.entries(fields)
    .map(([key, field]): [string, string, string] => [
      key,
      field.write(state[key]),
      field.write(field.start),
    ])
    .filter(([, now, start]) => now !== start)
    .map(([key, now]) => [key, now]);
}
