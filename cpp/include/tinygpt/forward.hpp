#pragma once
/// From ids to logits: x0 (embedding.hpp), the blocks of GPT-2, the final norm, the head.
///     x = x + c_proj(attention(c_attn(ln_1(x))))
///     x = x + c_proj(activation(c_fc(ln_2(x))))
/// (Radford et al., "Language Models are Unsupervised Multitask Learners", 2019, section 2.3.)
///
/// The bits of a logit depend on the sequence only: prefill, decoding one by one, prefill in chunks
/// and any mix of them, alone or in a batch, give the same ones (matmul.hpp, attention.hpp say
/// why).

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tinygpt/activation.hpp"
#include "tinygpt/attention.hpp"
#include "tinygpt/kv_cache.hpp"
#include "tinygpt/layer_norm.hpp"
#include "tinygpt/loaded_weights.hpp"
#include "tinygpt/positions.hpp"
#include "tinygpt/trace.hpp"

namespace tinygpt {

/// New places for one sequence of the cache. The masks must live until the pass is over.
struct Chunk {
  std::size_t sequence = 0;
  std::span<const Index> ids{};           // [T], T at least 1
  std::span<const Index> position_ids{};  // [T], or empty: past_length, past_length + 1, ...
  AttentionMasks masks{};                 // [past_length + T] and [T, past_length + T], 0 or 1
};

enum class LogitsOf {
  last,  ///< one row per chunk
  all,   ///< one row per id, chunk after chunk
  none,  ///< none: the cache is all that is wanted
};

/// The scratch of forward passes, to be kept from one to the next: it grows to what the largest
/// needs, so a step of decoding allocates nothing.
class Workspace {
 public:
  /// More rows at once are not faster, fewer make shorter steps. They change no bits.
  explicit Workspace(std::size_t rows_at_once = 128) : rows_at_once_(rows_at_once) {}

 private:
  friend class ForwardPass;

  void grow(const Gpt2Config& config, std::size_t capacity);

  std::size_t rows_at_once_;
  std::vector<Index> ids_;           // all chunks one after another
  std::vector<Index> position_ids_;  // the same
  std::vector<float> x_;             // [rows_at_once, n_embd] the residual stream
  std::vector<float> normed_;        // [rows_at_once, n_embd]
  std::vector<float> qkv_;           // [rows_at_once, 3 n_embd]
  std::vector<float> context_;       // [rows_at_once, n_embd]
  std::vector<float> projected_;     // [rows_at_once, n_embd]
  std::vector<float> hidden_;        // [rows_at_once, 4 n_embd]
  Int8Rows int8_rows_;               // what is multiplied next, where weights are int8
  std::vector<float> scores_;        // [attention_rows, capacity]
  std::vector<float> wte_row_;       // [n_embd]
  std::vector<float> wpe_row_;       // [n_embd]
  std::vector<float> logits_;        // [rows asked for, logit_count]
};

/// One pass, in steps of at most half a layer for rows_at_once rows, so that a caller can show how
/// far it is and stop. The cache takes the new places in at the end of the last step: a pass that
/// is dropped before leaves the cache as it was. One pass at a time for a cache or a workspace;
/// weights, cache, workspace and trace must outlive it.
class ForwardPass {
 public:
  /// Checks everything and writes nothing. Throws
  ///   ArgumentError   naming what has the wrong length or value (chunks, ids, position_ids,
  ///                   sequence, attention_mask, pair_mask, cache)
  ///   IndexError      for an id that is no row of wte, or a position that is no row of wpe
  ///   CapacityError   when a sequence has too few places left
  ForwardPass(const LoadedWeights& weights, KvCache& cache, Workspace& workspace,
              std::span<const Chunk> chunks, LogitsOf logits_of = LogitsOf::last,
              Trace* trace = nullptr);

  /// Does the next piece; false when that was the last.
  bool step();

  /// How much of the work is done: 0 .. 1.
  double fraction() const;

  /// [rows asked for, logit_count], in the workspace: valid until its next pass.
  std::span<const float> logits() const { return workspace_.logits_; }

 private:
  /// The part of one chunk that lies in the rows at hand.
  struct Part {
    const Chunk* chunk = nullptr;
    std::size_t first = 0;  ///< its first new place in the chunk
    std::size_t row = 0;    ///< where that is among the rows at hand
    std::size_t count = 0;
  };

  void check(const Chunk& chunk) const;
  template <typename Visit>
  void for_each_part(const Visit& visit) const;

  void embed_rows();
  void attention_half(std::size_t layer);
  void mlp_half(std::size_t layer);
  void head_rows();
  void head_row(std::size_t row, const Part& part);
  void next_rows();

  void norm_rows(const NormWeights& norm);
  void multiply(std::vector<float>& out, const std::vector<float>& x, const LinearWeights& w) const;
  void add_to_x();

  void trace_rows(TraceKind kind, std::optional<std::size_t> layer, const std::vector<float>& rows,
                  std::size_t columns) const;
  void trace_heads(TraceKind kind, std::size_t layer, const std::vector<float>& rows,
                   std::size_t stride, std::size_t column) const;

  const LoadedWeights& weights_;
  KvCache& cache_;
  Workspace& workspace_;
  std::span<const Chunk> chunks_;
  LogitsOf logits_of_;
  Trace* trace_;
  NormFunction norm_;
  ActivationFunction activation_;

  std::size_t row_count_ = 0;   // new places of all chunks
  std::size_t first_row_ = 0;   // the rows at hand: first_row_ .. first_row_ + rows_ - 1
  std::size_t rows_ = 0;        // at most rows_at_once
  std::size_t stage_ = 0;       // halves of layers that are done for them
  std::size_t head_row_ = 0;    // rows at hand that are through the head
  std::size_t logits_row_ = 0;  // rows of logits that are written
};

/// All steps of a pass over one sequence. Returns its logits().
std::span<const float> forward(const LoadedWeights& weights, KvCache& cache, Workspace& workspace,
                               const Chunk& chunk, LogitsOf logits_of = LogitsOf::last,
                               Trace* trace = nullptr);

}  // namespace tinygpt
