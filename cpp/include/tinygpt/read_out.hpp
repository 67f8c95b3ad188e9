#pragma once
/// What the attention of the first layer reads out for every word, with or without positions, with
/// or without the causal mask. Without both it cannot know the order of the words: the same words
/// in another order read out the same vectors, in the other order.

#include <span>
#include <vector>

#include "tinygpt/array.hpp"
#include "tinygpt/model.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt {

struct ReadOutOptions {
  bool positions = true;  ///< x = wte[ids] + wpe[0, 1, ...], otherwise x = wte[ids]
  bool causal = true;     ///< a place looks at itself and at earlier ones, otherwise at all
};

struct ReadOut {
  Matrix values;                // [T, n_embd] after ln_1, all heads and c_proj
  std::vector<Matrix> weights;  // of each head, [T, T]
};

/// Runs the kernels of the forward pass: with both options the values are the bits of its
/// "h.0.attn_out". Other orders of the same words differ by rounding, since sums over places run in
/// the order of the places.
/// Throws as embed() does; ArgumentError "ids" for more than max_places (head.hpp), "model" where
/// there are no layers.
ReadOut read_out(const Model& model, std::span<const Index> ids, const ReadOutOptions& options);

}  // namespace tinygpt
