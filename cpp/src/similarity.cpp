#include "tinygpt/similarity.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

constexpr std::size_t max_rows = 4096;

void require_few_rows(const Matrix& matrix) {
  if (rows(matrix) > max_rows) {
    throw ArgumentError("matrix", "has " + std::to_string(rows(matrix)) + " rows; at most " +
                                      std::to_string(max_rows) + " are compared");
  }
}

/// In four partial sums, so that additions do not wait for each other.
double dot(std::span<const float> a, std::span<const float> b) {
  std::array<double, 4> sums{};
  for (std::size_t i = 0; i < a.size(); ++i) sums[i % 4] += static_cast<double>(a[i]) * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// f(i, j) for i <= j, at both of its places.
template <typename Pair>
Matrix symmetric(std::size_t n, const Pair& f) {
  Matrix result = uninitialized_matrix(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) {
      const auto value = static_cast<float>(f(i, j));
      row(result, i)[j] = value;
      row(result, j)[i] = value;
    }
  }
  return result;
}

}  // namespace

Matrix dot_products(const Matrix& matrix) {
  require_few_rows(matrix);
  return symmetric(rows(matrix), [&](std::size_t i, std::size_t j) {
    return dot(row(matrix, i), row(matrix, j));
  });
}

Matrix cosine_similarity(const Matrix& matrix) {
  require_few_rows(matrix);
  std::vector<double> lengths(rows(matrix));
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = std::sqrt(dot(row(matrix, i), row(matrix, i)));
  }
  return symmetric(rows(matrix), [&](std::size_t i, std::size_t j) {
    if (lengths[i] == 0.0 || lengths[j] == 0.0) return 0.0;
    return dot(row(matrix, i), row(matrix, j)) / lengths[i] / lengths[j];
  });
}

}  // namespace tinygpt
