#include "tinygpt/layer_norm.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "tinygpt/f32x4.hpp"
#include "tinygpt/sum.hpp"

namespace tinygpt {
namespace {

/// IEEE 754 defines the square root to the last bit, so std::sqrt is the same everywhere.
float inverse_deviation(float sum_of_squares, std::size_t count, float epsilon) {
  return 1.0F / std::sqrt(sum_of_squares / static_cast<float>(count) + epsilon);
}

}  // namespace

void layer_norm_scalar(std::span<float> out, std::span<const float> x,
                       std::span<const float> weight, std::span<const float> bias, float epsilon) {
  const float mean = sum_scalar(x) / static_cast<float>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = x[i] - mean;
  const float inverse = inverse_deviation(dot_scalar(out, out), x.size(), epsilon);
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = (out[i] * inverse) * weight[i] + bias[i];
}

void layer_norm(std::span<float> out, std::span<const float> x, std::span<const float> weight,
                std::span<const float> bias, float epsilon) {
  assert(out.size() == x.size() && weight.size() == x.size() && bias.size() == x.size());
  const std::size_t whole = x.size() - x.size() % f32x4_lanes;
  const float mean = sum(x) / static_cast<float>(x.size());
  for (std::size_t i = 0; i < whole; i += f32x4_lanes) {
    store_f32x4(&out[i], load_f32x4(&x[i]) - splat_f32x4(mean));
  }
  for (std::size_t i = whole; i < x.size(); ++i) out[i] = x[i] - mean;

  const float inverse = inverse_deviation(dot(out, out), x.size(), epsilon);
  for (std::size_t i = 0; i < whole; i += f32x4_lanes) {
    const F32x4 normed = load_f32x4(&out[i]) * splat_f32x4(inverse);
    store_f32x4(&out[i], normed * load_f32x4(&weight[i]) + load_f32x4(&bias[i]));
  }
  for (std::size_t i = whole; i < x.size(); ++i) out[i] = (out[i] * inverse) * weight[i] + bias[i];
}

void identity_norm(std::span<float> out, std::span<const float> x,
                   std::span<const float> /*weight*/, std::span<const float> /*bias*/,
                   float /*epsilon*/) {
  std::ranges::copy(x, out.begin());
}

NormFunction norm_of(NormKind kind) {
  return kind == NormKind::identity ? identity_norm : layer_norm;
}

}  // namespace tinygpt
