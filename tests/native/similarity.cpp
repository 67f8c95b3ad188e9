#include "tinygpt/similarity.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "bit_equal.hpp"
#include "golden_matrix.hpp"
#include "json_file.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::cosine_similarity;
using tinygpt::dot_products;
using tinygpt::elements;
using tinygpt::Matrix;
using tinygpt::tests::difference;
using tinygpt::tests::golden_matrix;
using tinygpt::tests::Json;
using tinygpt::tests::refused;

TEST_CASE("dot products and cosines by hand") {
  const Matrix matrix = golden_matrix(Json{{3, 4, 0, 0, 0}, {-4, 3, 0, 0, 0}, {6, 8, 0, 0, 5}});
  CHECK(difference(elements(dot_products(matrix)),
                   std::vector<float>{25, 0, 50, 0, 25, 0, 50, 0, 125}) == "");
  const auto cosine = static_cast<float>(50.0 / std::sqrt(25.0 * 125.0));
  CHECK(difference(elements(cosine_similarity(matrix)),
                   std::vector<float>{1, 0, cosine, 0, 1, 0, cosine, 0, 1}) == "");
}

TEST_CASE("a row of zeros is like no other, not even like itself") {
  const Matrix matrix = golden_matrix(Json{{0, 0}, {3, 4}});
  CHECK(difference(elements(cosine_similarity(matrix)), std::vector<float>{0, 0, 0, 1}) == "");
}

TEST_CASE("a row of zeros stays like none beside infinity and NaN, which have no likeness") {
  const float infinity = std::numeric_limits<float>::infinity();
  Matrix matrix = golden_matrix(Json{{0, 0}, {0, 1}, {1, 1}});
  tinygpt::row(matrix, 1)[0] = infinity;
  tinygpt::row(matrix, 2)[1] = std::numeric_limits<float>::quiet_NaN();
  const Matrix cosines = cosine_similarity(matrix);
  for (std::size_t other = 0; other < 3; ++other) {
    CHECK(tinygpt::row(cosines, 0)[other] == 0.0F);
    CHECK(tinygpt::row(cosines, other)[0] == 0.0F);
    CHECK(std::isnan(tinygpt::row(cosines, 1)[other]) == (other != 0));
  }
}

TEST_CASE("the largest and smallest floats neither overflow nor vanish") {
  const Matrix matrix = golden_matrix(Json{{3e38, 3e38}, {1e-45, 1e-45}, {-3e38, -3e38}});
  CHECK(difference(elements(cosine_similarity(matrix)),
                   std::vector<float>{1, 1, -1, 1, 1, -1, -1, -1, 1}) == "");
}

TEST_CASE("more rows than are compared are refused by name, none are no mistake") {
  CHECK(refused([] { dot_products(tinygpt::uninitialized_matrix(4097, 1)); }) == "matrix");
  CHECK(refused([] { cosine_similarity(tinygpt::uninitialized_matrix(4097, 0)); }) == "matrix");
  CHECK(dot_products(tinygpt::uninitialized_matrix(0, 3)).size() == 0);
}
