#pragma once
/// The line the chapter is about:  X0 = wte[ids] + wpe[position_ids]

#include <optional>
#include <span>
#include <vector>

#include "tinygpt/array.hpp"
#include "tinygpt/positions.hpp"
#include "tinygpt/weights.hpp"

namespace tinygpt {

/// One token of it: writes wte[id], wpe[position_id] and their float32 sum. All spans are [n_embd];
/// both indices have been checked. embed() and the forward pass both come by here.
void embed_token(const Tensor& wte, const Tensor& wpe, Index id, Index position_id,
                 std::span<float> wte_row, std::span<float> wpe_row, std::span<float> x0);

struct Embedding {
  std::vector<Index> ids;           // [T]
  std::vector<Index> position_ids;  // [T]
  Matrix wte;                       // [T, n_embd], row t is wte[ids[t]]
  Matrix wpe;                       // [T, n_embd], row t is wpe[position_ids[t]]
  Matrix x0;                        // [T, n_embd], the sum of both in float32
};

/// Throws ArgumentError when the two sequences differ in length, IndexError (wte before wpe)
/// when an index is no row of its table; both before anything is allocated.
Embedding embed(const Weights& weights, std::span<const Index> ids,
                std::span<const Index> position_ids);

/// position_ids = past_length, past_length + 1, ...; past_length 0 is prefill.
Embedding embed(const Weights& weights, std::span<const Index> ids, Index past_length = 0);

}  // namespace tinygpt
