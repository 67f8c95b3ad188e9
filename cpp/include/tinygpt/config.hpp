#pragma once
/// The shape of a GPT-2 model, with the keys of the published config.json.

#include <cstddef>

namespace tinygpt {

enum class NormKind {
  layer_norm,  ///< layer_norm.hpp
  identity,    ///< no norms, and no tensors for them
};

enum class ActivationKind {
  gelu_new,    ///< math.hpp
  tenth_relu,  ///< 0.1 max(0, x)
};

struct Gpt2Config {
  std::size_t vocab_size = 50257;  ///< rows of wte
  std::size_t n_positions = 1024;  ///< rows of wpe: the longest sequence
  std::size_t n_embd = 768;        ///< columns of both tables
  std::size_t n_layer = 12;
  std::size_t n_head = 12;
  float layer_norm_epsilon = 1e-5F;
  NormKind norm = NormKind::layer_norm;
  ActivationKind activation_function = ActivationKind::gelu_new;
  bool tie_word_embeddings = true;  ///< the head is wte; otherwise lm_head.weight
  std::size_t lm_head_rows = 0;     ///< rows of an untied head; 0 stands for vocab_size
};

/// How many logits the model gives: vocab_size, unless an untied head has other rows.
std::size_t logit_count(const Gpt2Config& config);

/// Throws ArgumentError, naming the key, when a size is 0, n_head does not divide n_embd,
/// layer_norm_epsilon is not a positive number, or a tied head is given rows of its own.
/// n_layer may be 0: such a model has the embedding steps only.
void validate(const Gpt2Config& config);

}  // namespace tinygpt
