/** What each model does with the same ids, computed by the core. */

import {
  IndexError,
  type Matrix,
  type Model,
  type ParameterTerm,
  type TinyGptLaboratories,
} from "../../runtime/tinygpt-laboratories.js";
import type { BertEmbedding } from "../../runtime/training_types.js";
import { likeliest } from "../../stepper/run.js";
import type { Core } from "../lab.js";
import { ids, type ModelsState } from "./fields.js";
import { imagePatch, type ModelName, modelNames, published, vitConfig } from "./published.js";

/** The same places looked up in the stand-in table by one rule. */
export interface Lookup {
  /** One for each place. */
  readonly rows: readonly number[];
  /** [places, n_embd]: wte plus wpe */
  readonly x0: Matrix;
  /** What the teaching model says after the real words; null where it is not asked. */
  readonly next: { readonly word: string; readonly probability: number } | null;
}

export interface RowsView {
  readonly kind: "rows";
  readonly table: readonly Float32Array[];
  readonly right: Lookup;
  /** By the mistaken rule, if it is tried. */
  readonly tried: Lookup | null;
}

export interface BertView {
  readonly kind: "bert";
  readonly stages: BertEmbedding;
  readonly types: readonly number[];
  /** The largest difference in `normed` from what the right token types give. */
  readonly difference: number;
  readonly dropped: number;
}

export interface WhisperView {
  readonly kind: "whisper";
  readonly right: Matrix;
  readonly tried: Matrix | null;
  readonly difference: number;
  /** What the decoder's table answers one position behind its end. */
  readonly end: IndexError;
}

export interface VitView {
  readonly kind: "vit";
  readonly side: number;
  readonly pixels: number;
  /** The row of every patch. */
  readonly rows: Int32Array;
  readonly tableRows: number;
  /** Rows that an image of this size needs. */
  readonly needed: number;
  readonly error: IndexError | null;
}

export interface CroppedView {
  readonly kind: "nanogpt";
  readonly table: readonly Float32Array[];
  /** How many of its rows the smaller block_size leaves. */
  readonly block: number;
  readonly dropped: number;
  /** Of every place; null for one that was dropped. */
  readonly rows: readonly (number | null)[];
  readonly before: Lookup;
  readonly next: { readonly word: string; readonly probability: number };
}

export type Closer = RowsView | BertView | WhisperView | VitView | CroppedView;

export interface ModelsView {
  readonly vocabulary: readonly string[];
  readonly n_embd: number;
  /** The row that each place takes in each model. */
  readonly overview: readonly { name: ModelName; rows: readonly number[]; shape: readonly number[] }[];
  readonly terms: readonly ParameterTerm[];
  readonly closer: Closer;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function rowsIn(name: ModelName, mask: readonly number[], runtime: TinyGptLaboratories): number[] {
  const { prefill, decode, fromMask } = runtime.positionIds;
  switch (name) {
    case "gpt2":
    case "opt":
    case "roberta":
      return Array.from(fromMask(mask, { rule: name }));
    case "vit":
      // The class token has row 0; the patches follow it.
      return Array.from(decode(ids.length, 1));
    default:
      return Array.from(prefill(ids.length));
  }
}

/** The mistake that each of these models invites. */
function rowsTried(name: "gpt2" | "roberta" | "opt", mask: readonly number[], runtime: TinyGptLaboratories) {
  const { prefill, fromMask } = runtime.positionIds;
  switch (name) {
    case "gpt2":
      return Array.from(fromMask(mask, { rule: "opt" }));
    case "roberta":
      return Array.from(prefill(ids.length));
    case "opt":
      return Array.from(fromMask(mask, { rule: "opt" }), (row) => row + 2);
  }
}

function nextWord(model: Model, words: readonly number[], positionIds: readonly number[]) {
  const run = model.forward(words, { positionIds, trace: ["probabilities"] });
  const probabilities = run.trace!["probabilities"]!.values;
  const id = likeliest(probabilities);
  return { word: model.vocabulary![id]!, probability: probabilities[id]! };
}

function lookup(
  model: Model,
  rows: readonly number[],
  mask: readonly number[],
  asked: boolean,
): Lookup {
  const { x0, shape } = model.embed(ids, { positionIds: rows });
  const real = (_: number, place: number) => mask[place] === 1;
  const next =
    asked && sum(mask) > 0 ? nextWord(model, ids.filter(real), rows.filter(real)) : null;
  return { rows, x0: { values: x0, shape }, next };
}

function tableOf(model: Model, rows: number): Float32Array[] {
  return Array.from({ length: rows }, (_, row) => model.row("wpe", row));
}

function rowsView(name: "gpt2" | "roberta" | "opt", state: ModelsState, core: Core): RowsView {
  const model = core.model("teaching");
  const asked = name === "gpt2";
  const look = (rows: number[]) => lookup(model, rows, state.mask, asked);
  return {
    kind: "rows",
    table: tableOf(model, model.config.n_positions),
    right: look(rowsIn(name, state.mask, core.runtime)),
    tried: state.wrong ? look(rowsTried(name, state.mask, core.runtime)) : null,
  };
}

function stacked(rows: readonly Float32Array[]): Matrix {
  const columns = rows[0]!.length;
  const values = new Float32Array(rows.length * columns);
  rows.forEach((row, r) => values.set(row, r * columns));
  return { values, shape: [rows.length, columns] };
}

function largestDifference(a: Matrix, b: Matrix): number {
  return a.values.reduce((most, value, i) => Math.max(most, Math.abs(value - b.values[i]!)), 0);
}

/** The rows of the teaching model's table that stand for token types 0 and 1. */
const typeRows = [6, 7];

function bertView(state: ModelsState, core: Core): BertView {
  const { runtime } = core;
  const teaching = core.model("teaching");
  const { vocab_size, n_positions } = teaching.config;
  const tables = {
    word: stacked(Array.from({ length: vocab_size }, (_, id) => teaching.row("wte", id))),
    position: stacked(tableOf(teaching, n_positions)),
    tokenType: stacked(typeRows.map((row) => teaching.row("wpe", row))),
  };
  const types = state.wrong ? ids.map(() => 0) : state.types;
  const stages = runtime.bertEmbed(tables, ids, {
    tokenTypeIds: types,
    ...(state.training ? { dropout: { p: state.p, seed: state.seed } } : {}),
  });
  const right = runtime.bertEmbed(tables, ids, { tokenTypeIds: state.types });
  return {
    kind: "bert",
    stages,
    types,
    difference: largestDifference(stages.normed, right.normed),
    dropped: stages.kept ? stages.kept.values.filter((kept) => kept === 0).length : 0,
  };
}

/** The error of fetching these rows from a table of `size`, or none. */
function errorOf(runtime: TinyGptLaboratories, size: number, rows: ArrayLike<number>): IndexError | null {
  const table = runtime.createModelFromTables({ n_embd: 1 }, new Float32Array(1), new Float32Array(size));
  try {
    table.embed(new Int32Array(rows.length), { positionIds: rows });
    return null;
  } catch (error) {
    if (error instanceof IndexError) return error;
    throw error;
  } finally {
    table.dispose();
  }
}

const shownRows = 8;
const shownColumns = 8;

function whisperView(state: ModelsState, terms: readonly ParameterTerm[], runtime: TinyGptLaboratories): WhisperView {
  const right = runtime.sinusoidal(shownRows, shownColumns, { layout: "whisper" });
  const tried = state.wrong
    ? runtime.sinusoidal(shownRows, shownColumns, { layout: "interleaved" })
    : null;
  const size = rowsOf(terms, published.whisper.table);
  return {
    kind: "whisper",
    right,
    tried,
    difference: tried ? largestDifference(right, tried) : 0,
    end: errorOf(runtime, size, [size])!,
  };
}

/** How many rows a table of positions has; ViT's has a batch axis before them. */
function rowsOf(terms: readonly ParameterTerm[], name: string): number {
  const { shape } = terms.find((term) => term.name === name)!;
  return shape[shape.length - 2]!;
}

function vitView(state: ModelsState, terms: readonly ParameterTerm[], runtime: TinyGptLaboratories): VitView {
  const { table } = published.vit;
  const pixels = state.side * imagePatch;
  const needed = rowsOf(runtime.parameterCount({ ...vitConfig, image_size: pixels }).terms, table);
  const tableRows = rowsOf(terms, table);
  const rows = runtime.positionIds.decode(needed - 1, state.wrong ? 0 : 1);
  return {
    kind: "vit",
    side: state.side,
    pixels,
    rows,
    tableRows,
    needed,
    error: errorOf(runtime, tableRows, rows),
  };
}

function croppedView(state: ModelsState, core: Core): CroppedView {
  const { runtime } = core;
  const teaching = core.model("teaching");
  const everywhere = ids.map(() => 1);
  const before = lookup(teaching, rowsIn("nanogpt", everywhere, runtime), everywhere, true);
  const cropped = runtime.cropPrompt(ids, state.block, "keep-tail");
  const kept = Array.from(runtime.positionIds.prefill(cropped.ids.length));
  return {
    kind: "nanogpt",
    table: tableOf(teaching, teaching.config.n_positions),
    block: state.block,
    dropped: cropped.dropped,
    rows: ids.map((_, place) => kept[place - cropped.dropped] ?? null),
    before,
    next: nextWord(teaching, cropped.ids, kept),
  };
}

export function viewOf(state: ModelsState, core: Core): ModelsView {
  const { runtime } = core;
  const counted = new Map(
    modelNames.map((name) => [name, runtime.parameterCount(published[name].config).terms]),
  );
  const terms = counted.get(state.model)!;

  function closerOf(): Closer {
    switch (state.model) {
      case "bert":
        return bertView(state, core);
      case "whisper":
        return whisperView(state, terms, runtime);
      case "vit":
        return vitView(state, terms, runtime);
      case "nanogpt":
        return croppedView(state, core);
      default:
        return rowsView(state.model, state, core);
    }
  }

  const teaching = core.model("teaching");
  return {
    vocabulary: teaching.vocabulary!,
    n_embd: teaching.config.n_embd,
    overview: modelNames.map((name) => ({
      name,
      rows: rowsIn(name, state.mask, runtime),
      shape: counted.get(name)!.find((term) => term.name === published[name].table)!.shape,
    })),
    terms,
    closer: closerOf(),
  };
}
