/**
 * The models as they are published: keys of their configuration, names of their modules, the rule
 * as their source has it, and where both are documented. Shapes are computed from the keys.
 */

import type { ParameterConfig } from "../../runtime/tinygpt-laboratories.js";

export const modelNames = ["gpt2", "bert", "roberta", "opt", "whisper", "vit", "nanogpt"] as const;
export type ModelName = (typeof modelNames)[number];

export interface Published {
  readonly title: string;
  readonly config: ParameterConfig;
  /** The keys that decide on positions, as [key, value]. */
  readonly keys: readonly (readonly [string, string | number])[];
  /** Modules in the order in which they work, and the tensor that each holds, if any. */
  readonly modules: readonly (readonly [name: string, tensor: string | null])[];
  /** The tensor whose rows are fetched by position. */
  readonly table: string;
  readonly rule: readonly string[];
  readonly documentation: string;
  readonly source: string;
}

const pages = "https://huggingface.co/docs/transformers/model_doc";
const sources = "https://github.com/huggingface/transformers/blob/v4.57.1/src/transformers/models";

const bert = {
  vocab_size: 30522,
  max_position_embeddings: 512,
  type_vocab_size: 2,
  hidden_size: 768,
  num_hidden_layers: 12,
  intermediate_size: 3072,
} as const;

const gpt2 = {
  model_type: "gpt2",
  vocab_size: 50257,
  n_positions: 1024,
  n_embd: 768,
  n_layer: 12,
} as const;

export const imagePatch = 16;

export const vitConfig = {
  model_type: "vit",
  image_size: 224,
  patch_size: imagePatch,
  num_channels: 3,
  hidden_size: 768,
  num_hidden_layers: 12,
  intermediate_size: 3072,
} as const;

export const published: Readonly<Record<ModelName, Published>> = {
  gpt2: {
    title: "GPT-2",
    config: gpt2,
    keys: [["n_positions", gpt2.n_positions]],
    modules: [
      ["transformer.wte", "wte.weight"],
      ["transformer.wpe", "wpe.weight"],
    ],
    table: "wpe.weight",
    rule: [
      "position_ids = attention_mask.cumsum(-1) - 1",
      "position_ids.masked_fill_(attention_mask == 0, 1)",
      "hidden_states = wte(input_ids) + wpe(position_ids)",
    ],
    documentation: `${pages}/gpt2`,
    source: `${sources}/gpt2/modeling_gpt2.py`,
  },
  bert: {
    title: "BERT",
    config: { model_type: "bert", ...bert },
    keys: [
      ["max_position_embeddings", bert.max_position_embeddings],
      ["type_vocab_size", bert.type_vocab_size],
      ["layer_norm_eps", "1e-12"],
      ["hidden_dropout_prob", 0.1],
    ],
    modules: [
      ["embeddings.word_embeddings", "embeddings.word_embeddings.weight"],
      ["embeddings.token_type_embeddings", "embeddings.token_type_embeddings.weight"],
      ["embeddings.position_embeddings", "embeddings.position_embeddings.weight"],
      ["embeddings.LayerNorm", "embeddings.LayerNorm.weight"],
      ["embeddings.dropout", null],
    ],
    table: "embeddings.position_embeddings.weight",
    rule: [
      "position_ids = arange(max_position_embeddings)[:T]",
      "embeddings = word_embeddings(input_ids) + token_type_embeddings(token_type_ids)",
      "embeddings += position_embeddings(position_ids)",
      "embeddings = dropout(LayerNorm(embeddings))",
    ],
    documentation: `${pages}/bert`,
    source: `${sources}/bert/modeling_bert.py`,
  },
  roberta: {
    title: "RoBERTa",
    config: {
      model_type: "roberta",
      ...bert,
      vocab_size: 50265,
      max_position_embeddings: 514,
      type_vocab_size: 1,
    },
    keys: [
      ["max_position_embeddings", 514],
      ["pad_token_id", 1],
      ["type_vocab_size", 1],
    ],
    modules: [
      ["embeddings.word_embeddings", "embeddings.word_embeddings.weight"],
      ["embeddings.token_type_embeddings", "embeddings.token_type_embeddings.weight"],
      ["embeddings.position_embeddings", "embeddings.position_embeddings.weight"],
      ["embeddings.LayerNorm", "embeddings.LayerNorm.weight"],
      ["embeddings.dropout", null],
    ],
    table: "embeddings.position_embeddings.weight",
    rule: [
      "mask = input_ids.ne(padding_idx)",
      "position_ids = cumsum(mask) * mask + padding_idx",
    ],
    documentation: `${pages}/roberta`,
    source: `${sources}/roberta/modeling_roberta.py`,
  },
  opt: {
    title: "OPT",
    config: {
      model_type: "opt",
      vocab_size: 50272,
      max_position_embeddings: 2048,
      hidden_size: 768,
      num_hidden_layers: 12,
      ffn_dim: 3072,
    },
    keys: [
      ["max_position_embeddings", 2048],
      ["word_embed_proj_dim", 768],
    ],
    modules: [
      ["model.decoder.embed_tokens", "decoder.embed_tokens.weight"],
      ["model.decoder.embed_positions", "decoder.embed_positions.weight"],
    ],
    table: "decoder.embed_positions.weight",
    rule: [
      "position_ids = cumsum(attention_mask) * attention_mask - 1",
      "embed_positions.weight[position_ids + 2]",
    ],
    documentation: `${pages}/opt`,
    source: `${sources}/opt/modeling_opt.py`,
  },
  whisper: {
    title: "Whisper",
    config: {
      model_type: "whisper",
      vocab_size: 51865,
      num_mel_bins: 80,
      max_source_positions: 1500,
      max_target_positions: 448,
      d_model: 768,
      encoder_layers: 12,
      decoder_layers: 12,
      encoder_ffn_dim: 3072,
      decoder_ffn_dim: 3072,
    },
    keys: [
      ["max_source_positions", 1500],
      ["max_target_positions", 448],
    ],
    modules: [
      ["model.encoder.embed_positions", "encoder.embed_positions.weight"],
      ["model.decoder.embed_tokens", "decoder.embed_tokens.weight"],
      ["model.decoder.embed_positions", "decoder.embed_positions.weight"],
    ],
    table: "decoder.embed_positions.weight",
    rule: [
      "encoder: cat([sin(time), cos(time)], dim=1)",
      "decoder: positional_embedding[offset : offset + T]",
    ],
    documentation: `${pages}/whisper`,
    source: "https://github.com/openai/whisper/blob/main/whisper/model.py",
  },
  vit: {
    title: "ViT",
    config: vitConfig,
    keys: [
      ["image_size", vitConfig.image_size],
      ["patch_size", vitConfig.patch_size],
    ],
    modules: [
      ["embeddings.patch_embeddings", "embeddings.patch_embeddings.projection.weight"],
      ["embeddings.cls_token", "embeddings.cls_token"],
      ["embeddings.position_embeddings", "embeddings.position_embeddings"],
    ],
    table: "embeddings.position_embeddings",
    rule: [
      "embeddings = cat((cls_token, patch_embeddings(pixel_values)), dim=1)",
      "embeddings = embeddings + position_embeddings",
    ],
    documentation: `${pages}/vit`,
    source: `${sources}/vit/modeling_vit.py`,
  },
  nanogpt: {
    title: "nanoGPT",
    config: { ...gpt2, vocab_size: 50304 },
    keys: [["block_size", gpt2.n_positions]],
    modules: [
      ["transformer.wte", "wte.weight"],
      ["transformer.wpe", "wpe.weight"],
    ],
    table: "wpe.weight",
    rule: [
      "pos = torch.arange(0, t)",
      "x = wte(idx) + wpe(pos)",
      "generate: idx[:, -block_size:]",
    ],
    documentation: "https://github.com/karpathy/nanoGPT#readme",
    source: "https://github.com/karpathy/nanoGPT/blob/master/model.py",
  },
};
