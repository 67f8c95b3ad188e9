#include "tinygpt/sinusoidal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "golden_matrix.hpp"
#include "json_file.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/similarity.hpp"

using tinygpt::angular_frequencies;
using tinygpt::columns;
using tinygpt::dot_products;
using tinygpt::Frequencies;
using tinygpt::Index;
using tinygpt::Matrix;
using tinygpt::max_length;
using tinygpt::PairLayout;
using tinygpt::row;
using tinygpt::rows;
using tinygpt::shifted_rows;
using tinygpt::sinusoidal_table;
using tinygpt::tests::distance;
using tinygpt::tests::Json;
using tinygpt::tests::read_test_data;
using tinygpt::tests::refused;

namespace {

constexpr Frequencies interleaved{};
constexpr Frequencies half{.layout = PairLayout::half};
constexpr Frequencies whisper{.layout = PairLayout::whisper};
constexpr double float_rounding = 3.1e-8;  // half a step of float32 below 1, and the golden digits

double largest_difference(const Matrix& a, const Matrix& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    worst = std::max(worst, std::abs(static_cast<double>(a.data()[i]) - b.data()[i]));
  }
  return worst;
}

Matrix rows_from(const Matrix& matrix, std::size_t first, std::size_t count) {
  Matrix part = tinygpt::uninitialized_matrix(count, columns(matrix));
  for (std::size_t r = 0; r < count; ++r) {
    std::ranges::copy(row(matrix, first + r), row(part, r).begin());
  }
  return part;
}

}  // namespace

TEST_CASE("sinusoidal tables are the golden ones, rounded once") {
  const Json golden = read_test_data("positions.json");
  CHECK(distance(sinusoidal_table(4, 4, interleaved), golden["sinusoidal_4x4"]) <= float_rounding);
  CHECK(distance(sinusoidal_table(4, 8, interleaved), golden["sinusoidal_4x8"]) <= float_rounding);
}

TEST_CASE("the half layout holds the same values, all sines first") {
  const Matrix together = sinusoidal_table(300, 10, interleaved);
  const Matrix apart = sinusoidal_table(300, 10, half);
  for (std::size_t pos = 0; pos < 300; ++pos) {
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(row(apart, pos)[i] == row(together, pos)[2 * i]);
      CHECK(row(apart, pos)[i + 5] == row(together, pos)[2 * i + 1]);
    }
  }
}

TEST_CASE("Whisper's table is the golden one") {
  const Json golden = read_test_data("laboratories.json")["whisper_1500x384"];
  const Matrix table = sinusoidal_table(1500, 384, whisper);
  std::size_t compared = 0;
  for (const auto& [pos, values] : golden["rows"].items()) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float found = row(table, std::stoul(pos))[golden["columns"][i].get<std::size_t>()];
      CHECK(std::abs(found - values[i].get<double>()) <= float_rounding);
      ++compared;
    }
  }
  CHECK(compared == 40);
  CHECK(angular_frequencies(384, whisper).back() == doctest::Approx(1e-4).epsilon(1e-14));
}

TEST_CASE("dot products of rows depend on their distance, and fall as the golden ones do") {
  const Json golden = read_test_data("positions.json")["sinusoidal_dot_d512"];
  REQUIRE(golden.size() == 7);
  const Matrix table = sinusoidal_table(2100, 512, interleaved);
  for (const std::size_t first : {std::size_t{0}, std::size_t{99}}) {
    for (const auto& [distance_text, product] : golden.items()) {
      Matrix two = tinygpt::uninitialized_matrix(2, 512);
      std::ranges::copy(row(table, first), row(two, 0).begin());
      std::ranges::copy(row(table, first + std::stoul(distance_text)), row(two, 1).begin());
      CHECK(dot_products(two)(0, 1) == doctest::Approx(product.get<double>()).epsilon(1e-6));
    }
  }
}

TEST_CASE("the wavelengths at d = 512 are the golden ones") {
  const Json golden = read_test_data("positions.json")["wavelength_d512"];
  const std::vector<double> angular = angular_frequencies(512, interleaved);
  constexpr double turn = 6.28318530717958647692;
  CHECK(angular.size() == golden["pairs"].get<std::size_t>());
  CHECK(turn / angular.back() == doctest::Approx(golden["longest"].get<double>()).epsilon(1e-13));
  const auto short_ones =
      std::ranges::count_if(angular, [](double w) { return turn / w <= 512.0; });
  CHECK(short_ones == golden["pairs_not_longer_than_512"].get<Index>());
  CHECK(angular.front() == 1.0);
}

TEST_CASE("M_k takes the row of pos to the row of pos + k, forwards and backwards") {
  for (const Frequencies& frequencies : {interleaved, half, whisper, Frequencies{.base = 500.0}}) {
    const Matrix table = sinusoidal_table(300, 64, frequencies);
    for (const Index k : {Index{0}, Index{1}, Index{17}, Index{200}}) {
      const auto offset = static_cast<std::size_t>(k);
      const Matrix lower = rows_from(table, 0, 100);
      const Matrix upper = rows_from(table, offset, 100);
      CHECK(largest_difference(shifted_rows(lower, k, frequencies), upper) <= 2e-7);
      CHECK(largest_difference(shifted_rows(upper, -k, frequencies), lower) <= 2e-7);
    }
  }
}

TEST_CASE("far positions are still exact to float32") {
  const Matrix table = sinusoidal_table(1'000'001, 2, interleaved);
  CHECK(table(1'000'000, 0) == static_cast<float>(std::sin(1e6)));
  CHECK(table(1'000'000, 1) == static_cast<float>(std::cos(1e6)));
}

TEST_CASE("a table without rows is no mistake") {
  CHECK(rows(sinusoidal_table(0, 4, interleaved)) == 0);
  CHECK(rows(shifted_rows(sinusoidal_table(0, 4, interleaved), 3, interleaved)) == 0);
}

TEST_CASE("impossible sinusoidal tables are refused by name") {
  for (const Index d : {Index{-2}, Index{0}, Index{1}, Index{7}, 2 * max_length}) {
    CHECK(refused([&] { sinusoidal_table(4, d, interleaved); }) == "d");
    CHECK(refused([&] { angular_frequencies(d, half); }) == "d");
  }
  CHECK(refused([] { sinusoidal_table(4, 2, whisper); }) == "d");
  CHECK(refused([] { sinusoidal_table(-1, 4, interleaved); }) == "n");
  CHECK(refused([] { sinusoidal_table(max_length / 4 + 1, 4, interleaved); }) == "n");
  CHECK(refused([] { sinusoidal_table(std::numeric_limits<Index>::max(), 4, half); }) == "n");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double base : {0.0, -1.0, 0.5, infinity, std::nan("")}) {
    CHECK(refused([&] { sinusoidal_table(4, 4, {.base = base}); }) == "base");
  }
  const Matrix odd = tinygpt::uninitialized_matrix(1, 3);
  CHECK(refused([&] { shifted_rows(odd, 1, interleaved); }) == "matrix");
  const Matrix table = sinusoidal_table(2, 4, interleaved);
  CHECK(refused([&] { shifted_rows(table, tinygpt::max_position + 1, interleaved); }) == "k");
  CHECK(refused([&] { shifted_rows(table, std::numeric_limits<Index>::min(), half); }) == "k");
}
