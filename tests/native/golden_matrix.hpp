#pragma once
/// Matrices out of golden files, and how far a result is from them.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "json_file.hpp"
#include "tinygpt/array.hpp"

namespace tinygpt::tests {

/// From rows of numbers.
inline Matrix golden_matrix(const Json& rows_of_numbers) {
  const std::vector<float> values = float32_elements(rows_of_numbers);
  Matrix matrix = uninitialized_matrix(rows_of_numbers.size(), rows_of_numbers.front().size());
  std::ranges::copy(values, matrix.data());
  return matrix;
}

/// The largest difference, infinite where the sizes differ; `expected` is nested at will.
inline double distance(const Matrix& actual, const Json& expected) {
  const auto flat = expected.flatten();
  if (flat.size() != actual.size()) return HUGE_VAL;
  double worst = 0.0;
  std::size_t i = 0;
  for (const Json& value : flat) {
    worst = std::max(worst, std::abs(static_cast<double>(actual.data()[i]) - value.get<double>()));
    ++i;
  }
  return worst;
}

}  // namespace tinygpt::tests
