#include "tinygpt/interpolation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

/// What one element of the result is made of along one axis; a weight of 0 is not read.
struct Taps {
  std::array<Index, 4> at{};
  std::array<double, 4> weight{};
};

/// Cubic convolution (Keys 1981) at distance x from the nearest neighbour and from the one after.
constexpr double a = -0.75;
double cubic_near(double x) { return ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0; }
double cubic_far(double x) { return ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a; }

/// Where element `i` of `to` lies among the elements of `from`.
double source_of(Index i, Index from, Index to, const Interpolation& interpolation) {
  const auto place = static_cast<double>(i);
  if (interpolation.align_corners) {
    return to > 1 ? place * static_cast<double>(from - 1) / static_cast<double>(to - 1) : 0.0;
  }
  const double source = (place + 0.5) * static_cast<double>(from) / static_cast<double>(to) - 0.5;
  return interpolation.mode == InterpolationMode::linear ? std::max(0.0, source) : source;
}

std::vector<Taps> taps_along(Index from, Index to, const Interpolation& interpolation) {
  std::vector<Taps> all(static_cast<std::size_t>(to));
  for (Index i = 0; i < to; ++i) {
    const double source = source_of(i, from, to, interpolation);
    const double floor = std::floor(source);
    const double t = source - floor;
    Taps& taps = all[static_cast<std::size_t>(i)];
    for (std::size_t tap = 0; tap < 4; ++tap) {
      taps.at[tap] =
          std::clamp(static_cast<Index>(floor) + static_cast<Index>(tap) - 1, Index{0}, from - 1);
    }
    if (interpolation.mode == InterpolationMode::linear) {
      taps.weight = {0.0, 1.0 - t, t, 0.0};
    } else {
      taps.weight = {cubic_far(t + 1.0), cubic_near(t), cubic_near(1.0 - t), cubic_far(2.0 - t)};
    }
  }
  return all;
}

/// sum += weight * values
void add_weighted(std::vector<double>& sum, double weight, std::span<const float> values) {
  for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += weight * values[c];
}

/// The grid that begins at row `first` of both matrices.
void resize_grid(const Matrix& matrix, GridSize from, Matrix& result, GridSize to,
                 const Interpolation& interpolation, std::size_t first) {
  const std::vector<Taps> down = taps_along(from.height, to.height, interpolation);
  const std::vector<Taps> across = taps_along(from.width, to.width, interpolation);
  std::vector<double> sum(columns(matrix));
  std::size_t out = first;
  for (const Taps& y : down) {
    for (const Taps& x : across) {
      std::ranges::fill(sum, 0.0);
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
          const double weight = y.weight[i] * x.weight[j];
          if (weight == 0.0) continue;
          const Index patch = y.at[i] * from.width + x.at[j];
          add_weighted(sum, weight, row(matrix, first + static_cast<std::size_t>(patch)));
        }
      }
      std::ranges::transform(sum, row(result, out).begin(),
                             [](double value) { return static_cast<float>(value); });
      ++out;
    }
  }
}

/// How many rows a result may have.
Index row_limit(const Matrix& matrix) {
  return max_length / std::max(Index{1}, static_cast<Index>(columns(matrix)));
}

}  // namespace

Matrix interpolate_rows(const Matrix& matrix, Index new_rows, const Interpolation& interpolation) {
  if (rows(matrix) == 0) throw ArgumentError("matrix", "has no rows to interpolate between");
  require_between("rows", new_rows, 1, row_limit(matrix));
  Matrix result = uninitialized_matrix(static_cast<std::size_t>(new_rows), columns(matrix));
  resize_grid(matrix, {.height = static_cast<Index>(rows(matrix)), .width = 1}, result,
              {.height = new_rows, .width = 1}, interpolation, 0);
  return result;
}

Matrix interpolate_grid(const Matrix& matrix, GridSize from, GridSize to,
                        const Interpolation& interpolation, bool class_token) {
  const std::size_t first = class_token ? 1 : 0;
  require_between("from", from.height, 1, max_length);
  require_between("from", from.width, 1, max_length);
  if (static_cast<std::size_t>(from.height * from.width) + first != rows(matrix)) {
    throw ArgumentError("matrix", "has " + std::to_string(rows(matrix)) + " rows, which is not " +
                                      std::to_string(from.height) + " x " +
                                      std::to_string(from.width) +
                                      (class_token ? " and one of the class token" : ""));
  }
  require_between("to", to.height, 1, max_length);
  require_between("to", to.width, 1, (row_limit(matrix) - (class_token ? 1 : 0)) / to.height);
  Matrix result =
      uninitialized_matrix(static_cast<std::size_t>(to.height * to.width) + first, columns(matrix));
  if (class_token) std::ranges::copy(row(matrix, 0), row(result, 0).begin());
  resize_grid(matrix, from, result, to, interpolation, first);
  return result;
}

}  // namespace tinygpt
