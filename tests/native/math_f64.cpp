#include "tinygpt/math_f64.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

using tinygpt::exp_f64;
using tinygpt::log_f64;
using tinygpt::sin_cos_f64;
using tinygpt::SinCos;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr int sample_count = 200'000;

/// The i-th of numbers that fill 0 .. 1 evenly (multiples of the golden ratio).
double spread(int i) { return std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0); }

/// The distance in units of the last place of `exact`.
double ulps(double result, double exact) {
  int exponent = 0;
  std::frexp(exact, &exponent);
  return std::abs(result - exact) / std::ldexp(1.0, exponent - 53);
}

/// Against the C library's, which is itself within 1 ulp.
double error_of(double x) {
  const SinCos found = sin_cos_f64(x);
  return std::max(std::abs(found.sin - std::sin(x)), std::abs(found.cos - std::cos(x)));
}

}  // namespace

TEST_CASE("sine and cosine are within 2^-51 of the C library's, of any size up to 2^31") {
  double worst = 0.0;
  for (int i = 0; i < sample_count; ++i) {
    const double size = std::ldexp(1.0, i % 62 - 30);
    worst = std::max({worst, error_of(size * spread(i)), error_of(-size * spread(i))});
    worst = std::max(worst, error_of(std::floor(size * spread(i))));
  }
  INFO("the worst error is " << worst << " of one");
  CHECK(worst <= std::ldexp(1.0, -51));
}

TEST_CASE("sine and cosine next to multiples of a quarter turn, where the angle cancels") {
  constexpr double quarter = 1.57079632679489661923;
  for (const double n : {1.0, 2.0, 3.0, 710.0, 103993.0, 1073741823.0}) {
    CHECK(error_of(n * quarter) <= std::ldexp(1.0, -51));
    CHECK(error_of(-n * quarter) <= std::ldexp(1.0, -51));
  }
}

TEST_CASE("sine and cosine at their ends") {
  CHECK(sin_cos_f64(0.0).sin == 0.0);
  CHECK(sin_cos_f64(0.0).cos == 1.0);
  CHECK(error_of(2147483648.0) <= std::ldexp(1.0, -51));
  for (const double x : {2147483649.0, -1e300, infinity, -infinity, not_a_number}) {
    CHECK(std::isnan(sin_cos_f64(x).sin));
    CHECK(std::isnan(sin_cos_f64(x).cos));
  }
}

TEST_CASE("exp and log are within 2 ulp of the C library's") {
  double worst_exp = 0.0;
  double worst_log = 0.0;
  for (int i = 0; i < sample_count; ++i) {
    const double x = 1400.0 * spread(i) - 700.0;
    worst_exp = std::max(worst_exp, ulps(exp_f64(x), std::exp(x)));
    for (const double y : {std::exp(x), 0.9 + 0.2 * spread(i)}) {
      worst_log = std::max(worst_log, ulps(log_f64(y), std::log(y)));
    }
  }
  CHECK(worst_exp <= 2.0);
  CHECK(worst_log <= 2.0);
}

TEST_CASE("exp and log at their ends") {
  CHECK(exp_f64(0.0) == 1.0);
  CHECK(log_f64(1.0) == 0.0);
  for (const double x : {701.0, -701.0, infinity, -infinity, not_a_number}) {
    CHECK(std::isnan(exp_f64(x)));
  }
  for (const double x : {0.0, -1.0, 1e-310, infinity, -infinity, not_a_number}) {
    CHECK(std::isnan(log_f64(x)));
  }
}
