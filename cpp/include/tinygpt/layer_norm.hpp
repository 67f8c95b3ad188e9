#pragma once
/// Normalising one row of n_embd numbers (Ba, Kiros and Hinton, arXiv 1607.06450).

#include <span>

#include "tinygpt/config.hpp"

namespace tinygpt {

/// What a block needs to know of a norm; all spans are [n_embd], out may be x.
using NormFunction = void (*)(std::span<float> out, std::span<const float> x,
                              std::span<const float> weight, std::span<const float> bias,
                              float epsilon);

/// mean = sum(x) / n, d = x - mean, variance = sum(d d) / n (sums in the order of sum.hpp),
/// out = (d * (1 / sqrt(variance + epsilon))) * weight + bias. The specification.
void layer_norm_scalar(std::span<float> out, std::span<const float> x,
                       std::span<const float> weight, std::span<const float> bias, float epsilon);

/// The same four floats at a time, and bit-equal.
void layer_norm(std::span<float> out, std::span<const float> x, std::span<const float> weight,
                std::span<const float> bias, float epsilon);

/// out = x: the norm of a model that has none. weight and bias are empty.
void identity_norm(std::span<float> out, std::span<const float> x, std::span<const float> weight,
                   std::span<const float> bias, float epsilon);

NormFunction norm_of(NormKind kind);

}  // namespace tinygpt
