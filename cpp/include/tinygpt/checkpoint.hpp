#pragma once
/// The tensors of a GPT-2 checkpoint: names, shapes and order as published.

#include <cstddef>
#include <string>
#include <vector>

#include "tinygpt/config.hpp"

namespace tinygpt {

struct TensorInfo {
  std::string name;                // "wte.weight", "h.0.attn.c_attn.weight", ...
  std::vector<std::size_t> shape;  // [rows, columns] or [length]

  std::size_t element_count() const;
};

/// All tensors in the order of the published checkpoint:
/// wte, wpe, then ln_1, attn, ln_2, mlp of every layer, then ln_f, and last an untied head,
/// lm_head.weight [logit_count, n_embd]. Identity norms have no tensors.
/// A model without layers (embedding steps only) has the two tables and nothing else.
std::vector<TensorInfo> checkpoint_tensors(const Gpt2Config& config);

}  // namespace tinygpt
