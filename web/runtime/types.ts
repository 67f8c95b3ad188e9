/** What the face of the runtime promises, in types. */

/** The shape of a model, with the keys of GPT-2's published configuration. */
export interface Gpt2Config {
  vocab_size: number;
  n_positions: number;
  n_embd: number;
  n_layer: number;
  n_head: number;
}

/** A table of numbers, row-major. */
export interface Matrix {
  values: Float32Array;
  shape: [number, number];
}

/** X0 = wte[ids] + wpe[position_ids], with both operands. Matrices are row-major. */
export interface Embedding {
  /** `[T]` */
  ids: Int32Array;
  /** `[T]` */
  positionIds: Int32Array;
  /** `[T, n_embd]`: row t is wte[ids[t]] */
  wte: Float32Array;
  /** `[T, n_embd]`: row t is wpe[positionIds[t]] */
  wpe: Float32Array;
  /** `[T, n_embd]`: the sum of both in float32 */
  x0: Float32Array;
  /** `[T, n_embd]` */
  shape: [number, number];
}

/** Systems whose answer to an index outside a table is worth knowing. */
export type System =
  | "pytorch-cpu"
  | "pytorch-cuda"
  | "tensorflow-cpu"
  | "tensorflow-gpu"
  | "jax-index"
  | "jax-take"
  | "numpy"
  | "typed-array"
  | "c-array";

/** What another system answers to table[index], by the rule that it documents. */
export interface ElsewhereAnswer {
  system: System;
  /**
   * raises: an error. row: a row of the table, not always the one asked for. zeros, nan: a made-up
   * row. memory: the values of another tensor that lies there. outside: an address that is not
   * the model's at all.
   */
  outcome: "raises" | "row" | "zeros" | "nan" | "memory" | "outside";
  /** The row handed back, for "row". */
  row?: number;
  /** For "memory": the tensor there, and the element of it that the values begin with. */
  tensor?: string;
  element?: number;
  /** [n_embd], or empty for "raises" and "outside". */
  values: Float32Array;
}

/** Where the sentence stands: positions one by one, or what came before. */
export interface EmbedOptions {
  /** The rows of wpe to add, one for each id. Default: pastLength, pastLength + 1, ... */
  positionIds?: ArrayLike<number>;
  /** How many positions came before. Default 0. Cannot be given together with positionIds. */
  pastLength?: number;
}

/** Which rows of a stage to copy, and where to. */
export interface StageReadOptions {
  /** The first row. Default 0. */
  first?: number;
  /** How many rows. Default: all from the first on. */
  count?: number;
  /** Where to copy them to: a Float32Array of count * n_embd. Default: a new one. */
  into?: Float32Array;
}

/**
 * Sums that stay in the runtime's memory, which the next call writes again. Five new arrays, as
 * Model.embed gives them, take longer than the rows and sums of a long sequence.
 */
export interface EmbeddingStage {
  /** T of the last call; 0 before the first. */
  readonly length: number;
  /** As Model.embed. After an error the stage holds what it held before. */
  embed(ids: ArrayLike<number>, options?: EmbedOptions): void;
  /** Rows of the last call, [count, n_embd]: a copy. */
  read(part: "wte" | "wpe" | "x0", options?: StageReadOptions): Float32Array;
  /** Frees its memory. Calling anything else afterwards throws. */
  dispose(): void;
  /** dispose(), at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/**
 * How the whole model's matrices are kept and multiplied. float32: four bytes a number. int8: one
 * byte, and one float32 scale an output column, for c_attn, both c_proj, c_fc and the head; the
 * rows that they are multiplied with are rounded to up to 16 bits, with a scale a row. All else
 * stays float32: tables, x0, biases, norms, softmax, activation, keys and values. In int8 GPT-2
 * small takes a quarter of the memory and runs faster; no logit of the synthetic weights moves by
 * more than 0.06, and the likeliest token stays.
 */
export type Precision = "float32" | "int8";

/** What a preset leaves open. */
export interface ModelOptions {
  /** 0 to 2^64 - 1: another set of synthetic weights. The others have none to vary. */
  seed?: number | bigint;
  /** Default "float32". */
  precision?: Precision;
}

/** A GPT: its two tables, which cost nothing until read, and its layers, loaded when first run. */
export interface Model {
  readonly config: Readonly<Gpt2Config>;
  /** Of forward and generate. embed, row and elsewhere are float32 in either. */
  readonly precision: Precision;
  /** How many numbers all its tensors hold together. */
  readonly parameterCount: number;
  /** The words by id, where the model has a vocabulary of its own. */
  readonly vocabulary?: readonly string[];
  /** X0 of a sentence, with the rows that it is the sum of. */
  embed(ids: ArrayLike<number>, options?: EmbedOptions): Embedding;
  /** For calls that come often. It ends with the model. */
  createEmbeddingStage(): EmbeddingStage;
  /** One row of a table, [n_embd]. */
  row(table: "wte" | "wpe", index: number): Float32Array;
  /** What other systems answer to table[index]. Takes any whole number. */
  elsewhere(table: "wte" | "wpe", index: number): ElsewhereAnswer[];
  /**
   * Runs the whole model over `ids`. The first call brings the weights into memory; they stay
   * until dispose(). A model of tables alone (n_layer 0) has no layers to run and throws.
   */
  forward(ids: ArrayLike<number>, options?: ForwardOptions): ForwardResult;
  /** Keys and values of places already seen, for one sequence or a batch. */
  createCache(options?: CacheOptions): Cache;
  /** Goes on from `ids` token by token. */
  generate(ids: ArrayLike<number>, options: GenerateOptions): Generation;
  /**
   * The id of each logit, -1 for one that stands for no token; absent where logit i is id i, as
   * in every model but "book-3.8".
   */
  readonly logitIds?: readonly number[];
  /** Frees the model's memory. Calling it again does nothing; calling anything else throws. */
  dispose(): void;
  /** dispose(), at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/** How large a cache is. */
export interface CacheOptions {
  /** Places of each sequence. Default n_positions. */
  capacity?: number;
  /** How many sequences, each with a length of its own. Default 1. */
  batch?: number;
}

/** Keys and values of the places that forward has seen. */
export interface Cache {
  readonly capacity: number;
  readonly batch: number;
  /** Places in use, of the first sequence. */
  readonly length: number;
  /** Places in use, of every sequence. */
  readonly lengths: readonly number[];
  /** Forgets the places from `length` on. */
  truncate(length: number, sequence?: number): void;
  /** Forgets everything. */
  reset(): void;
  /** Frees its memory. Calling anything else afterwards throws. */
  dispose(): void;
  /** dispose(), at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/** How far a long call is. */
export interface Progress {
  /** "load" while weights come into memory, "run" while layers are computed. */
  phase: "load" | "run";
  /** Of this phase: 0 to 1. */
  fraction: number;
}

interface RunOptions {
  /**
   * Called between two steps. Meanwhile the model runs nothing else, and the cache cannot be
   * changed: such calls throw, and disposing of either ends this call; in a worker all of them wait
   * for its end instead. What the handler throws ends the call.
   */
  onProgress?: (progress: Progress) => void;
  /** Ends the call between two steps; a cache is then as it was before. */
  signal?: AbortSignal;
}

/** What forward goes on from, may look at, and gives back. */
export interface ForwardOptions extends RunOptions {
  /** Takes in the new places. Without one the sequence is alone and forgotten afterwards. */
  cache?: Cache;
  /** Which of the cache's sequences. Default 0. */
  sequence?: number;
  /** One for each id. Default: counted on from the cache's length. */
  positionIds?: ArrayLike<number>;
  /**
   * 1 for a token, 0 for a pad, for every cached and new place. A place that may look at none, not
   * even at itself, has a context of zeros: its logits are numbers without a meaning.
   */
  attentionMask?: ArrayLike<number>;
  /** `[T, past + T]` row-major: 1 where the row's place may look at the column's. For packing. */
  pairMask?: ArrayLike<number>;
  /** Logits of the last place or of all. Default "last". */
  logits?: "last" | "all";
  /** Where to copy them to: a Float32Array of as many. Default: a new one. */
  into?: Float32Array;
  /**
   * Intermediate values to keep: a kind ("weights": of all layers and heads), a kind of a layer
   * ("h.0.weights"), or of a head ("h.0.weights.1"). Kinds: x0, ln_1, q, k, v, scores, weights,
   * context, attn_out, residual, ln_2, mlp_fc, mlp_hidden, mlp, block, ln_f, logits, probabilities.
   */
  trace?: readonly string[];
}

/** What forward gives. */
export interface ForwardResult {
  logits: Float32Array;
  /** `[1 or T, number of logits]` */
  shape: [number, number];
  /** By name ("h.0.weights.1"), if asked for. */
  trace?: Record<string, Matrix>;
}

/** How each next token is chosen, and when to end. */
export interface GenerateOptions extends RunOptions {
  maxNewTokens: number;
  /** 0 (default): always the likeliest token. */
  temperature?: number;
  /** Only the k likeliest. Default 0: all. */
  topK?: number;
  /** Only the likeliest that together reach p. Default 1: all. */
  topP?: number;
  /** The same seed gives the same text everywhere. Default 0. */
  seed?: number | bigint;
  /** Ids that end the text; the one that did is its last. */
  stopIds?: ArrayLike<number>;
  /**
   * What to do with more ids than positions: an error (default; the IndexError of table "wpe" that
   * the first id without a row causes), or keep the first or the last.
   */
  overflow?: "error" | "keep-head" | "keep-tail";
  /** Called with each new token as soon as it is chosen. What it throws ends the call. */
  onToken?: (id: number) => void;
}

/** What generate gives. */
export interface Generation {
  /** The new tokens alone. */
  newIds: Int32Array;
  /** stop: one of stopIds. length: maxNewTokens. full: no position is left. */
  ended: "stop" | "length" | "full";
  /** How many ids of the prompt were dropped. */
  dropped: number;
}

/** A published model's way from an attention mask to position ids. */
export interface MaskRule {
  /**
   * gpt2: cumsum(mask) - 1, and `fill` for pads. opt: cumsum(mask) * mask - 1 + 2.
   * roberta: cumsum(mask) * mask + paddingIndex.
   */
  rule: "gpt2" | "opt" | "roberta";
  /** For gpt2: the row that pads take. Default 1, as the published generation code fills in. */
  fill?: 0 | 1;
  /** For roberta: the row that pads take. Default 1. */
  paddingIndex?: number;
  /** For opt: false leaves out "* mask", and pads after the text repeat its last row. Default true. */
  multiplyByMaskAgain?: boolean;
}

/** Each function returns the rows of wpe to look up, counted from 0. */
export interface PositionIds {
  /** 0, 1, ..., length - 1 */
  prefill(length: number): Int32Array;
  /** pastLength, pastLength + 1, ... */
  decode(length: number, pastLength: number): Int32Array;
  /** Several sequences in one row, each restarting at 0. */
  packed(lengths: ArrayLike<number>): Int32Array;
  /** From an attention mask of 0 and 1, by the rule of one of the published models. */
  fromMask(mask: ArrayLike<number>, rule: MaskRule): Int32Array;
}

/** The started runtime. */
export interface TinyGpt {
  /** The trained teaching model, the book's worked example, or GPT-2 small with synthetic weights. */
  createModel(preset: "teaching" | "book-3.8" | "gpt2-small", options?: ModelOptions): Model;
  /** A model of two tables, for the embedding steps only (n_layer 0). Sizes follow from n_embd. */
  createModelFromTables(config: { n_embd: number }, wte: Float32Array, wpe: Float32Array): Model;
  readonly positionIds: PositionIds;
}

/** The same call, answered later. */
export type Later<Call> = Call extends (...given: infer Given) => infer Answer
  ? (...given: Given) => Promise<Answer>
  : never;

/** A cache in a worker: what Cache does, in promises. */
export interface RemoteCache {
  readonly capacity: number;
  readonly batch: number;
  /** Places in use, of every sequence. */
  lengths(): Promise<readonly number[]>;
  /** Forgets the places from `length` on. */
  truncate(length: number, sequence?: number): Promise<void>;
  /** Forgets everything. */
  reset(): Promise<void>;
  /** Frees its memory, in the worker's own time. */
  dispose(): void;
  /** dispose(), at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/** ForwardOptions with a cache of the same worker, and without `into`: an array that comes from there is a new one. */
export type RemoteForwardOptions = Omit<ForwardOptions, "cache" | "into"> & { cache?: RemoteCache };

/**
 * A model in a worker: what Model does, in promises. An abort is heard within 100 ms. Calls that run
 * the model or take one of its caches follow one another; the others are answered in between. What
 * was called before dispose() is still answered. There is no EmbeddingStage: between threads
 * everything is copied anyway.
 */
export interface RemoteModel {
  readonly config: Readonly<Gpt2Config>;
  readonly precision: Precision;
  readonly parameterCount: number;
  readonly vocabulary?: readonly string[];
  readonly logitIds?: readonly number[];
  /** As Model.embed. */
  embed: Later<Model["embed"]>;
  /** As Model.row. */
  row: Later<Model["row"]>;
  /** As Model.elsewhere. */
  elsewhere: Later<Model["elsewhere"]>;
  /** As Model.createCache. */
  createCache(options?: CacheOptions): Promise<RemoteCache>;
  /** As Model.forward; the worker stays free for other models' calls between two steps. */
  forward(ids: ArrayLike<number>, options?: RemoteForwardOptions): Promise<ForwardResult>;
  /** As Model.generate; the worker stays free for other models' calls between two steps. */
  generate: Later<Model["generate"]>;
  /** Frees the model's memory, in the worker's own time. */
  dispose(): void;
  /** dispose(), at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/** PositionIds, in promises. */
export type RemotePositionIds = { [Rule in keyof PositionIds]: Later<PositionIds[Rule]> };

/** The started runtime in a worker: what TinyGpt does, in promises. */
export interface RemoteTinyGpt {
  /** As TinyGpt.createModel. */
  createModel(...given: Parameters<TinyGpt["createModel"]>): Promise<RemoteModel>;
  /** As TinyGpt.createModelFromTables. */
  createModelFromTables(
    ...given: Parameters<TinyGpt["createModelFromTables"]>
  ): Promise<RemoteModel>;
  readonly positionIds: RemotePositionIds;
  /** Ends the worker, whatever it does; all its memory returns. */
  terminate(): void;
}

/** Where the WebAssembly comes from. */
export interface LoadOptions {
  /** Where tinygpt.wasm is, relative to the page. Default: beside this file. */
  wasmUrl?: string | URL;
  /** Its bytes, where they are at hand already. */
  wasmBinary?: BufferSource;
}
