#include "tinygpt/attention.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "tinygpt/softmax.hpp"

namespace tinygpt {
namespace {

constexpr float forbidden = -std::numeric_limits<float>::infinity();

void forbid(std::span<float> scores, std::span<const Index> mask) {
  for (std::size_t s = 0; s < scores.size(); ++s) {
    if (mask[s] == 0) scores[s] = forbidden;
  }
}

/// Scales the scores of new place `t` and writes -infinity where it may not look.
void mask_scores(std::span<float> scores, std::size_t t, float scale, const AttentionCall& call,
                 const AttentionMasks& masks) {
  const std::span<float> seen = scores.first(call.past_length + t + 1);
  for (float& score : seen) score *= scale;
  std::ranges::fill(scores.subspan(seen.size()), forbidden);
  if (!masks.places.empty()) forbid(seen, masks.places);
  if (!masks.pairs.empty()) {
    forbid(seen, masks.pairs.subspan(t * (call.past_length + call.new_length)));
  }
}

}  // namespace

void attend(Rows context, ConstRows q, const KvCache& cache, const AttentionCall& call,
            const AttentionMasks& masks, std::span<float> scratch, AttentionObserver* observer) {
  const std::size_t n_head = cache.config().n_head;
  const std::size_t head_size = cache.config().n_embd / n_head;
  const float scale = 1.0F / std::sqrt(static_cast<float>(head_size));
  const Rows scores{scratch.data(), cache.capacity()};
  assert(scratch.size() >= attention_rows * cache.capacity());

  for (std::size_t i = 0; i < call.row_count; i += attention_rows) {
    const std::size_t first = call.first + i;
    const std::size_t rows = std::min(attention_rows, call.row_count - i);
    // As far as the last of these rows looks; what the others may not see weighs 0.
    const std::size_t places = call.past_length + first + rows;
    for (std::size_t head = 0; head < n_head; ++head) {
      const std::size_t column = head * head_size;
      matmul(scores, {q.data + i * q.stride + column, q.stride}, rows,
             cache.keys(call.layer, call.sequence, head, places), {});
      for (std::size_t r = 0; r < rows; ++r) {
        mask_scores({scores.data + r * scores.stride, places}, first + r, scale, call, masks);
      }
      const ConstRows computed{scores.data, scores.stride};
      if (observer != nullptr) observer->scores(head, first, rows, places, computed);

      for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t own = call.past_length + first + r;
        const std::span<float> row{scores.data + r * scores.stride, places};
        softmax(row.first(own + 1));
        std::ranges::fill(row.subspan(own + 1), 0.0F);
      }
      if (observer != nullptr) observer->weights(head, first, rows, places, computed);

      matmul({context.data + i * context.stride + column, context.stride}, computed, rows,
             cache.values(call.layer, call.sequence, head, places), {});
    }
  }
}

}  // namespace tinygpt
