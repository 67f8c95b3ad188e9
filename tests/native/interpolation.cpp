#include "tinygpt/interpolation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "bit_equal.hpp"
#include "golden_matrix.hpp"
#include "json_file.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::columns;
using tinygpt::elements;
using tinygpt::GridSize;
using tinygpt::Index;
using tinygpt::interpolate_grid;
using tinygpt::interpolate_rows;
using tinygpt::Interpolation;
using tinygpt::InterpolationMode;
using tinygpt::Matrix;
using tinygpt::max_length;
using tinygpt::row;
using tinygpt::rows;
using tinygpt::tests::difference;
using tinygpt::tests::distance;
using tinygpt::tests::golden_matrix;
using tinygpt::tests::Json;
using tinygpt::tests::read_test_data;
using tinygpt::tests::refused;

namespace {

constexpr Interpolation cubic{.mode = InterpolationMode::cubic};
constexpr double rounding = 5e-7;  // of values below 4

GridSize grid_size(const Json& pair) {
  return {.height = pair[0].get<Index>(), .width = pair[1].get<Index>()};
}

}  // namespace

TEST_CASE("rows are interpolated as PyTorch does") {
  const Json golden = read_test_data("laboratories.json")["rows"];
  const Matrix matrix = golden_matrix(golden["matrix"]);
  REQUIRE(golden["cases"].size() == 7);
  for (const Json& example : golden["cases"]) {
    const Matrix found = interpolate_rows(matrix, example["rows"].get<Index>(),
                                          {.align_corners = example["alignCorners"].get<bool>()});
    CHECK(distance(found, example["values"]) <= rounding);
  }
}

TEST_CASE("a grid is interpolated as PyTorch does, bilinear and bicubic, larger and smaller") {
  const Json golden = read_test_data("laboratories.json")["grid"];
  const Matrix matrix = golden_matrix(golden["matrix"]);
  REQUIRE(golden["cases"].size() == 20);
  for (const Json& example : golden["cases"]) {
    CAPTURE(example.dump());
    const Interpolation interpolation{
        .mode = example["mode"] == "bicubic" ? InterpolationMode::cubic : InterpolationMode::linear,
        .align_corners = example["alignCorners"].get<bool>()};
    const GridSize to = grid_size(example["to"]);
    const Matrix found =
        interpolate_grid(matrix, grid_size(golden["from"]), to, interpolation, true);
    CHECK(difference(row(found, 0), row(matrix, 0)) == "");
    Matrix patches = tinygpt::uninitialized_matrix(rows(found) - 1, columns(found));
    for (std::size_t r = 0; r < rows(patches); ++r) {
      std::ranges::copy(row(found, r + 1), row(patches, r).begin());
    }
    CHECK(distance(patches, example["values"]) <= rounding);
  }
}

TEST_CASE("by hand: twice as many rows lie at quarters, a cubic overshoots beside a step") {
  const Matrix ramp = golden_matrix(Json{{0}, {4}});
  CHECK(difference(elements(interpolate_rows(ramp, 4, {})), std::vector<float>{0, 1, 3, 4}) == "");
  CHECK(difference(elements(interpolate_rows(ramp, 3, {.align_corners = true})),
                   std::vector<float>{0, 2, 4}) == "");
  // A quarter of the way the four weights are -27/256, 225/256, 67/256, -9/256.
  const Matrix step = golden_matrix(Json{{0}, {0}, {256}, {256}});
  CHECK(difference(elements(interpolate_rows(step, 8, cubic)),
                   std::vector<float>{0, -9, -27, 58, 198, 283, 265, 256}) == "");
}

TEST_CASE(
    "the same size gives the same bits, whatever the mode; special values stay in their row") {
  constexpr double huge = 3.4e38;
  Matrix matrix = golden_matrix(Json{{0.1, -0.0}, {huge, 2}, {1, -huge}, {7, 1e-45}});
  matrix(3, 0) = std::numeric_limits<float>::infinity();
  for (const bool align_corners : {false, true}) {
    for (const InterpolationMode mode : {InterpolationMode::linear, InterpolationMode::cubic}) {
      const Interpolation interpolation{.mode = mode, .align_corners = align_corners};
      CHECK(interpolate_rows(matrix, 4, interpolation) == matrix);
      CHECK(interpolate_grid(matrix, {2, 2}, {2, 2}, interpolation, false) == matrix);
    }
  }
}

TEST_CASE("impossible sizes are refused by name") {
  const Matrix matrix = golden_matrix(Json{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}});
  for (const Index new_rows : {Index{0}, Index{-1}, max_length / 2 + 1}) {
    CHECK(refused([&] { interpolate_rows(matrix, new_rows, {}); }) == "rows");
  }
  CHECK(refused([] { interpolate_rows(tinygpt::uninitialized_matrix(0, 2), 3, {}); }) == "matrix");
  const auto grid = [&](GridSize from, GridSize to, bool class_token) {
    return refused([&] { interpolate_grid(matrix, from, to, cubic, class_token); });
  };
  CHECK(grid({2, 2}, {3, 3}, false) == "matrix");
  CHECK(grid({5, 1}, {3, 3}, true) == "matrix");
  CHECK(grid({max_length, max_length}, {3, 3}, true) == "matrix");
  CHECK(grid({0, 2}, {3, 3}, true) == "from");
  CHECK(grid({2, -2}, {3, 3}, true) == "from");
  CHECK(grid({2, max_length + 1}, {3, 3}, true) == "from");
  CHECK(grid({2, 2}, {0, 3}, true) == "to");
  CHECK(grid({2, 2}, {3, -3}, true) == "to");
  CHECK(grid({2, 2}, {4096, 4096}, true) == "to");
  CHECK(grid({2, 2}, {max_length, max_length}, true) == "to");
}
