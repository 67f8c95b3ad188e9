#include "tinygpt/math.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "bit_equal.hpp"
#include "tinygpt/f32x4.hpp"

using tinygpt::exp_f32;
using tinygpt::exp_f32x4;
using tinygpt::F32x4;
using tinygpt::gelu_new_f32;
using tinygpt::gelu_new_f32x4;
using tinygpt::load_f32x4;
using tinygpt::store_f32x4;
using tinygpt::tanh_f32;
using tinygpt::tanh_f32x4;
using tinygpt::tests::difference;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// Floats of both signs up to `limit`, evenly among the bit patterns, so that every binade is
/// sampled; some special values come first.
std::vector<float> samples(float limit) {
  constexpr std::uint32_t stride = 509;
  std::vector<float> values{0.0F,       -0.0F,     infinity, -infinity, not_a_number,
                            88.722839F, 88.72284F, -103.97F, -104.0F,   0.625F,
                            -0.625F,    9.1F,      1e30F,    -1e30F};
  const auto last = std::bit_cast<std::uint32_t>(limit);
  for (std::uint32_t bits = 1; bits <= last; bits += stride) {
    values.push_back(std::bit_cast<float>(bits));
    values.push_back(-std::bit_cast<float>(bits));
  }
  while (values.size() % 4 != 0) values.push_back(1.0F);
  return values;
}

/// The distance between a result and the exact value, in units of the result's last place.
double ulps(float result, double exact) {
  int exponent = 0;
  std::frexp(exact, &exponent);
  return std::abs(static_cast<double>(result) - exact) / std::ldexp(1.0, exponent - 24);
}

using ScalarFunction = float (*)(float);
using VectorFunction = F32x4 (*)(F32x4);

std::vector<float> by_one(ScalarFunction function, const std::vector<float>& x) {
  std::vector<float> results(x.size());
  std::ranges::transform(x, results.begin(), function);
  return results;
}

std::vector<float> by_four(VectorFunction function, const std::vector<float>& x) {
  std::vector<float> results(x.size());
  for (std::size_t i = 0; i < x.size(); i += 4) {
    store_f32x4(&results[i], function(load_f32x4(&x[i])));
  }
  return results;
}

}  // namespace

TEST_CASE("a lane of the functions of four holds the bits of the function of one") {
  const std::vector<float> x = samples(200.0F);
  CHECK(difference(by_four(exp_f32x4, x), by_one(exp_f32, x)) == "");
  CHECK(difference(by_four(tanh_f32x4, x), by_one(tanh_f32, x)) == "");
  CHECK(difference(by_four(gelu_new_f32x4, x), by_one(gelu_new_f32, x)) == "");
}

TEST_CASE("exp is within 2 ulp of float64 wherever its result is a normal number") {
  double worst = 0.0;
  for (const float x : samples(88.72F)) {
    const double exact = std::exp(static_cast<double>(x));
    if (exact >= std::numeric_limits<float>::min() && exact <= std::numeric_limits<float>::max()) {
      worst = std::max(worst, ulps(exp_f32(x), exact));
    }
  }
  INFO("the worst error is " << worst << " ulp");
  CHECK(worst <= 2.0);
}

TEST_CASE("exp at its ends: subnormal results, 0, infinity, NaN") {
  CHECK(exp_f32(0.0F) == 1.0F);
  CHECK(exp_f32(-infinity) == 0.0F);
  CHECK(exp_f32(-104.0F) == 0.0F);
  CHECK(exp_f32(-1e30F) == 0.0F);
  CHECK(exp_f32(infinity) == infinity);
  CHECK(exp_f32(88.73F) == infinity);
  CHECK(std::isfinite(exp_f32(88.722F)));
  CHECK(std::isnan(exp_f32(not_a_number)));
  for (int i = 0; i < 1650; ++i) {
    const float x = -103.9F + 0.01F * static_cast<float>(i);
    const double smallest = std::numeric_limits<float>::denorm_min();
    CHECK(std::abs(exp_f32(x) - std::exp(static_cast<double>(x))) <= 1.5 * smallest + 1e-44);
  }
}

TEST_CASE("tanh is within 2 ulp of float64, odd, and ends at -1 and 1") {
  double worst = 0.0;
  bool odd = true;
  for (const float x : samples(20.0F)) {
    if (std::isnan(x) || std::abs(x) < std::numeric_limits<float>::min()) continue;
    worst = std::max(worst, ulps(tanh_f32(x), std::tanh(static_cast<double>(x))));
    odd = odd && tanh_f32(-x) == -tanh_f32(x);
  }
  INFO("the worst error is " << worst << " ulp");
  CHECK(worst <= 2.0);
  CHECK(odd);
  CHECK(tanh_f32(9.1F) == 1.0F);
  CHECK(tanh_f32(-infinity) == -1.0F);
  CHECK(tanh_f32(-0.0F) == 0.0F);
  CHECK(std::isnan(tanh_f32(not_a_number)));
}

TEST_CASE("gelu_new is within 2.5e-7 max(1, |x|) of the tanh form in float64") {
  double worst = 0.0;
  for (const float sample : samples(100.0F)) {
    if (!(std::abs(sample) <= 100.0F)) continue;
    const double x = sample;
    const double inner = std::sqrt(2.0 / 3.14159265358979323846) * (x + 0.044715 * x * x * x);
    const double exact = 0.5 * x * (1.0 + std::tanh(inner));
    worst = std::max(worst, std::abs(gelu_new_f32(sample) - exact) / std::max(1.0, std::abs(x)));
  }
  INFO("the worst error is " << worst << " max(1, |x|)");
  CHECK(worst <= 2.5e-7);
}

TEST_CASE("exp_shifted takes the shift off first, for any length") {
  for (std::size_t length = 0; length < 10; ++length) {
    std::vector<float> x(length, 1.5F);
    tinygpt::exp_shifted(x, 1.0F);
    CHECK(difference(x, std::vector<float>(length, exp_f32(0.5F))) == "");
  }
}
