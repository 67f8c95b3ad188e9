#pragma once
/// Element-wise sums of float32 arrays of any length.

#include <span>

namespace tinygpt {

/// sum[i] = a[i] + b[i], one float at a time: the specification of add().
void add_scalar(std::span<float> sum, std::span<const float> a, std::span<const float> b);

/// The same, four floats at a time; bit-equal, since every element is one addition.
void add(std::span<float> sum, std::span<const float> a, std::span<const float> b);

// All three spans have one length; sum may be a or b, but not overlap them otherwise.

}  // namespace tinygpt
