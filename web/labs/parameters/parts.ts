/** The tensors of a model, put together into the parts that the chapter names. */

import type { ParameterCount, ParameterTerm } from "../../runtime/tinygpt-laboratories.js";

export type PartRole =
  | "words"
  | "positions"
  | "fixedPositions"
  | "tokenTypes"
  | "embeddingNorm"
  | "projection"
  | "convolution"
  | "patches"
  | "classToken"
  | "layers"
  | "finalNorm"
  | "pooler";

export type TensorRole = "norm" | "qkv" | "q" | "k" | "v" | "attentionOut" | "up" | "down";

/** One tensor or a weight with its bias: what belongs to one name. */
export interface Tensor {
  readonly name: string;
  readonly role: TensorRole;
  /** In the attention of Whisper's decoder to its encoder. */
  readonly cross: boolean;
  readonly shapes: readonly (readonly number[])[];
  readonly count: number;
}

export interface Part {
  readonly name: string;
  readonly role: PartRole;
  /** 1, or the number of layers. */
  readonly times: number;
  readonly each: number;
  readonly count: number;
  readonly shapes: readonly (readonly number[])[];
  /** What one layer consists of; empty for what is no layer. */
  readonly tensors: readonly Tensor[];
}

const roles: Readonly<Record<string, PartRole>> = {
  "wte": "words",
  "embeddings.word_embeddings": "words",
  "decoder.embed_tokens": "words",
  "wpe": "positions",
  "embeddings.position_embeddings": "positions",
  "decoder.embed_positions": "positions",
  "encoder.embed_positions": "fixedPositions",
  "embeddings.token_type_embeddings": "tokenTypes",
  "embeddings.LayerNorm": "embeddingNorm",
  "decoder.project_out": "projection",
  "decoder.project_in": "projection",
  "encoder.conv1": "convolution",
  "encoder.conv2": "convolution",
  "embeddings.patch_embeddings.projection": "patches",
  "embeddings.cls_token": "classToken",
  "ln_f": "finalNorm",
  "layernorm": "finalNorm",
  "encoder.layer_norm": "finalNorm",
  "decoder.layer_norm": "finalNorm",
  "decoder.final_layer_norm": "finalNorm",
  "pooler.dense": "pooler",
};

function tensorRole(name: string): TensorRole {
  if (/ln_\d$|norm/i.test(name)) return "norm";
  if (name.endsWith("c_attn")) return "qkv";
  if (/query$|q_proj$/.test(name)) return "q";
  if (/key$|k_proj$/.test(name)) return "k";
  if (/value$|v_proj$/.test(name)) return "v";
  if (/attn\.c_proj$|attn\.out_proj$|attention\.output\.dense$/.test(name)) return "attentionOut";
  return /c_fc$|fc1$|intermediate\.dense$/.test(name) ? "up" : "down";
}

const withoutKind = (name: string) => name.replace(/\.(weight|bias)$/, "");

function sum(terms: readonly ParameterTerm[]): number {
  return terms.reduce((count, term) => count + term.count, 0);
}

function grouped(
  terms: readonly ParameterTerm[],
  nameOf: (term: ParameterTerm) => string,
): [string, ParameterTerm[]][] {
  const groups = new Map<string, ParameterTerm[]>();
  for (const term of terms) {
    const group = groups.get(nameOf(term));
    if (group) group.push(term);
    else groups.set(nameOf(term), [term]);
  }
  return [...groups];
}

function tensorsOfLayer(terms: readonly ParameterTerm[]): Tensor[] {
  const inLayer = (name: string) => withoutKind(name.slice(name.indexOf("*") + 2));
  return grouped(terms, ({ name }) => inLayer(name)).map(([name, parts]) => ({
    name,
    role: tensorRole(name),
    cross: name.startsWith("encoder_attn"),
    shapes: parts.map(({ shape }) => shape),
    count: sum(parts) / parts[0]!.times,
  }));
}

/** In the order of the checkpoint; all tensors of all layers are one part. */
export function partsOf({ terms }: ParameterCount): Part[] {
  const nameOf = ({ name }: ParameterTerm) => {
    const star = name.indexOf(".*");
    return star < 0 ? withoutKind(name) : name.slice(0, star);
  };
  return grouped(terms, nameOf).map(([name, tensors]) => {
    const { times } = tensors[0]!;
    const isLayer = tensors[0]!.name.includes("*");
    return {
      name,
      role: isLayer ? "layers" : roles[name]!,
      times,
      each: sum(tensors) / times,
      count: sum(tensors),
      shapes: isLayer ? [] : tensors.map(({ shape }) => shape),
      tensors: isLayer ? tensorsOfLayer(tensors) : [],
    };
  });
}

/** "50257 × 768", "768 × 768 + 768": leading ones say nothing. */
export function formula(shapes: readonly (readonly number[])[]): string {
  return shapes
    .map((shape) => shape.filter((size, at) => size !== 1 || at === shape.length - 1).join(" × "))
    .join(" + ");
}
