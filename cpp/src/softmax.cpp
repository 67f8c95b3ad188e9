#include "tinygpt/softmax.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "tinygpt/f32x4.hpp"
#include "tinygpt/math.hpp"

namespace tinygpt {
namespace {

constexpr float nothing = -std::numeric_limits<float>::infinity();

float largest(std::span<const float> x) {
  float m = nothing;
  for (const float value : x) m = value > m ? value : m;
  return m;
}

/// The same: a maximum does not depend on the order. (It may be -0 for 0, which no exp can see.)
float largest_by_four(std::span<const float> x) {
  F32x4 m = splat_f32x4(nothing);
  const std::size_t whole = x.size() - x.size() % f32x4_lanes;
  for (std::size_t i = 0; i < whole; i += f32x4_lanes) {
    const F32x4 values = load_f32x4(&x[i]);
    m = values > m ? values : m;
  }
  const float rest = largest(x.subspan(whole));
  return std::max({rest, m[0], m[1], m[2], m[3]});
}

float sum_in_order(std::span<const float> x) {
  float sum = 0.0F;
  for (const float value : x) sum += value;
  return sum;
}

}  // namespace

void softmax_scalar(std::span<float> x) {
  const float m = largest(x);
  if (m == nothing) {
    std::ranges::fill(x, 0.0F);
    return;
  }
  for (float& value : x) value = exp_f32(value - m);
  const float sum = sum_in_order(x);
  for (float& value : x) value = value / sum;
}

void softmax(std::span<float> x) {
  const float m = largest_by_four(x);
  if (m == nothing) {
    std::ranges::fill(x, 0.0F);
    return;
  }
  exp_shifted(x, m);
  const float sum = sum_in_order(x);
  const std::size_t whole = x.size() - x.size() % f32x4_lanes;
  for (std::size_t i = 0; i < whole; i += f32x4_lanes) {
    store_f32x4(&x[i], load_f32x4(&x[i]) / splat_f32x4(sum));
  }
  for (std::size_t i = whole; i < x.size(); ++i) x[i] = x[i] / sum;
}

}  // namespace tinygpt
