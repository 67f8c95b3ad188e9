/** What the face promises on training, on attention's parts and on BERT's embedding, in types. */

import type { Gpt2Config, Matrix, Model } from "./types.js";

// ---- A model of any small shape -----------------------------------------------------------------

/** The shape and the seed of a model with synthetic weights. */
export interface SyntheticOptions {
  /** At most 2^30 numbers in all tensors, at most 1024 layers. */
  config: Gpt2Config;
  /** 0 to 2^64 - 1. Default 0. */
  seed?: number | bigint;
  /** Everything but the weights of the LayerNorms is multiplied by it. Default 1. */
  scale?: number;
}

// ---- Gradients and a step of training -----------------------------------------------------------

/** What a batch should be completed with, and where its words stand. */
export interface BatchOptions {
  /**
   * For every word of every sequence the word that should come next; -1 is not counted. Default:
   * the sequence itself, one word on, so that its last word is a target only.
   */
  targets?: readonly ArrayLike<number>[];
  /** The rows of wpe, a list for each sequence. Default: 0, 1, ... in every sequence. */
  positionIds?: readonly ArrayLike<number>[];
}

/** Which gradients to hand over. */
export interface GradientOptions extends BatchOptions {
  /** Also of every other tensor. Default false. */
  all?: boolean;
}

/** The loss of a batch, and how it changes with the weights. */
export interface Gradients {
  /** Cross entropy in nats, averaged over all targets that count. */
  loss: number;
  /** `[vocab_size, n_embd]`: of the fetched rows and, where the head is tied, of the head. */
  wte: Matrix;
  /** `[n_positions, n_embd]`: rows that no place fetched are exactly 0. */
  wpe: Matrix;
  /** By the tensor's name, if asked for. */
  all?: Record<string, { values: Float32Array; shape: number[] }>;
}

/** How far to move, and what to leave. */
export interface TrainStepOptions extends BatchOptions {
  /** Every weight moves by -learningRate times its gradient. */
  learningRate: number;
  /** Leaves wpe as it is, as a sinusoidal table would be. Default false. */
  fixedPositions?: boolean;
}

// ---- Which rows get updates ---------------------------------------------------------------------

/** A part of training in which the lengths of sequences are drawn from one histogram. */
export interface TrainingPhase {
  steps: number;
  /** Sequences in a step. */
  batch: number;
  /** 1 to rows. A sequence of length n fetches the rows 0 to n - 1. */
  lengths: ArrayLike<number>;
  /** How often each length occurs, on any scale. */
  weights: ArrayLike<number>;
}

/** A course of training, as far as the lengths of its sequences go. */
export interface RowUpdateOptions {
  /** Rows of the position table, at most 65536. */
  rows: number;
  /** One after another, at most 64. */
  phases: readonly TrainingPhase[];
  /** Draws every sequence, too: at most 2^22 of them, or it is an error. */
  seed?: number | bigint;
}

/** How often each row of the position table is fetched in training. */
export interface RowUpdates {
  /** For each row, in how many steps it is fetched on average: the sum of
   *  steps (1 - (1 - P(length > row))^batch) over the phases. */
  expected: Float64Array;
  /** For each row, in how many steps it was fetched as drawn; only with a seed. */
  simulated?: Float64Array;
  /** Of all phases. */
  steps: number;
}

// ---- Attention's parts --------------------------------------------------------------------------

/** One head of one layer, both from 0. */
export interface HeadChoice {
  layer: number;
  head: number;
}

/** Whose scores, and at which positions. */
export interface ScoreTermsOptions extends HeadChoice {
  /** Default 0, 1, ... Adding the same number to all shifts the sentence along the table. */
  positionIds?: ArrayLike<number>;
}

/**
 * (x_m + p_m) W_Q (W_K)^T (x_n + p_n)^T / sqrt(head_size), with x of wte and p of wpe, multiplied
 * out. All are [T, T]: the row is the place that asks, the column the place that is looked at, also
 * where a causal mask forbids it. Biases and LayerNorm are left out, as in the formula.
 */
export interface ScoreTerms {
  contentContent: Matrix;
  contentPosition: Matrix;
  positionContent: Matrix;
  positionPosition: Matrix;
  /** The sum of the four. */
  score: Matrix;
}

/** Whose projections. */
export interface HeadProjectionOptions extends HeadChoice {
  /** Adds the head's part of c_attn.bias. Default false. */
  bias?: boolean;
}

/** Each [T, head_size]. */
export interface HeadProjections {
  q: Matrix;
  k: Matrix;
  v: Matrix;
}

/** What layer 0 is given, and where it may look. */
export interface ReadOutOptions {
  /** Adds rows 0, 1, ... of wpe to the words. Default true. */
  positions?: boolean;
  /** Every place looks at itself and at earlier ones only. Default true. */
  causal?: boolean;
}

/** What the attention of layer 0 reads out for every word: [T, n_embd], after c_proj. */
export interface ReadOut extends Matrix {
  /** A [T, T] matrix for each head; every row sums to 1. */
  weights: Matrix[];
}

// ---- BERT's embedding ---------------------------------------------------------------------------

/** The tables and the norm of BERT's embedding. */
export interface BertTables {
  word: Matrix;
  position: Matrix;
  tokenType: Matrix;
  /** LayerNorm's weight and bias. Default ones and zeros. */
  gamma?: Float32Array;
  beta?: Float32Array;
}

/** What goes with the ids, and training's dropout. */
export interface BertOptions {
  /** Default: 0 for every word. */
  tokenTypeIds?: ArrayLike<number>;
  /** Default 0, 1, ... */
  positionIds?: ArrayLike<number>;
  /** As in training: each number becomes 0 with probability p (0 to below 1). Default: none. */
  dropout?: { p: number; seed: number | bigint };
}

/** Every stage, each [T, columns]. */
export interface BertEmbedding {
  word: Matrix;
  position: Matrix;
  tokenType: Matrix;
  /** (word + tokenType) + position */
  sum: Matrix;
  /** LayerNorm of each row of sum, epsilon 1e-12. */
  normed: Matrix;
  /** 1 where dropout kept the number, 0 where it did not; only with dropout. */
  kept?: { values: Uint8Array; shape: [number, number] };
  /** What kept numbers are multiplied by: 1 / (1 - p), or 1 without dropout. */
  scale: number;
  /** normed, after dropout where there is one. */
  output: Matrix;
}

// ---- The functions ------------------------------------------------------------------------------

/** Part of TinyGpt. */
export interface Training {
  /** A new model with another table of positions, whose length is the table's. */
  withPositions(model: Model, wpe: Matrix): Model;
  /**
   * Forward and backward over a batch of sequences, in float64. For GPT-2's own blocks (LayerNorm,
   * gelu) and models of at most five million numbers.
   */
  gradients(
    model: Model,
    batch: readonly ArrayLike<number>[],
    options?: GradientOptions,
  ): Gradients;
  /** A new model, one step of plain gradient descent on; the old one stays as it is. */
  trainStep(
    model: Model,
    batch: readonly ArrayLike<number>[],
    options: TrainStepOptions,
  ): Model;
  /** How often each row of the position table is fetched: in closed form, and as drawn from a seed. */
  rowUpdates(options: RowUpdateOptions): RowUpdates;
  /** At most 1024 ids. */
  scoreTerms(model: Model, ids: ArrayLike<number>, options: ScoreTermsOptions): ScoreTerms;
  /** Rows [T, n_embd] times the matrices of one head. At most 1024 rows. */
  headProjections(model: Model, rows: Matrix, options: HeadProjectionOptions): HeadProjections;
  /** q k^T / sqrt(columns): [T, c] and [S, c] give [T, S]. At most 1024 rows each. */
  scores(q: Matrix, k: Matrix): Matrix;
  /** At most 1024 ids. */
  readOut(model: Model, ids: ArrayLike<number>, options?: ReadOutOptions): ReadOut;
  /** LayerNorm of the sum of three rows for each word, stage by stage (Devlin et al., arXiv 1810.04805). */
  bertEmbed(tables: BertTables, ids: ArrayLike<number>, options?: BertOptions): BertEmbedding;
}
