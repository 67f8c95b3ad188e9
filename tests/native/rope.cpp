#include "tinygpt/rope.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "bit_equal.hpp"
#include "golden_matrix.hpp"
#include "json_file.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/similarity.hpp"

using tinygpt::dot_products;
using tinygpt::elements;
using tinygpt::Frequencies;
using tinygpt::Index;
using tinygpt::Matrix;
using tinygpt::PairLayout;
using tinygpt::rotate_rows;
using tinygpt::rows;
using tinygpt::tests::difference;
using tinygpt::tests::distance;
using tinygpt::tests::golden_matrix;
using tinygpt::tests::index_elements;
using tinygpt::tests::Json;
using tinygpt::tests::read_test_data;
using tinygpt::tests::refused;

TEST_CASE("rows are turned as the published rotations in PyTorch turn them, in both layouts") {
  const Json golden = read_test_data("laboratories.json")["rope"];
  const Matrix matrix = golden_matrix(golden["matrix"]);
  const std::vector<Index> positions = index_elements(golden["positions"]);
  REQUIRE(golden["cases"].size() == 4);
  for (const Json& example : golden["cases"]) {
    const Frequencies frequencies{
        .layout = example["layout"] == "half" ? PairLayout::half : PairLayout::interleaved,
        .base = example["base"].get<double>()};
    CHECK(distance(rotate_rows(matrix, positions, frequencies), example["values"]) <= 2e-7);
  }
}

TEST_CASE("position 0 leaves a row as it is, to the bit") {
  const Matrix matrix = golden_matrix(read_test_data("laboratories.json")["rope"]["matrix"]);
  const Matrix same = rotate_rows(matrix, std::vector<Index>(rows(matrix), 0), {});
  CHECK(difference(elements(same), elements(matrix)) == "");
}

TEST_CASE("the dot product of two turned rows depends on their distance alone") {
  const Matrix matrix = golden_matrix(read_test_data("laboratories.json")["rope"]["matrix"]);
  for (const PairLayout layout : {PairLayout::interleaved, PairLayout::half}) {
    const Frequencies frequencies{.layout = layout};
    const Matrix near = rotate_rows(matrix, std::vector<Index>{0, 3, 5, 9}, frequencies);
    const Matrix far = rotate_rows(matrix, std::vector<Index>{70, 73, 75, 79}, frequencies);
    const Matrix near_products = dot_products(near);
    const Matrix far_products = dot_products(far);
    for (std::size_t i = 0; i < near_products.size(); ++i) {
      CHECK(near_products.data()[i] == doctest::Approx(far_products.data()[i]).epsilon(1e-5));
    }
  }
}

TEST_CASE("impossible turns are refused by name") {
  const Matrix matrix = tinygpt::sinusoidal_table(2, 4, {});
  CHECK(refused([&] { rotate_rows(matrix, std::vector<Index>{1}, {}); }) == "positions");
  CHECK(refused([&] {
          rotate_rows(matrix, std::vector<Index>{0, -tinygpt::max_position - 1}, {});
        }) == "positions");
  CHECK(refused([&] { rotate_rows(matrix, std::vector<Index>{0, 1}, {.base = 0.0}); }) == "base");
  const Matrix odd = tinygpt::uninitialized_matrix(1, 5);
  CHECK(refused([&] { rotate_rows(odd, std::vector<Index>{1}, {}); }) == "matrix");
}
