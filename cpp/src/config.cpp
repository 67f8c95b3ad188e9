#include "tinygpt/config.hpp"

#include <limits>

#include "tinygpt/errors.hpp"

namespace tinygpt {

std::size_t logit_count(const Gpt2Config& config) {
  return config.lm_head_rows == 0 ? config.vocab_size : config.lm_head_rows;
}

void validate(const Gpt2Config& config) {
  if (config.vocab_size == 0) throw ArgumentError("vocab_size", "must be at least 1");
  if (config.n_positions == 0) throw ArgumentError("n_positions", "must be at least 1");
  if (config.n_embd == 0) throw ArgumentError("n_embd", "must be at least 1");
  if (config.n_head == 0) throw ArgumentError("n_head", "must be at least 1");
  if (config.n_embd % config.n_head != 0) throw ArgumentError("n_head", "must divide n_embd");
  const float epsilon = config.layer_norm_epsilon;
  if (!(epsilon > 0.0F && epsilon < std::numeric_limits<float>::infinity())) {
    throw ArgumentError("layer_norm_epsilon", "must be a positive number");
  }
  if (config.tie_word_embeddings && logit_count(config) != config.vocab_size) {
    throw ArgumentError("lm_head_rows", "must be 0 where the head is tied to wte");
  }
}

}  // namespace tinygpt
