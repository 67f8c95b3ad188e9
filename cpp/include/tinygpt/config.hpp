#pragma once
/// The shape of a GPT-2 model, with the keys of the published config.json.

#include <cstddef>

namespace tinygpt {

struct Gpt2Config {
  std::size_t vocab_size = 50257;  ///< rows of wte
  std::size_t n_positions = 1024;  ///< rows of wpe: the longest sequence
  std::size_t n_embd = 768;        ///< columns of both tables
  std::size_t n_layer = 12;
  std::size_t n_head = 12;
  float layer_norm_epsilon = 1e-5F;
};

/// Throws ArgumentError, naming the key, when a size is 0 or n_head does not divide n_embd.
/// n_layer may be 0: such a model has the embedding steps only.
void validate(const Gpt2Config& config);

}  // namespace tinygpt
