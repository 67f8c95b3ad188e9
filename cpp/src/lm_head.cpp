#include "tinygpt/lm_head.hpp"

#include <cassert>

#include "tinygpt/sum.hpp"

namespace tinygpt {

void lm_head_scalar(std::span<float> logits, std::span<const float> hidden,
                    std::span<const float> table) {
  for (std::size_t v = 0; v < logits.size(); ++v) {
    logits[v] = dot_scalar(hidden, table.subspan(v * hidden.size(), hidden.size()));
  }
}

void lm_head(std::span<float> logits, std::span<const float> hidden, std::span<const float> table) {
  assert(table.size() == logits.size() * hidden.size());
  const float* row = table.data();
  for (float& logit : logits) {
    logit = dot(hidden.data(), row, hidden.size());
    row += hidden.size();
  }
}

}  // namespace tinygpt
