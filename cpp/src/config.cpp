#include "tinygpt/config.hpp"

#include "tinygpt/errors.hpp"

namespace tinygpt {

void validate(const Gpt2Config& config) {
  if (config.vocab_size == 0) throw ArgumentError("vocab_size", "must be at least 1");
  if (config.n_positions == 0) throw ArgumentError("n_positions", "must be at least 1");
  if (config.n_embd == 0) throw ArgumentError("n_embd", "must be at least 1");
  if (config.n_head == 0) throw ArgumentError("n_head", "must be at least 1");
  if (config.n_embd % config.n_head != 0) throw ArgumentError("n_head", "must divide n_embd");
}

}  // namespace tinygpt
