#pragma once
/// The line the chapter is about:  X0 = wte[ids] + wpe[position_ids]

#include <cstddef>
#include <span>
#include <vector>

#include "tinygpt/array.hpp"
#include "tinygpt/positions.hpp"
#include "tinygpt/weights.hpp"

namespace tinygpt {

/// One token of it: the float32 sum of wte[id] and wpe[position_id]. Rows that are not in memory
/// are made in wte_row and wpe_row. All spans are [n_embd]; both indices have been checked.
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

/// X0 in memory that the next call writes again, for callers who embed often and read little of it:
/// to touch new memory takes longer than the sums do. Grows to the longest call.
class EmbeddingStage {
 public:
  /// Throws as the free functions do; ids, positions and X0 are then those of the call before.
  void embed(const Weights& weights, std::span<const Index> ids,
             std::span<const Index> position_ids);
  void embed(const Weights& weights, std::span<const Index> ids, Index past_length = 0);

  std::span<const Index> ids() const { return ids_; }                        // [T]
  std::span<const Index> position_ids() const { return position_ids_; }      // [T]
  std::span<const float> x0() const { return std::span(x0_).first(size_); }  // [T, n_embd]

 private:
  std::vector<Index> ids_;
  std::vector<Index> position_ids_;
  std::vector<float> x0_;         // of the longest call
  std::size_t size_ = 0;          // of the last call
  std::vector<float> made_rows_;  // of tables that are not in memory: [4, n_embd]
};

}  // namespace tinygpt
