#include "tinygpt/array.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <new>

using tinygpt::columns;
using tinygpt::elements;
using tinygpt::Matrix;
using tinygpt::rows;
using tinygpt::uninitialized_matrix;

TEST_CASE("a matrix has the rows and columns that were asked for, and may have none") {
  const Matrix matrix = uninitialized_matrix(3, 2);
  CHECK(rows(matrix) == 3);
  CHECK(columns(matrix) == 2);
  CHECK(elements(matrix).size() == 6);
  CHECK(elements(uninitialized_matrix(0, 5)).empty());
  CHECK(elements(uninitialized_matrix(5, 0)).empty());
}

TEST_CASE("sizes whose product does not fit are a lack of memory, not a small matrix") {
  constexpr std::size_t half = std::size_t{1} << (std::numeric_limits<std::size_t>::digits / 2);
  CHECK_THROWS_AS(uninitialized_matrix(half, half), std::bad_alloc);
  CHECK_THROWS_AS(uninitialized_matrix(half / 4, half), std::bad_alloc);
  CHECK_THROWS_AS(uninitialized_matrix(std::numeric_limits<std::size_t>::max(), 1), std::bad_alloc);
}
