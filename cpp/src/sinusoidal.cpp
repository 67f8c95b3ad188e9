#include "tinygpt/sinusoidal.hpp"

#include <limits>
#include <string>

#include "tinygpt/errors.hpp"
#include "tinygpt/math_f64.hpp"
#include "tinygpt/rope.hpp"

namespace tinygpt {

std::vector<double> angular_frequencies(Index d, const Frequencies& frequencies) {
  const bool is_whisper = frequencies.layout == PairLayout::whisper;
  require_between("d", d, is_whisper ? 4 : 2, max_length);
  if (d % 2 != 0) throw ArgumentError("d", std::to_string(d) + " is odd");
  if (!(frequencies.base >= 1.0 && frequencies.base <= std::numeric_limits<double>::max())) {
    throw ArgumentError("base", "must be a number from 1");
  }
  const Index pairs = d / 2;
  const double octave =
      log_f64(frequencies.base) / static_cast<double>(is_whisper ? pairs - 1 : pairs);
  std::vector<double> angular(static_cast<std::size_t>(pairs));
  for (std::size_t i = 0; i < angular.size(); ++i) {
    angular[i] = exp_f64(-static_cast<double>(i) * octave);
  }
  return angular;
}

Matrix sinusoidal_table(Index n, Index d, const Frequencies& frequencies) {
  const std::vector<double> angular = angular_frequencies(d, frequencies);
  require_between("n", n, 0, max_length / d);
  const std::size_t pairs = angular.size();
  const bool interleaved = frequencies.layout == PairLayout::interleaved;
  Matrix table = uninitialized_matrix(static_cast<std::size_t>(n), 2 * pairs);
  for (std::size_t pos = 0; pos < rows(table); ++pos) {
    const std::span<float> out = row(table, pos);
    for (std::size_t i = 0; i < pairs; ++i) {
      const SinCos value = sin_cos_f64(static_cast<double>(pos) * angular[i]);
      out[interleaved ? 2 * i : i] = static_cast<float>(value.sin);
      out[interleaved ? 2 * i + 1 : i + pairs] = static_cast<float>(value.cos);
    }
  }
  return table;
}

/// A pair (sin a, cos a) is a point at the angle pi/2 - a: to add to a is to turn it backwards.
Matrix shifted_rows(const Matrix& matrix, Index k, const Frequencies& frequencies) {
  require_between("k", k, -max_position, max_position);
  return rotate_rows(matrix, std::vector<Index>(rows(matrix), -k), frequencies);
}

}  // namespace tinygpt
