#include "tinygpt/similarity.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

/// In four partial sums, so that additions do not wait for each other; pointers, because a span is
/// handed over by way of memory in WebAssembly.
double dot(const float* a, const float* b, std::size_t count) {
  std::array<double, 4> sums{};
  std::size_t i = 0;
  for (; i + sums.size() <= count; i += sums.size()) {
    for (std::size_t lane = 0; lane < sums.size(); ++lane) {
      sums[lane] += static_cast<double>(a[i + lane]) * b[i + lane];
    }
  }
  for (; i < count; ++i) sums[0] += static_cast<double>(a[i]) * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double dot_of_rows(const Matrix& matrix, std::size_t i, std::size_t j) {
  return dot(row(matrix, i).data(), row(matrix, j).data(), columns(matrix));
}

/// The dot products over lengths[i] lengths[j]; 0 where one of these is 0, also beside infinities.
Matrix compare(const Matrix& matrix, std::span<const double> lengths) {
  const std::size_t n = rows(matrix);
  Matrix result = uninitialized_matrix(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) {
      const bool nothing = lengths[i] == 0.0 || lengths[j] == 0.0;
      const double product = nothing ? 0.0 : dot_of_rows(matrix, i, j) / lengths[i] / lengths[j];
      row(result, i)[j] = static_cast<float>(product);
      row(result, j)[i] = static_cast<float>(product);
    }
  }
  return result;
}

void require_few_rows(const Matrix& matrix) {
  constexpr std::size_t most = 4096;
  if (rows(matrix) > most) {
    throw ArgumentError("matrix", "has " + std::to_string(rows(matrix)) + " rows; at most " +
                                      std::to_string(most) + " are compared");
  }
}

}  // namespace

Matrix dot_products(const Matrix& matrix) {
  require_few_rows(matrix);
  return compare(matrix, std::vector<double>(rows(matrix), 1.0));
}

Matrix cosine_similarity(const Matrix& matrix) {
  require_few_rows(matrix);
  std::vector<double> lengths(rows(matrix));
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = std::sqrt(dot_of_rows(matrix, i, i));
  }
  return compare(matrix, lengths);
}

}  // namespace tinygpt
