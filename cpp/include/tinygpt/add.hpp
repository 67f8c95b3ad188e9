#pragma once
/// Element-wise sums of float32 arrays of any length.

#include <span>

namespace tinygpt {

/// sum[i] = a[i] + b[i], one float at a time: the specification of add().
void add_scalar(std::span<float> sum, std::span<const float> a, std::span<const float> b);

/// The same, four floats at a time; bit-equal, since every element is one addition.
void add(std::span<float> sum, std::span<const float> a, std::span<const float> b);

// All three spans have one length; sum may be a or b, but not overlap them otherwise.

struct Addition {
  std::span<float> sum;
  std::span<const float> a;
  std::span<const float> b;
};

/// Two of them side by side, all of one length. Where the two lie far apart in memory, they come
/// sooner than one after the other.
void add_both(const Addition& first, const Addition& second);

}  // namespace tinygpt
