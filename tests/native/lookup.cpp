#include "tinygpt/lookup.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

#include "bit_equal.hpp"
#include "fixture.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::check_indices;
using tinygpt::elements;
using tinygpt::Index;
using tinygpt::IndexError;
using tinygpt::lookup_rows;
using tinygpt::Matrix;
using tinygpt::Model;
using tinygpt::Tensor;
using tinygpt::tests::difference;
using tinygpt::tests::fixture_model;
using tinygpt::tests::thrown;

#if defined(__SANITIZE_ADDRESS__)
#define TINYGPT_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TINYGPT_ADDRESS_SANITIZER 1
#endif
#endif

namespace {

/// Two rows, each wider than any memory: a lookup that allocates fails with bad_alloc.
Tensor boundless_table(const char* name) {
  return {{name, {2, std::size_t{1} << 50U}}, tinygpt::SyntheticTensor{}};
}

}  // namespace

TEST_CASE("a table's name in messages is its tensor's, without the suffix") {
  const Model model = fixture_model();
  CHECK(table_name(model.weights.wte()) == "wte");
  CHECK(table_name(model.weights.wpe()) == "wpe");
}

TEST_CASE("row t of the result is the table's row indices[t], in any order and repeated") {
  const Model model = fixture_model();
  const Matrix rows = lookup_rows(model.weights.wte(), std::vector<Index>{4, 0, 4});
  CHECK(tinygpt::rows(rows) == 3);
  CHECK(tinygpt::columns(rows) == 4);
  CHECK(difference(elements(rows), std::vector<float>{4, 4.25F, 4.5F, 4.75F,  //
                                                      0, 0.25F, 0.5F, 0.75F,  //
                                                      4, 4.25F, 4.5F, 4.75F}) == "");
}

TEST_CASE("no indices fetch no rows, and the width stays") {
  const Matrix rows = lookup_rows(fixture_model().weights.wpe(), {});
  CHECK(tinygpt::rows(rows) == 0);
  CHECK(tinygpt::columns(rows) == 4);
}

TEST_CASE("the first and the last row are valid, their neighbours outside are not") {
  const Model model = fixture_model();
  const Tensor& wpe = model.weights.wpe();
  CHECK(lookup_rows(wpe, std::vector<Index>{0})(0, 0) == 16);
  CHECK(lookup_rows(wpe, std::vector<Index>{7})(0, 0) == 128);
  for (const Index outside :
       {Index{-1}, Index{8}, Index{1} << 32U, -(Index{1} << 32U), std::numeric_limits<Index>::min(),
        std::numeric_limits<Index>::max()}) {
    CAPTURE(outside);
    const auto error = thrown<IndexError>([&] {
      lookup_rows(wpe, std::vector<Index>{3, outside});
    });
    CHECK(error.table() == "wpe");
    CHECK(error.index() == outside);
    CHECK(error.size() == 8);
    CHECK(error.at() == 1);
  }
}

TEST_CASE("of several bad indices the first is reported") {
  const Model model = fixture_model();
  const auto error = thrown<IndexError>([&] {
    check_indices(model.weights.wte(), std::vector<Index>{4, 0, 5, -1, 99});
  });
  CHECK(error.index() == 5);
  CHECK(error.at() == 2);
}

TEST_CASE("valid indices pass the check in any number") {
  const Model model = fixture_model();
  CHECK_NOTHROW(check_indices(model.weights.wte(), {}));
  CHECK_NOTHROW(check_indices(model.weights.wte(), std::vector<Index>(10'000, 4)));
}

TEST_CASE("a bad index, even the last one, is found before the result is allocated") {
  const Tensor table = boundless_table("wte.weight");
  CHECK_THROWS_AS(lookup_rows(table, std::vector<Index>{0, 1, 2}), IndexError);
#ifndef TINYGPT_ADDRESS_SANITIZER
  // The sanitizer ends the program here instead of throwing; elsewhere this shows that an
  // allocation would have been seen.
  CHECK_THROWS_AS(lookup_rows(table, std::vector<Index>{0, 1}), std::bad_alloc);
#endif
}

TEST_CASE("after an error the same rows are read as before") {
  const Model model = fixture_model();
  const std::vector<Index> good{2, 3};
  const Matrix before = lookup_rows(model.weights.wte(), good);
  CHECK_THROWS_AS(lookup_rows(model.weights.wte(), std::vector<Index>{2, 5}), IndexError);
  const Matrix after = lookup_rows(model.weights.wte(), good);
  CHECK(difference(elements(after), elements(before)) == "");
}
