#pragma once
/// Scaled dot-product attention of new places over all places of a sequence
/// (Vaswani et al., arXiv 1706.03762, section 3.2; the causal mask as in GPT-2).

#include <cstddef>
#include <span>

#include "tinygpt/kv_cache.hpp"
#include "tinygpt/matmul.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt {

/// Which places a query may look at, besides the causal rule (a place looks at itself and at
/// earlier ones). 1 allows, 0 forbids; an empty span allows everything.
struct AttentionMasks {
  std::span<const Index> places{};  // [past_length + T], for padding
  std::span<const Index> pairs{};   // [T, past_length + T], for packed sequences
};

/// Sees the scores and weights of one head while they exist. Row i belongs to new place first + i;
/// of the `places` numbers in a row, those after its own place are -infinity (scores) or 0.
class AttentionObserver {
 public:
  virtual ~AttentionObserver() = default;
  virtual void scores(std::size_t head, std::size_t first, std::size_t row_count,
                      std::size_t places, ConstRows rows) = 0;
  virtual void weights(std::size_t head, std::size_t first, std::size_t row_count,
                       std::size_t places, ConstRows rows) = 0;

 protected:
  AttentionObserver() = default;
  AttentionObserver(const AttentionObserver&) = default;
  AttentionObserver& operator=(const AttentionObserver&) = default;
};

/// Rows of queries that are taken at once; scores need this many rows of capacity floats.
inline constexpr std::size_t attention_rows = 16;

/// The new places of one sequence in one layer. Their keys and values are in the cache already.
struct AttentionCall {
  std::size_t layer = 0;
  std::size_t sequence = 0;
  std::size_t past_length = 0;  ///< places before the first of the call's new places
  std::size_t first = 0;        ///< new places first .. first + row_count - 1 are computed
  std::size_t row_count = 0;
  std::size_t new_length = 0;  ///< T: all new places of the call, for the masks' shapes
};

/// context[t] = sum over s of softmax(scale q[t] . k[s])[s] v[s], per head, heads side by side.
///
/// Orders of sums, none of which knows how the sequence was cut: q . k over components, increasing
/// (matmul.hpp); softmax over places, increasing (softmax.hpp); weights times values over places,
/// increasing. A forbidden place weighs exactly 0. A query that may look at nothing gets zeros.
///
/// q, context: row i is [n_embd] of new place first + i. scratch: attention_rows * capacity floats.
void attend(Rows context, ConstRows q, const KvCache& cache, const AttentionCall& call,
            const AttentionMasks& masks, std::span<float> scratch, AttentionObserver* observer);

}  // namespace tinygpt
