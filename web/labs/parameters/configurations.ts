/**
 * Sizes as the models were published, by the keys of their config.json: gpt2, gpt2-medium,
 * gpt2-large, gpt2-xl (OpenAI), bert-base-uncased (Google), opt-125m, opt-350m, opt-6.7b (Meta),
 * whisper-tiny, whisper-large-v3 (OpenAI), vit-base-patch16-224 (Google) on the Hugging Face Hub.
 * GPT-3: Brown et al. 2020, arXiv 2005.14165, table 2.1 and n_ctx = 2048, with GPT-2's vocabulary.
 */

import type { ParameterConfig } from "../../runtime/tinygpt-laboratories.js";

function gpt2(n_layer: number, n_embd: number, n_head: number, n_positions = 1024) {
  return { model_type: "gpt2", vocab_size: 50257, n_positions, n_embd, n_layer, n_head } as const;
}

function opt(num_hidden_layers: number, hidden_size: number, num_attention_heads: number) {
  return {
    model_type: "opt",
    vocab_size: 50272,
    max_position_embeddings: 2048,
    hidden_size,
    num_hidden_layers,
    num_attention_heads,
    ffn_dim: 4 * hidden_size,
  } as const;
}

function whisper(vocab_size: number, num_mel_bins: number, layers: number, d_model: number) {
  return {
    model_type: "whisper",
    vocab_size,
    num_mel_bins,
    max_source_positions: 1500,
    max_target_positions: 448,
    d_model,
    encoder_layers: layers,
    decoder_layers: layers,
    encoder_ffn_dim: 4 * d_model,
    decoder_ffn_dim: 4 * d_model,
  } as const;
}

export const published = {
  "gpt2": { name: "GPT-2 small", config: gpt2(12, 768, 12) },
  "gpt2-medium": { name: "GPT-2 medium", config: gpt2(24, 1024, 16) },
  "gpt2-large": { name: "GPT-2 large", config: gpt2(36, 1280, 20) },
  "gpt2-xl": { name: "GPT-2 XL", config: gpt2(48, 1600, 25) },
  "gpt3": { name: "GPT-3 175B", config: gpt2(96, 12288, 96, 2048) },
  "bert-base": {
    name: "BERT-base",
    config: {
      model_type: "bert",
      vocab_size: 30522,
      max_position_embeddings: 512,
      type_vocab_size: 2,
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      intermediate_size: 3072,
    },
  },
  "opt-125m": { name: "OPT-125M", config: opt(12, 768, 12) },
  "opt-350m": {
    name: "OPT-350M",
    config: { ...opt(24, 1024, 16), word_embed_proj_dim: 512, do_layer_norm_before: false },
  },
  "opt-6.7b": { name: "OPT-6.7B", config: opt(32, 4096, 32) },
  "whisper-tiny": { name: "Whisper tiny", config: whisper(51865, 80, 4, 384) },
  "whisper-large-v3": { name: "Whisper large-v3", config: whisper(51866, 128, 32, 1280) },
  "vit-b16": {
    name: "ViT-B/16",
    config: {
      model_type: "vit",
      image_size: 224,
      patch_size: 16,
      num_channels: 3,
      hidden_size: 768,
      num_hidden_layers: 12,
      num_attention_heads: 12,
      intermediate_size: 3072,
    },
  },
} as const satisfies Record<string, { name: string; config: ParameterConfig }>;

export type PublishedName = keyof typeof published;
export const publishedNames = Object.keys(published) as PublishedName[];
