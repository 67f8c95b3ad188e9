#pragma once
/// The last multiplication: how much each token's row looks like the hidden state.

#include <cstddef>
#include <span>

namespace tinygpt {

/// logits[v] = dot(hidden, table[v]), in the order of sum.hpp.
/// hidden: [n_embd], table: [logits.size(), n_embd] row-major, so that a tied head reads wte where
/// it lies: no packed second copy, one contiguous stream, every number once.
void lm_head(std::span<float> logits, std::span<const float> hidden, std::span<const float> table);
void lm_head_scalar(std::span<float> logits, std::span<const float> hidden,
                    std::span<const float> table);  // the specification

}  // namespace tinygpt
