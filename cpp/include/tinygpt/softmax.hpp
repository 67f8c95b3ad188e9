#pragma once
/// Scores to weights that sum to 1.

#include <span>

namespace tinygpt {

/// In place: m = max(x), e[i] = exp(x[i] - m), x[i] = e[i] / (e[0] + e[1] + ...).
/// The sum runs from the first to the last, one after another: a place with the score -infinity
/// weighs exactly 0 and leaves every other weight's bits as if it were not there. This is what
/// makes padded, packed and plain sequences equal. A row of -infinity only gives zeros.
void softmax_scalar(std::span<float> x);  // the specification
void softmax(std::span<float> x);         // exp four at a time, and bit-equal

}  // namespace tinygpt
