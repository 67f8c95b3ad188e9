#include "tinygpt/relative_positions.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "json_file.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::alibi_bias;
using tinygpt::alibi_slopes;
using tinygpt::BucketRule;
using tinygpt::Index;
using tinygpt::Matrix;
using tinygpt::max_length;
using tinygpt::max_position;
using tinygpt::row;
using tinygpt::rows;
using tinygpt::t5_buckets;
using tinygpt::tests::difference;
using tinygpt::tests::float32_elements;
using tinygpt::tests::Json;
using tinygpt::tests::read_test_data;
using tinygpt::tests::refused;
using tinygpt::tests::shown;

TEST_CASE("ALiBi's slopes are the published ones, also where heads are no power of two") {
  const Json golden = read_test_data("laboratories.json")["alibi"];
  REQUIRE(golden.size() == 7);
  for (const auto& item : golden.items()) {
    CAPTURE(item.key());
    CHECK(difference(alibi_slopes(std::stol(item.key())), float32_elements(item.value())) == "");
  }
  CHECK(difference(alibi_slopes(8), std::vector<float>{0.5F, 0.25F, 0.125F, 0.0625F, 0.03125F,
                                                       0.015625F, 0.0078125F, 0.00390625F}) == "");
}

TEST_CASE("ALiBi's bias falls with the distance by the head's slope") {
  const Matrix bias = alibi_bias(8, 3);
  CHECK(rows(bias) == 8);
  CHECK(difference(row(bias, 0), std::vector<float>{-0.0F, -0.5F, -1.0F}) == "");
  CHECK(difference(row(bias, 2), std::vector<float>{-0.0F, -0.125F, -0.25F}) == "");
}

TEST_CASE("T5's buckets change at the relative positions where the published ones do") {
  const Json golden = read_test_data("laboratories.json")["t5"];
  REQUIRE(golden.size() == 5);
  for (const Json& example : golden) {
    const Index from = example["from"].get<Index>();
    const Index to = example["to"].get<Index>();
    std::vector<Index> relative(static_cast<std::size_t>(to - from + 1));
    std::iota(relative.begin(), relative.end(), from);
    std::vector<Index> expected;
    for (const Json& run : example["runs"]) {
      if (!expected.empty()) {
        expected.resize(static_cast<std::size_t>(run[0].get<Index>() - from), expected.back());
      }
      expected.push_back(run[1].get<Index>());
    }
    expected.resize(relative.size(), expected.back());
    const BucketRule rule{.bidirectional = example["bidirectional"].get<bool>(),
                          .buckets = example["buckets"].get<Index>(),
                          .max_distance = example["maxDistance"].get<Index>()};
    CHECK(shown(t5_buckets(relative, rule)) == shown(expected));
  }
}

TEST_CASE("T5: near keys have buckets of their own, far ones share, later keys are kept apart") {
  const std::vector<Index> relative{0, -1, -7, -8, -127, -128, -100000, 1, 7, 8, 128};
  CHECK(shown(t5_buckets(relative, {})) == "0 1 7 8 15 15 15 17 23 24 31");
  CHECK(shown(t5_buckets(relative, {.bidirectional = false})) == "0 1 7 8 31 31 31 0 0 0 0");
  CHECK(t5_buckets({}, {}).empty());
}

TEST_CASE("impossible heads, buckets and distances are refused by name") {
  for (const Index heads : {Index{0}, Index{-1}, max_length + 1}) {
    CHECK(refused([&] { alibi_slopes(heads); }) == "heads");
    CHECK(refused([&] { alibi_bias(heads, 1); }) == "heads");
  }
  for (const Index length : {Index{0}, Index{-1}, max_length / 2 + 1}) {
    CHECK(refused([&] { alibi_bias(2, length); }) == "length");
  }
  const std::vector<Index> one{1};
  for (const Index buckets : {Index{3}, Index{0}, Index{-32}, max_length + 1}) {
    CHECK(refused([&] { t5_buckets(one, {.buckets = buckets}); }) == "buckets");
  }
  CHECK(refused([&] { t5_buckets(one, {.bidirectional = false, .buckets = 1}); }) == "buckets");
  for (const Index distance : {Index{8}, Index{0}, Index{-1}, max_position + 1}) {
    CHECK(refused([&] { t5_buckets(one, {.max_distance = distance}); }) == "maxDistance");
  }
  const std::vector<Index> far{0, -max_position - 1};
  CHECK(refused([&] { t5_buckets(far, {}); }) == "relativePositions");
}
