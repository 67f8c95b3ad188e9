/** What the functions behind the chapter's laboratories take and give, in types. */

import type { Matrix } from "./types.js";

/**
 * Sizes by the keys of each model's published configuration; a key that is not known is refused.
 * The number of heads may be given and changes no count.
 */
export type ParameterConfig =
  | {
      model_type: "gpt2";
      vocab_size: number;
      n_positions: number;
      n_embd: number;
      n_layer: number;
      n_head?: number;
      /** Default, also for null: 4 n_embd. */
      n_inner?: number | null;
      /** Default true: the head is wte. */
      tie_word_embeddings?: boolean;
    }
  | {
      /** With the pooler, without the heads of pre-training. */
      model_type: "bert" | "roberta";
      vocab_size: number;
      /** For roberta with the two rows that it leaves to padding: 514. */
      max_position_embeddings: number;
      type_vocab_size: number;
      hidden_size: number;
      num_hidden_layers: number;
      num_attention_heads?: number;
      intermediate_size: number;
    }
  | {
      model_type: "opt";
      vocab_size: number;
      /** 2048; the table has two rows more. */
      max_position_embeddings: number;
      hidden_size: number;
      num_hidden_layers: number;
      num_attention_heads?: number;
      ffn_dim: number;
      /** Columns of the word table, projected to hidden_size and back. Default hidden_size. */
      word_embed_proj_dim?: number;
      /** Default true. Without it there is no norm after the last layer (OPT-350M). */
      do_layer_norm_before?: boolean;
    }
  | {
      model_type: "whisper";
      vocab_size: number;
      num_mel_bins: number;
      max_source_positions: number;
      max_target_positions: number;
      d_model: number;
      encoder_layers: number;
      decoder_layers: number;
      encoder_attention_heads?: number;
      decoder_attention_heads?: number;
      encoder_ffn_dim: number;
      decoder_ffn_dim: number;
    }
  | {
      model_type: "vit";
      /** A multiple of patch_size. */
      image_size: number;
      patch_size: number;
      num_channels: number;
      hidden_size: number;
      num_hidden_layers: number;
      num_attention_heads?: number;
      intermediate_size: number;
      /** Rows of a classification head. Default 0: none. */
      num_labels?: number;
    };

/** One tensor of a model, or one of every layer. */
export interface ParameterTerm {
  /** As in the published checkpoint; "*" stands for the number of the layer. */
  name: string;
  shape: readonly number[];
  /** How many tensors of this name there are: 1, or the number of layers. */
  times: number;
  /** All of them together: the product of the shape, times `times`. */
  count: number;
  /** false: computed once and stored, never trained (the positions of Whisper's encoder). */
  learned: boolean;
}

/** What a model's tensors add up to. */
export interface ParameterCount {
  /** The sum of the terms. */
  total: number;
  /** The sum of the learned terms. */
  learned: number;
  /** The learned terms that are tables of positions. */
  position: number;
  /** In the order of the checkpoint. */
  terms: readonly ParameterTerm[];
}

/**
 * How the sines and cosines of d/2 frequencies lie in a row of d.
 * interleaved: sin 0, cos 0, sin 1, cos 1, ... (Vaswani et al.). half: all sines, then all cosines.
 * whisper: as half, with frequencies spaced so that the last is 1/base itself.
 */
export type SinusoidalLayout = "interleaved" | "half" | "whisper";

/** The frequencies of a sinusoidal table, and their order in a row. */
export interface SinusoidalOptions {
  /** Default "interleaved". */
  layout?: SinusoidalLayout;
  /** At least 1. Default 10000. */
  base?: number;
}

/** The pairs that RoPE turns, and how fast. */
export interface RopeOptions {
  /**
   * Which columns form pair i. interleaved (default): 2i and 2i + 1 (RoFormer). half: i and
   * i + d/2 (GPT-NeoX, LLaMA).
   */
  layout?: "interleaved" | "half";
  /** At least 1. Default 10000. */
  base?: number;
}

/** How a table is stretched, in the terms of torch.nn.functional.interpolate. */
export interface InterpolateOptions {
  /** Default "linear". */
  mode?: "linear" | "cubic";
  /** true: first and last row stay where they are. Default false, as PyTorch's. */
  alignCorners?: boolean;
}

/** How a table of patches is made to fit another image size. */
export interface InterpolateGridOptions {
  /** Rows and columns of the grid that the table was learned for. */
  from: readonly [number, number];
  to: readonly [number, number];
  /** Default "bicubic". */
  mode?: "bilinear" | "bicubic";
  /** Default false. */
  alignCorners?: boolean;
  /** Whether row 0 belongs to no patch and is kept as it is. Default true. */
  classToken?: boolean;
}

/** Places start, ..., end - 1 of a text. */
export interface Window {
  start: number;
  end: number;
}

/** How T5 sorts relative positions into buckets. */
export interface T5Options {
  /** Whether keys after the query have buckets of their own. Default true. */
  bidirectional?: boolean;
  /** Default 32. */
  buckets?: number;
  /** From here on all distances share the last bucket. Default 128. */
  maxDistance?: number;
}

/** What cropPrompt gives. */
export interface CroppedPrompt {
  /** What is kept; it takes positions from 0. */
  ids: number[];
  /** How many are not. */
  dropped: number;
}

/** Functions that need no model. A matrix that is returned has 2^24 elements at most. */
export interface Laboratories {
  /** How many parameters a published model has, tensor by tensor; beyond 2^53 it is refused. */
  parameterCount(config: ParameterConfig): ParameterCount;

  /**
   * `[n, d]`: row `pos` holds the sine and the cosine of pos * frequency for d/2 frequencies
   * (Vaswani et al., arXiv 1706.03762, section 3.5). d is even; "whisper" needs at least 4.
   */
  sinusoidal(n: number, d: number, options?: SinusoidalOptions): Matrix;
  /** [d/2], falling: base^(-2i/d), for "whisper" base^(-i/(d/2 - 1)). */
  sinusoidalFrequencies(d: number, options?: SinusoidalOptions): Float64Array;
  /**
   * Every row multiplied by M_k, which turns each (sin, cos) pair by k times its frequency: the row
   * of position pos becomes the row of pos + k. The options must be those of the matrix.
   */
  sinusoidalShift(matrix: Matrix, k: number, options?: SinusoidalOptions): Matrix;
  /** `[n, n]`: the dot product of every row with every row. */
  dotProducts(matrix: Matrix): Matrix;
  /** `[n, n]`: the same over both lengths; 0 for a row of zeros. */
  cosineSimilarity(matrix: Matrix): Matrix;

  /** The table stretched or shrunk to `rows` rows, as torch.nn.functional.interpolate does. */
  interpolate(matrix: Matrix, rows: number, options?: InterpolateOptions): Matrix;
  /** ViT's table for another image size: the class token's row kept, the grid of patches resized. */
  interpolateGrid(matrix: Matrix, options: InterpolateGridOptions): Matrix;

  /**
   * Sliding windows of `size` places over a text of `length`, each beginning size - overlap places
   * after the one before. They cover every place; the last is shorter where the text ends.
   */
  windows(length: number, size: number, overlap: number): Window[];
  /**
   * The ids that fit into `room` places. "error": a longer prompt is the IndexError that looking
   * it up would be; otherwise its first or its last ids are kept.
   */
  cropPrompt(
    ids: ArrayLike<number>,
    room: number,
    policy: "error" | "keep-head" | "keep-tail",
  ): CroppedPrompt;

  /**
   * Row r turned by positions[r]: pair i by the angle positions[r] * base^(-2i/d) (Su et al.,
   * RoFormer, arXiv 2104.09864).
   */
  rope(matrix: Matrix, positions: ArrayLike<number>, options?: RopeOptions): Matrix;
  /** One slope for each head (Press et al., ALiBi, arXiv 2108.12409), for any number of heads. */
  alibiSlopes(heads: number): Float32Array;
  /** `[heads, length]`: what a key `column` places before the query gets: -slope * column. */
  alibiBias(heads: number, length: number): Matrix;
  /** The bucket of a relative position, key - query (Raffel et al., T5, arXiv 1910.10683). */
  t5Bucket(relativePosition: number, options?: T5Options): number;
  /** The bucket of each. */
  t5Bucket(relativePositions: ArrayLike<number>, options?: T5Options): Int32Array;
}
