#include "tinygpt/relative_positions.hpp"

#include <algorithm>
#include <bit>

#include "tinygpt/errors.hpp"
#include "tinygpt/math_f64.hpp"

namespace tinygpt {
namespace {

/// 2^(-8 k / heads)
float slope(Index k, Index heads) {
  constexpr double ln2 = 0.693147180559945309417;
  return static_cast<float>(
      exp_f64(-8.0 * static_cast<double>(k) / static_cast<double>(heads) * ln2));
}

float log_f32(float x) { return static_cast<float>(log_f64(static_cast<double>(x))); }

}  // namespace

std::vector<float> alibi_slopes(Index heads) {
  require_between("heads", heads, 1, max_length);
  const auto below = static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(heads)));
  std::vector<float> slopes;
  for (Index k = 1; k <= below; ++k) slopes.push_back(slope(k, below));
  for (Index k = 1; k <= heads - below; ++k) slopes.push_back(slope(2 * k - 1, 2 * below));
  return slopes;
}

Matrix alibi_bias(Index heads, Index length) {
  const std::vector<float> slopes = alibi_slopes(heads);
  require_between("length", length, 1, max_length / heads);
  Matrix bias = uninitialized_matrix(slopes.size(), static_cast<std::size_t>(length));
  for (std::size_t h = 0; h < slopes.size(); ++h) {
    const std::span<float> of_head = row(bias, h);
    for (std::size_t d = 0; d < of_head.size(); ++d) {
      of_head[d] = -slopes[h] * static_cast<float>(d);
    }
  }
  return bias;
}

std::vector<Index> t5_buckets(std::span<const Index> relative_positions, const BucketRule& rule) {
  const Index sides = rule.bidirectional ? 2 : 1;
  require_between("buckets", rule.buckets, 2 * sides, max_length);
  const Index buckets = rule.buckets / sides;  // of one side
  const Index exact = buckets / 2;             // distances with a bucket of their own
  require_between("maxDistance", rule.max_distance, exact + 1, max_position);
  const auto exact_f32 = static_cast<float>(exact);
  const auto log_range = static_cast<float>(
      log_f64(static_cast<double>(rule.max_distance) / static_cast<double>(exact)));

  std::vector<Index> found(relative_positions.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Index relative = relative_positions[i];
    require_between("relativePositions", relative, -max_position, max_position);
    const bool is_after = relative > 0;
    const Index distance =
        rule.bidirectional && is_after ? relative : std::max(Index{0}, -relative);
    Index bucket = distance;
    if (distance >= exact) {
      const float octaves = log_f32(static_cast<float>(distance) / exact_f32) / log_range;
      const float steps = octaves * static_cast<float>(buckets - exact);
      bucket = std::min(exact + static_cast<Index>(steps), buckets - 1);
    }
    found[i] = rule.bidirectional && is_after ? bucket + buckets : bucket;
  }
  return found;
}

}  // namespace tinygpt
