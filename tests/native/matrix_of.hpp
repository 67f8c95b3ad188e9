#pragma once
/// A small matrix written out in a test.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

#include "tinygpt/array.hpp"

namespace tinygpt::tests {

/// `values` row after row.
inline Matrix matrix_of(std::size_t rows, std::size_t columns, const std::vector<float>& values) {
  assert(values.size() == rows * columns);
  Matrix matrix = uninitialized_matrix(rows, columns);
  std::ranges::copy(values, elements(matrix).begin());
  return matrix;
}

}  // namespace tinygpt::tests
