#include "tinygpt/add.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "bit_equal.hpp"

using tinygpt::add;
using tinygpt::add_scalar;
using tinygpt::tests::difference;

namespace {

constexpr std::size_t longest = 67;
constexpr std::size_t offsets = 4;  // starts that are aligned to 16 bytes, and that are not

/// Any bits at all: normal, subnormal, infinite and NaN.
std::vector<float> any_floats(std::mt19937& random) {
  std::vector<float> values(longest + offsets);
  for (float& value : values) value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
  return values;
}

/// Which of two NaNs survives an addition is the machine's choice, so one operand has none.
void replace_nan(std::vector<float>& values) {
  std::ranges::replace_if(
      values, [](float value) { return std::isnan(value); }, 1.0F);
}

}  // namespace

TEST_CASE("the specification adds element by element") {
  const std::vector<float> a{1, 2, -3, 0.1F};
  const std::vector<float> b{10, 0.5F, 3, 0.2F};
  std::vector<float> sum(4);
  add_scalar(sum, a, b);
  CHECK(difference(sum, std::vector<float>{11, 2.5F, 0, 0.1F + 0.2F}) == "");
}

TEST_CASE("four at a time gives the bits of one at a time, for every length and alignment") {
  std::mt19937 random(20190214);
  for (std::size_t length = 0; length <= longest; ++length) {
    for (std::size_t start = 0; start < offsets * offsets * offsets; ++start) {
      std::vector<float> left = any_floats(random);
      std::vector<float> right = any_floats(random);
      replace_nan(start % 2 == 0 ? left : right);
      const auto a = std::span<const float>(left).subspan(start % 4, length);
      const auto b = std::span<const float>(right).subspan(start / 4 % 4, length);
      std::vector<float> expected(length);
      add_scalar(expected, a, b);

      std::vector<float> target(longest + offsets, 99.0F);
      const std::size_t place = start / 16;
      add(std::span(target).subspan(place, length), a, b);

      INFO("length ", length, ", start ", start);
      REQUIRE(difference(std::span(target).subspan(place, length), expected) == "");
      // Nothing beside the span was touched.
      for (std::size_t i = 0; i < target.size(); ++i) {
        if (i < place || i >= place + length) REQUIRE(target[i] == 99.0F);
      }
    }
  }
}

TEST_CASE("two sums side by side have the bits of each alone") {
  std::mt19937 random(7);
  for (std::size_t length = 0; length <= longest; ++length) {
    std::vector<float> left = any_floats(random);
    const std::vector<float> right = any_floats(random);
    replace_nan(left);
    const auto l = std::span<const float>(left);
    const auto r = std::span<const float>(right);
    std::vector<float> sums(2 * length + 1, 99.0F);
    const tinygpt::Addition first{
        .sum = std::span(sums).first(length), .a = l.first(length), .b = r.first(length)};
    const tinygpt::Addition second{.sum = std::span(sums).subspan(length, length),
                                   .a = l.subspan(offsets, length),
                                   .b = r.subspan(1, length)};
    tinygpt::add_both(first, second);
    std::vector<float> expected(2 * length + 1, 99.0F);
    add_scalar(std::span(expected).first(length), first.a, first.b);
    add_scalar(std::span(expected).subspan(length, length), second.a, second.b);
    REQUIRE(difference(sums, expected) == "");
  }
}

TEST_CASE("special values keep their rules in every lane") {
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float tiny = std::numeric_limits<float>::denorm_min();
  constexpr float largest = std::numeric_limits<float>::max();
  constexpr std::size_t length = 39;  // some in registers, some one by one
  for (std::size_t lane = 0; lane < length; ++lane) {
    CAPTURE(lane);
    const auto sum_in_lane = [&](float x, float y) {
      std::vector<float> a(length, 1.0F);
      std::vector<float> b(length, 1.0F);
      std::vector<float> sum(length);
      a[lane] = x;
      b[lane] = y;
      add(sum, a, b);
      return sum[lane];
    };
    CHECK(std::isnan(sum_in_lane(nan, 1)));
    CHECK(std::isnan(sum_in_lane(1, nan)));
    CHECK(std::isnan(sum_in_lane(inf, -inf)));
    CHECK(sum_in_lane(inf, -1) == inf);
    CHECK(sum_in_lane(largest, largest) == inf);
    CHECK(std::signbit(sum_in_lane(-0.0F, -0.0F)));
    CHECK_FALSE(std::signbit(sum_in_lane(-0.0F, 0.0F)));
    CHECK(sum_in_lane(tiny, 0) == tiny);  // subnormals are not flushed to zero
    CHECK(sum_in_lane(tiny, tiny) == 2 * tiny);
  }
}

TEST_CASE("the sum may be written over either operand") {
  for (std::size_t length = 0; length < 12; ++length) {
    CAPTURE(length);
    std::vector<float> a(length);
    std::vector<float> b(length);
    std::vector<float> expected(length);
    for (std::size_t i = 0; i < length; ++i) {
      a[i] = static_cast<float>(i) + 0.1F;
      b[i] = static_cast<float>(i * i) + 0.7F;
    }
    add_scalar(expected, a, b);
    std::vector<float> over_a = a;
    add(over_a, over_a, b);
    CHECK(difference(over_a, expected) == "");
    std::vector<float> over_b = b;
    add(over_b, a, over_b);
    CHECK(difference(over_b, expected) == "");
  }
}
