#pragma once
/// The function between the two matrices of the MLP, applied to every number.

#include <span>

namespace tinygpt {

using ActivationFunction = void (*)(std::span<float> x);

/// gelu_new (math.hpp), four floats at a time.
void gelu_new(std::span<float> x);

/// 0.1 max(0, x): the MLP of the worked example in the book's section 3.8.
void tenth_relu(std::span<float> x);

}  // namespace tinygpt
