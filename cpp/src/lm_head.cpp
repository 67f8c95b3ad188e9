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
  const std::size_t width = hidden.size();
  // The rows of both halves of the table, side by side (sum.hpp).
  const std::size_t half = logits.size() / 2;
  const float* first = table.data();
  const float* second = first + half * width;
  for (std::size_t v = 0; v < half; ++v, first += width, second += width) {
    const auto [low, high] = two_dots(hidden.data(), first, second, width);
    logits[v] = low;
    logits[half + v] = high;
  }
  if (logits.size() % 2 != 0) logits.back() = dot(hidden.data(), second, width);
}

}  // namespace tinygpt
