#pragma once
/// The array type that owns results, and row views of it. The only file that includes xtensor.

#include <cstddef>
#include <limits>
#include <new>
#include <span>

// xtensor moved its headers into folders in release 0.26.
#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xtensor.hpp>
#else
#include <xtensor/xtensor.hpp>
#endif

namespace tinygpt {

using Matrix = xt::xtensor<float, 2>;  // row-major

/// A matrix whose elements hold no particular value yet. Throws std::bad_alloc for more than memory
/// can have: their number may not fit into a size_t, which has 32 bits in WebAssembly.
inline Matrix uninitialized_matrix(std::size_t rows, std::size_t columns) {
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(float);
  if (columns != 0 && rows > most / columns) throw std::bad_alloc();
  return Matrix::from_shape({rows, columns});
}

inline std::size_t rows(const Matrix& matrix) { return matrix.shape()[0]; }
inline std::size_t columns(const Matrix& matrix) { return matrix.shape()[1]; }

inline std::span<float> elements(Matrix& matrix) { return {matrix.data(), matrix.size()}; }
inline std::span<const float> elements(const Matrix& matrix) {
  return {matrix.data(), matrix.size()};
}

inline std::span<float> row(Matrix& matrix, std::size_t r) {
  return elements(matrix).subspan(r * columns(matrix), columns(matrix));
}
inline std::span<const float> row(const Matrix& matrix, std::size_t r) {
  return elements(matrix).subspan(r * columns(matrix), columns(matrix));
}

}  // namespace tinygpt
