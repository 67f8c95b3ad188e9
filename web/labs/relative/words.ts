import type { LabWords } from "../lab.js";
import type { Term } from "./absolute.js";
import type { Scheme } from "./fields.js";
import { en } from "./words_en.js";
import { zh } from "./words_zh.js";

/** What the comparison quotes from the core. */
export interface Facts {
  readonly position: string;
  readonly rows: string;
  readonly heads: string;
  readonly buckets: string;
  readonly biases: string;
  readonly error: string;
}

/** A way, where it enters, its parameters, what a shift does, beyond the trained length. */
export type Way = readonly [string, string, string, string, string];

export interface RelativeWords extends LabWords {
  readonly scheme: string;
  readonly schemes: Readonly<Record<Scheme, string>>;

  readonly k: string;
  readonly pairName: (query: string, key: string, score: string) => string;
  readonly pairScore: (query: string, key: string) => string;
  readonly letters: string;
  readonly terms: Readonly<Record<Term, string>>;
  readonly score: string;
  readonly change: (most: string) => string;
  readonly shifts: (query: string, key: string) => string;
  readonly outside: string;
  readonly indexError: (index: number, size: number) => string;
  readonly absoluteNote: string;

  readonly layout: string;
  readonly layouts: Readonly<Record<"interleaved" | "half", string>>;
  readonly columns: (i: number, pair: readonly [number, number]) => string;
  readonly ropeDial: (
    i: number,
    query: string,
    queryPosition: number,
    key: string,
    keyPosition: number,
    product: string,
  ) => string;
  readonly ropeCaption: (
    query: string,
    queryPosition: number,
    key: string,
    keyPosition: number,
  ) => string;
  readonly ropeNote: string;

  readonly heads: string;
  readonly head: (head: number) => string;
  readonly headCorner: string;
  readonly slope: string;
  readonly bias: string;
  readonly biasTable: string;
  readonly biasOf: string;
  readonly distanceBack: string;
  readonly alibiName: (heads: number) => string;
  readonly alibiCaption: string;
  readonly alibiNote: (slope: string) => string;

  readonly distance: string;
  readonly distanceAxis: string;
  readonly bidirectional: string;
  readonly bucket: string;
  readonly t5Name: string;
  readonly t5Caption: string;
  readonly runs: string;
  readonly from: string;
  readonly to: string;

  readonly contentScore: string;
  readonly noneNote: string;

  readonly comparison: string;
  readonly way: string;
  readonly columnsOfComparison: readonly string[];
  readonly ways: (facts: Facts) => readonly Way[];

  readonly seen: {
    readonly absolute: (k: number, contentStays: boolean, change: string) => string;
    readonly outside: (k: number) => string;
    readonly rope: (k: number, change: string) => string;
    readonly alibi: (heads: number, steepest: string, flattest: string) => string;
    /** count: distances that share the bucket; null: without end. */
    readonly t5: (distance: number, bucket: number, count: number | null) => string;
    readonly none: string;
    readonly compare: string;
  };
}

export const words: { zh: RelativeWords; en: RelativeWords } = { zh, en };
