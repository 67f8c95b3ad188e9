#pragma once
/// The tensors of published models, as text: a line for each, with its name, how many there are
/// and its shape. Keys are those of the model's config.json. A number may be written as sizes and
/// numbers joined by + - * / and # (1 where the two differ, 0 where they are equal), worked out
/// from left to right; / must leave no rest. A line may begin with "position", for a learned table
/// of positions, or "fixed", for what is stored and never trained.

#include <array>
#include <string_view>

namespace tinygpt {

struct PublishedModel {
  std::string_view model_type;
  std::string_view sizes;     ///< keys of numbers from 1, "key=default" for what may be left out
  std::string_view counts;    ///< keys of numbers from 0
  std::string_view switches;  ///< keys of 0 or 1
  std::string_view tensors;
};

inline constexpr std::string_view gpt2_tensors = R"(
wte.weight 1 vocab_size n_embd
position wpe.weight 1 n_positions n_embd
h.*.ln_1.weight n_layer n_embd
h.*.ln_1.bias n_layer n_embd
h.*.attn.c_attn.weight n_layer n_embd 3*n_embd
h.*.attn.c_attn.bias n_layer 3*n_embd
h.*.attn.c_proj.weight n_layer n_embd n_embd
h.*.attn.c_proj.bias n_layer n_embd
h.*.ln_2.weight n_layer n_embd
h.*.ln_2.bias n_layer n_embd
h.*.mlp.c_fc.weight n_layer n_embd n_inner
h.*.mlp.c_fc.bias n_layer n_inner
h.*.mlp.c_proj.weight n_layer n_inner n_embd
h.*.mlp.c_proj.bias n_layer n_embd
ln_f.weight 1 n_embd
ln_f.bias 1 n_embd
lm_head.weight 1-tie_word_embeddings vocab_size n_embd
)";

inline constexpr std::string_view bert_sizes =
    "vocab_size max_position_embeddings type_vocab_size hidden_size intermediate_size "
    "num_attention_heads=1";

inline constexpr std::string_view bert_tensors = R"(
embeddings.word_embeddings.weight 1 vocab_size hidden_size
position embeddings.position_embeddings.weight 1 max_position_embeddings hidden_size
embeddings.token_type_embeddings.weight 1 type_vocab_size hidden_size
embeddings.LayerNorm.weight 1 hidden_size
embeddings.LayerNorm.bias 1 hidden_size
encoder.layer.*.attention.self.query.weight num_hidden_layers hidden_size hidden_size
encoder.layer.*.attention.self.query.bias num_hidden_layers hidden_size
encoder.layer.*.attention.self.key.weight num_hidden_layers hidden_size hidden_size
encoder.layer.*.attention.self.key.bias num_hidden_layers hidden_size
encoder.layer.*.attention.self.value.weight num_hidden_layers hidden_size hidden_size
encoder.layer.*.attention.self.value.bias num_hidden_layers hidden_size
encoder.layer.*.attention.output.dense.weight num_hidden_layers hidden_size hidden_size
encoder.layer.*.attention.output.dense.bias num_hidden_layers hidden_size
encoder.layer.*.attention.output.LayerNorm.weight num_hidden_layers hidden_size
encoder.layer.*.attention.output.LayerNorm.bias num_hidden_layers hidden_size
encoder.layer.*.intermediate.dense.weight num_hidden_layers intermediate_size hidden_size
encoder.layer.*.intermediate.dense.bias num_hidden_layers intermediate_size
encoder.layer.*.output.dense.weight num_hidden_layers hidden_size intermediate_size
encoder.layer.*.output.dense.bias num_hidden_layers hidden_size
encoder.layer.*.output.LayerNorm.weight num_hidden_layers hidden_size
encoder.layer.*.output.LayerNorm.bias num_hidden_layers hidden_size
pooler.dense.weight 1 hidden_size hidden_size
pooler.dense.bias 1 hidden_size
)";

inline constexpr std::string_view opt_tensors = R"(
decoder.embed_tokens.weight 1 vocab_size word_embed_proj_dim
position decoder.embed_positions.weight 1 max_position_embeddings+2 hidden_size
decoder.project_out.weight word_embed_proj_dim#hidden_size word_embed_proj_dim hidden_size
decoder.project_in.weight word_embed_proj_dim#hidden_size hidden_size word_embed_proj_dim
decoder.layers.*.self_attn.k_proj.weight num_hidden_layers hidden_size hidden_size
decoder.layers.*.self_attn.k_proj.bias num_hidden_layers hidden_size
decoder.layers.*.self_attn.v_proj.weight num_hidden_layers hidden_size hidden_size
decoder.layers.*.self_attn.v_proj.bias num_hidden_layers hidden_size
decoder.layers.*.self_attn.q_proj.weight num_hidden_layers hidden_size hidden_size
decoder.layers.*.self_attn.q_proj.bias num_hidden_layers hidden_size
decoder.layers.*.self_attn.out_proj.weight num_hidden_layers hidden_size hidden_size
decoder.layers.*.self_attn.out_proj.bias num_hidden_layers hidden_size
decoder.layers.*.self_attn_layer_norm.weight num_hidden_layers hidden_size
decoder.layers.*.self_attn_layer_norm.bias num_hidden_layers hidden_size
decoder.layers.*.fc1.weight num_hidden_layers ffn_dim hidden_size
decoder.layers.*.fc1.bias num_hidden_layers ffn_dim
decoder.layers.*.fc2.weight num_hidden_layers hidden_size ffn_dim
decoder.layers.*.fc2.bias num_hidden_layers hidden_size
decoder.layers.*.final_layer_norm.weight num_hidden_layers hidden_size
decoder.layers.*.final_layer_norm.bias num_hidden_layers hidden_size
decoder.final_layer_norm.weight do_layer_norm_before hidden_size
decoder.final_layer_norm.bias do_layer_norm_before hidden_size
)";

inline constexpr std::string_view whisper_tensors = R"(
encoder.conv1.weight 1 d_model num_mel_bins 3
encoder.conv1.bias 1 d_model
encoder.conv2.weight 1 d_model d_model 3
encoder.conv2.bias 1 d_model
fixed encoder.embed_positions.weight 1 max_source_positions d_model
encoder.layers.*.self_attn.k_proj.weight encoder_layers d_model d_model
encoder.layers.*.self_attn.v_proj.weight encoder_layers d_model d_model
encoder.layers.*.self_attn.v_proj.bias encoder_layers d_model
encoder.layers.*.self_attn.q_proj.weight encoder_layers d_model d_model
encoder.layers.*.self_attn.q_proj.bias encoder_layers d_model
encoder.layers.*.self_attn.out_proj.weight encoder_layers d_model d_model
encoder.layers.*.self_attn.out_proj.bias encoder_layers d_model
encoder.layers.*.self_attn_layer_norm.weight encoder_layers d_model
encoder.layers.*.self_attn_layer_norm.bias encoder_layers d_model
encoder.layers.*.fc1.weight encoder_layers encoder_ffn_dim d_model
encoder.layers.*.fc1.bias encoder_layers encoder_ffn_dim
encoder.layers.*.fc2.weight encoder_layers d_model encoder_ffn_dim
encoder.layers.*.fc2.bias encoder_layers d_model
encoder.layers.*.final_layer_norm.weight encoder_layers d_model
encoder.layers.*.final_layer_norm.bias encoder_layers d_model
encoder.layer_norm.weight 1 d_model
encoder.layer_norm.bias 1 d_model
decoder.embed_tokens.weight 1 vocab_size d_model
position decoder.embed_positions.weight 1 max_target_positions d_model
decoder.layers.*.self_attn.k_proj.weight decoder_layers d_model d_model
decoder.layers.*.self_attn.v_proj.weight decoder_layers d_model d_model
decoder.layers.*.self_attn.v_proj.bias decoder_layers d_model
decoder.layers.*.self_attn.q_proj.weight decoder_layers d_model d_model
decoder.layers.*.self_attn.q_proj.bias decoder_layers d_model
decoder.layers.*.self_attn.out_proj.weight decoder_layers d_model d_model
decoder.layers.*.self_attn.out_proj.bias decoder_layers d_model
decoder.layers.*.self_attn_layer_norm.weight decoder_layers d_model
decoder.layers.*.self_attn_layer_norm.bias decoder_layers d_model
decoder.layers.*.encoder_attn.k_proj.weight decoder_layers d_model d_model
decoder.layers.*.encoder_attn.v_proj.weight decoder_layers d_model d_model
decoder.layers.*.encoder_attn.v_proj.bias decoder_layers d_model
decoder.layers.*.encoder_attn.q_proj.weight decoder_layers d_model d_model
decoder.layers.*.encoder_attn.q_proj.bias decoder_layers d_model
decoder.layers.*.encoder_attn.out_proj.weight decoder_layers d_model d_model
decoder.layers.*.encoder_attn.out_proj.bias decoder_layers d_model
decoder.layers.*.encoder_attn_layer_norm.weight decoder_layers d_model
decoder.layers.*.encoder_attn_layer_norm.bias decoder_layers d_model
decoder.layers.*.fc1.weight decoder_layers decoder_ffn_dim d_model
decoder.layers.*.fc1.bias decoder_layers decoder_ffn_dim
decoder.layers.*.fc2.weight decoder_layers d_model decoder_ffn_dim
decoder.layers.*.fc2.bias decoder_layers d_model
decoder.layers.*.final_layer_norm.weight decoder_layers d_model
decoder.layers.*.final_layer_norm.bias decoder_layers d_model
decoder.layer_norm.weight 1 d_model
decoder.layer_norm.bias 1 d_model
)";

inline constexpr std::string_view vit_tensors = R"(
embeddings.cls_token 1 1 1 hidden_size
position embeddings.position_embeddings 1 1 image_size/patch_size*image_size/patch_size+1 hidden_size
embeddings.patch_embeddings.projection.weight 1 hidden_size num_channels patch_size patch_size
embeddings.patch_embeddings.projection.bias 1 hidden_size
encoder.layer.*.attention.attention.query.weight num_hidden_layers hidden_size hidden_size
encoder.layer.*.attention.attention.query.bias num_hidden_layers hidden_size
encoder.layer.*.attention.attention.key.weight num_hidden_layers hidden_size hidden_size
encoder.layer.*.attention.attention.key.bias num_hidden_layers hidden_size
encoder.layer.*.attention.attention.value.weight num_hidden_layers hidden_size hidden_size
encoder.layer.*.attention.attention.value.bias num_hidden_layers hidden_size
encoder.layer.*.attention.output.dense.weight num_hidden_layers hidden_size hidden_size
encoder.layer.*.attention.output.dense.bias num_hidden_layers hidden_size
encoder.layer.*.intermediate.dense.weight num_hidden_layers intermediate_size hidden_size
encoder.layer.*.intermediate.dense.bias num_hidden_layers intermediate_size
encoder.layer.*.output.dense.weight num_hidden_layers hidden_size intermediate_size
encoder.layer.*.output.dense.bias num_hidden_layers hidden_size
encoder.layer.*.layernorm_before.weight num_hidden_layers hidden_size
encoder.layer.*.layernorm_before.bias num_hidden_layers hidden_size
encoder.layer.*.layernorm_after.weight num_hidden_layers hidden_size
encoder.layer.*.layernorm_after.bias num_hidden_layers hidden_size
layernorm.weight 1 hidden_size
layernorm.bias 1 hidden_size
classifier.weight num_labels#0 num_labels hidden_size
classifier.bias num_labels#0 num_labels
)";

inline constexpr std::array published_models{
    PublishedModel{.model_type = "gpt2",
                   .sizes = "vocab_size n_positions n_embd n_head=1 n_inner=4*n_embd",
                   .counts = "n_layer",
                   .switches = "tie_word_embeddings=1",
                   .tensors = gpt2_tensors},
    PublishedModel{.model_type = "bert",
                   .sizes = bert_sizes,
                   .counts = "num_hidden_layers",
                   .switches = "",
                   .tensors = bert_tensors},
    PublishedModel{.model_type = "roberta",
                   .sizes = bert_sizes,
                   .counts = "num_hidden_layers",
                   .switches = "",
                   .tensors = bert_tensors},
    PublishedModel{
        .model_type = "opt",
        .sizes = "vocab_size max_position_embeddings hidden_size ffn_dim num_attention_heads=1 "
                 "word_embed_proj_dim=hidden_size",
        .counts = "num_hidden_layers",
        .switches = "do_layer_norm_before=1",
        .tensors = opt_tensors},
    PublishedModel{.model_type = "whisper",
                   .sizes =
                       "vocab_size num_mel_bins max_source_positions max_target_positions d_model "
                       "encoder_ffn_dim decoder_ffn_dim encoder_attention_heads=1 "
                       "decoder_attention_heads=1",
                   .counts = "encoder_layers decoder_layers",
                   .switches = "",
                   .tensors = whisper_tensors},
    PublishedModel{.model_type = "vit",
                   .sizes = "image_size patch_size num_channels hidden_size intermediate_size "
                            "num_attention_heads=1",
                   .counts = "num_hidden_layers num_labels=0",
                   .switches = "",
                   .tensors = vit_tensors},
};

}  // namespace tinygpt
