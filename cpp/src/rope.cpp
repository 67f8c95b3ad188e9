#include "tinygpt/rope.hpp"

#include <string>

#include "tinygpt/errors.hpp"
#include "tinygpt/math_f64.hpp"

namespace tinygpt {
namespace {

std::vector<double> frequencies_of(const Matrix& matrix, const Frequencies& frequencies) {
  try {
    return angular_frequencies(static_cast<Index>(columns(matrix)), frequencies);
  } catch (const ArgumentError& error) {
    if (error.argument() != "d") throw;
    throw ArgumentError(
        "matrix", std::to_string(columns(matrix)) + " columns do not make pairs for this layout");
  }
}

}  // namespace

Matrix rotate_rows(const Matrix& matrix, std::span<const Index> positions,
                   const Frequencies& frequencies) {
  const std::vector<double> angular = frequencies_of(matrix, frequencies);
  if (positions.size() != rows(matrix)) {
    throw ArgumentError("positions", "has " + std::to_string(positions.size()) +
                                         " entries where the matrix has " +
                                         std::to_string(rows(matrix)) + " rows");
  }
  for (const Index position : positions) {
    require_between("positions", position, -max_position, max_position);
  }
  const std::size_t pairs = angular.size();
  const bool interleaved = frequencies.layout == PairLayout::interleaved;
  Matrix turned = uninitialized_matrix(rows(matrix), columns(matrix));
  for (std::size_t r = 0; r < rows(matrix); ++r) {
    const std::span<const float> from = row(matrix, r);
    const std::span<float> to = row(turned, r);
    for (std::size_t i = 0; i < pairs; ++i) {
      const std::size_t first = interleaved ? 2 * i : i;
      const std::size_t second = interleaved ? 2 * i + 1 : i + pairs;
      const SinCos angle = sin_cos_f64(static_cast<double>(positions[r]) * angular[i]);
      const double a = from[first];
      const double b = from[second];
      to[first] = static_cast<float>(a * angle.cos - b * angle.sin);
      to[second] = static_cast<float>(a * angle.sin + b * angle.cos);
    }
  }
  return turned;
}

}  // namespace tinygpt
