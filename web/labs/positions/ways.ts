/** The ways in which position_ids come about: each a rule of a few terms, and a row for each term. */

import { IndexError, type Model, type Matrix, type PositionIds } from "../../runtime/tinygpt-laboratories.js";
import type { StateOf } from "../fields.js";
import type { Core } from "../lab.js";
import type { fields } from "./lab.js";

type State = StateOf<typeof fields>;

/** What a row of the table is, and which term of the rule it belongs to. */
export type Term =
  | "words"
  | "chunk"
  | "sentence"
  | "mask"
  | "cumsum"
  | "times-mask"
  | "minus-1"
  | "plus-2"
  | "plus-padding"
  | "fill"
  | "arange"
  | "past_length"
  | "offset"
  | "result"
  | "right";

/** A piece of the rule: a term that can be lit, or the signs between them. */
export type Piece = { readonly term: Term; readonly text: string } | string;

export interface Line {
  readonly term: Term;
  /** One for each place; null where the term says nothing. */
  readonly values: readonly (number | null)[];
}

export interface Sequence {
  readonly words: readonly string[];
  /** How many places at the front are in the cache already. */
  readonly cached: number;
  readonly lines: readonly Line[];
}

export interface WayView {
  readonly rule: readonly Piece[];
  /** Table of the rows, one for each sequence. */
  readonly sequences: readonly Sequence[];
  /** Places whose row is not the one they should fetch. */
  readonly wrong: readonly number[];
  readonly n_positions: number;
  /** X0 of the new words, as it comes out and as it should. */
  readonly sums?: { readonly words: string[]; readonly got: Matrix | IndexError; readonly right: Matrix | IndexError };
  /** Attention weights of head 0 under the mask that belongs to the rows. */
  readonly attention?: { readonly words: string[]; readonly weights: Matrix };
  /** Of packed sentences, those whose last logits are to the bit what they are alone. */
  readonly alike?: { readonly count: number; readonly of: number };
  /** Chunk by chunk gives the same as at once. */
  readonly sameAsPrefill?: boolean;
}

/** The sentences that the teaching model was trained on. */
const trained = [
  [0, 1, 2],
  [2, 1, 0],
  [0, 3, 4],
  [2, 3, 4],
];

/** Words from the given sentence on, as many as needed. */
function someWords(model: Model, length: number, from = 0): { ids: number[]; words: string[] } {
  const all = trained.flat();
  const ids = Array.from({ length }, (_, place) => all[(3 * from + place) % all.length]!);
  return { ids, words: ids.map((id) => model.vocabulary![id]!) };
}

function tryEmbed(model: Model, ids: number[], positionIds: number[]): Matrix | IndexError {
  try {
    const { x0, shape } = model.embed(ids, { positionIds });
    return { values: x0, shape };
  } catch (error) {
    if (error instanceof IndexError) return error;
    throw error;
  }
}

const differing = (a: readonly (number | null)[], b: readonly (number | null)[]): number[] =>
  a.flatMap((value, place) => (value === b[place] ? [] : [place]));

function prefill({ length }: State, rules: PositionIds, model: Model): WayView {
  const positions = Array.from(rules.prefill(length));
  return {
    rule: ["position_ids = ", { term: "arange", text: "arange(T)" }],
    sequences: [
      {
        words: someWords(model, length).words,
        cached: 0,
        lines: [
          { term: "arange", values: positions },
          { term: "result", values: positions },
        ],
      },
    ],
    wrong: [],
    n_positions: model.config.n_positions,
  };
}

function decode({ past, fresh, offset }: State, rules: PositionIds, model: Model): WayView {
  const { ids, words } = someWords(model, past + fresh);
  const right = Array.from(rules.decode(fresh, past));
  const got = right.map((position) => position + offset);
  const behindCache = (values: readonly number[]) => [...Array<null>(past).fill(null), ...values];
  const cached = Array.from({ length: past }, (_, place) => place);
  const newIds = ids.slice(past);
  const sign = offset < 0 ? "−" : "+";
  return {
    rule: [
      "position_ids = ",
      { term: "arange", text: "arange(T)" },
      " + ",
      { term: "past_length", text: "past_length" },
      ...(offset === 0 ? [] : [` ${sign} `, { term: "offset" as const, text: String(Math.abs(offset)) }]),
    ],
    sequences: [
      {
        words,
        cached: past,
        lines: [
          { term: "arange", values: behindCache(Array.from(rules.decode(fresh, 0))) },
          { term: "past_length", values: behindCache(Array<number>(fresh).fill(past)) },
          ...(offset === 0
            ? []
            : [{ term: "offset" as const, values: behindCache(Array<number>(fresh).fill(offset)) }]),
          { term: "result", values: [...cached, ...got] },
          ...(offset === 0 ? [] : [{ term: "right" as const, values: [...cached, ...right] }]),
        ],
      },
    ],
    wrong: offset === 0 ? [] : got.map((_, place) => past + place),
    n_positions: model.config.n_positions,
    sums: {
      words: words.slice(past),
      got: tryEmbed(model, newIds, got),
      right: tryEmbed(model, newIds, right),
    },
  };
}

function chunked({ length, chunk }: State, rules: PositionIds, model: Model): WayView {
  const chunks = Array.from({ length: Math.ceil(length / chunk) }, (_, index) => {
    const past = index * chunk;
    const size = Math.min(chunk, length - past);
    return {
      index: Array<number>(size).fill(index),
      arange: Array.from(rules.decode(size, 0)),
      past: Array<number>(size).fill(past),
      positions: Array.from(rules.decode(size, past)),
    };
  });
  const positions = chunks.flatMap((one) => one.positions);
  return {
    rule: [
      "position_ids = ",
      { term: "arange", text: "arange(n)" },
      " + ",
      { term: "past_length", text: "past_length" },
    ],
    sequences: [
      {
        words: someWords(model, length).words,
        cached: 0,
        lines: [
          { term: "chunk", values: chunks.flatMap((one) => one.index) },
          { term: "arange", values: chunks.flatMap((one) => one.arange) },
          { term: "past_length", values: chunks.flatMap((one) => one.past) },
          { term: "result", values: positions },
        ],
      },
    ],
    wrong: [],
    n_positions: model.config.n_positions,
    sameAsPrefill: differing(positions, Array.from(rules.prefill(length))).length === 0,
  };
}

function packed({ sentences, joined }: State, rules: PositionIds, model: Model): WayView {
  const sentenceOf = sentences.flatMap((size, index) => Array<number>(size).fill(index));
  const total = sentenceOf.length;
  const right = Array.from(rules.packed(sentences));
  const got = joined ? Array.from(rules.prefill(total)) : right;
  const parts = sentences.map((size, index) => someWords(model, size, index));
  const ids = parts.flatMap((part) => part.ids);
  const words = parts.flatMap((part) => part.words);
  // 1 where the row's place may look at the column's: its own sentence, up to itself.
  const pairMask = sentenceOf.flatMap((mine, row) =>
    sentenceOf.map((other, column) => (column <= row && (joined || other === mine) ? 1 : 0)),
  );
  const run = model.forward(ids, {
    positionIds: got,
    pairMask,
    logits: "all",
    trace: ["h.0.weights.0"],
  });
  const count = run.shape[1];
  let end = 0;
  const alike = parts.filter((part) => {
    end += part.ids.length;
    const alone = model.forward(part.ids).logits;
    return alone.every((logit, i) => logit === run.logits[(end - 1) * count + i]);
  }).length;
  return {
    rule: [
      "position_ids = ",
      ...(joined
        ? [{ term: "arange" as const, text: "arange(T)" }]
        : ["[", { term: "arange" as const, text: "arange(n₀), arange(n₁), …" }, "]"]),
    ],
    sequences: [
      {
        words,
        cached: 0,
        lines: [
          { term: "sentence", values: sentenceOf },
          { term: "arange", values: got },
          { term: "result", values: got },
          ...(joined ? [{ term: "right" as const, values: right }] : []),
        ],
      },
    ],
    wrong: differing(got, right),
    n_positions: model.config.n_positions,
    attention: { words, weights: run.trace!["h.0.weights.0"]! },
    alike: { count: alike, of: parts.length },
  };
}

function padded({ mask, rule, fill, again }: State, rules: PositionIds, model: Model): WayView {
  const rows = (options: Parameters<PositionIds["fromMask"]>[1]) =>
    Array.from(rules.fromMask(mask, options));
  // OPT's rule without its second multiplication is cumsum(mask) - 1 + 2.
  const cumsum = rows({ rule: "opt", multiplyByMaskAgain: false }).map((row) => row - 1);
  const timesMask = rows({ rule: "roberta", paddingIndex: 0 });
  const got = {
    gpt2: () => rows({ rule: "gpt2", fill: fill === "1" ? 1 : 0 }),
    opt: () => rows({ rule: "opt", multiplyByMaskAgain: again }),
    roberta: () => rows({ rule: "roberta" }),
  }[rule]();
  const before = rule === "opt" && !again ? cumsum : timesMask;
  const sum: Piece = { term: "cumsum", text: "cumsum(mask)" };
  const times: Piece = { term: "times-mask", text: "mask" };
  const minus: Piece = { term: "minus-1", text: "1" };
  const rulePieces: Record<typeof rule, Piece[]> = {
    gpt2: ["position_ids = ", sum, " − ", minus, ", pads ", { term: "fill", text: fill }],
    opt: [
      "rows = ",
      sum,
      ...(again ? [" × ", times] : []),
      " − ",
      minus,
      " + ",
      { term: "plus-2", text: "2" },
    ],
    roberta: ["rows = ", sum, " × ", times, " + ", { term: "plus-padding", text: "padding_idx" }],
  };
  const lines: Record<typeof rule, Line[]> = {
    gpt2: [
      { term: "minus-1", values: cumsum.map((value) => value - 1) },
      { term: "fill", values: mask.map((bit, place) => (bit === 0 ? got[place]! : null)) },
    ],
    opt: [
      ...(again ? [{ term: "times-mask" as const, values: timesMask }] : []),
      { term: "minus-1", values: before.map((value) => value - 1) },
      { term: "plus-2", values: got },
    ],
    roberta: [
      { term: "times-mask", values: timesMask },
      { term: "plus-padding", values: got },
    ],
  };
  const right = rule === "opt" ? rows({ rule: "opt" }) : got;
  const { words } = someWords(model, mask.filter((bit) => bit === 1).length);
  let next = 0;
  return {
    rule: rulePieces[rule],
    sequences: [
      {
        words: mask.map((bit) => (bit === 1 ? words[next++]! : "pad")),
        cached: 0,
        lines: [
          { term: "mask", values: mask },
          { term: "cumsum", values: cumsum },
          ...lines[rule],
          { term: "result", values: got },
        ],
      },
    ],
    wrong: differing(got, right),
    n_positions: model.config.n_positions,
  };
}

/** A value at the one new place after cached ones that it says nothing about. */
function behind(cached: readonly number[], value: number): (number | null)[] {
  return [...cached.map(() => null), value];
}

function batch({ pasts }: State, rules: PositionIds, model: Model): WayView {
  return {
    rule: [
      "position_ids[b] = ",
      { term: "arange", text: "arange(1)" },
      " + ",
      { term: "past_length", text: "past_length[b]" },
    ],
    sequences: pasts.map((past, index) => {
      const position = rules.decode(1, past)[0]!;
      const cached = Array.from({ length: past }, (_, place) => place);
      return {
        words: someWords(model, past + 1, index).words,
        cached: past,
        lines: [
          { term: "arange" as const, values: behind(cached, rules.decode(1, 0)[0]!) },
          { term: "past_length" as const, values: behind(cached, past) },
          { term: "result" as const, values: [...cached, position] },
        ],
      };
    }),
    wrong: [],
    n_positions: model.config.n_positions,
  };
}

const ways = { prefill, decode, chunked, packed, padded, batch };

export function wayView(state: State, core: Core): WayView {
  return ways[state.way](state, core.runtime.positionIds, core.model("teaching"));
}
