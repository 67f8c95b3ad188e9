#include "tinygpt/math_f64.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace tinygpt {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// ln 2 in two parts; the first has 32 significant bits, so that a whole number times it is exact.
constexpr double ln2_high = 6.93147180369123816490e-01;
constexpr double ln2_low = 1.90821492927058770002e-10;

/// c[0] + c[1] x + c[2] x^2 + ...
double polynomial(double x, std::span<const double> c) {
  double sum = 0.0;
  for (std::size_t i = c.size(); i > 0; --i) sum = sum * x + c[i - 1];
  return sum;
}

std::int64_t nearest(double x) { return static_cast<std::int64_t>(x < 0.0 ? x - 0.5 : x + 0.5); }

/// 2^n for n in -1022 .. 1023.
double power_of_two(std::int64_t n) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52U);
}

/// For |r| <= pi/4.
double sin_near_0(double r) {
  static constexpr std::array c{-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  const double z = r * r;
  return r + r * z * polynomial(z, c);
}

/// For |r| <= pi/4.
double cos_near_0(double r) {
  static constexpr std::array c{4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                2.08757232129817482790e-09, -1.13596475577881948265e-11};
  const double z = r * r;
  const double half = 0.5 * z;
  const double w = 1.0 - half;
  return w + ((1.0 - w - half) + z * z * polynomial(z, c));
}

}  // namespace

SinCos sin_cos_f64(double x) {
  constexpr double limit = 2147483648.0;
  if (!(x >= -limit && x <= limit)) return {.sin = not_a_number, .cos = not_a_number};
  // x - n pi/2 with pi/2 in parts; the first three have 22 significant bits, so that n times each
  // of them and the first two differences are exact.
  const std::int64_t n = nearest(x * 0.63661977236758134308);
  const auto quarters = static_cast<double>(n);
  double r = x - quarters * 0x1.921fbp+0;
  r -= quarters * 0x1.5110bp-22;
  r -= quarters * 0x1.1846980000000p-44;
  r -= quarters * 0x1.3198a2e037073p-69;

  const double sin = sin_near_0(r);
  const double cos = cos_near_0(r);
  switch (n & 3) {
    case 0:
      return {.sin = sin, .cos = cos};
    case 1:
      return {.sin = cos, .cos = -sin};
    case 2:
      return {.sin = -sin, .cos = -cos};
    default:
      return {.sin = -cos, .cos = sin};
  }
}

double exp_f64(double x) {
  if (!(x >= -700.0 && x <= 700.0)) return not_a_number;
  static constexpr std::array c{1.66666666666666019037e-01, -2.77777777770155933842e-03,
                                6.61375632143793436117e-05, -1.65339022054652515390e-06,
                                4.13813679705723846039e-08};
  const std::int64_t n = nearest(x * 1.44269504088896338700);
  const double high = x - static_cast<double>(n) * ln2_high;
  const double low = static_cast<double>(n) * ln2_low;
  const double r = high - low;
  const double z = r * r;
  const double t = r - z * polynomial(z, c);
  const double e_r = 1.0 - ((low - r * t / (2.0 - t)) - high);
  return e_r * power_of_two(n);
}

double log_f64(double x) {
  if (!(x >= std::numeric_limits<double>::min() && x <= std::numeric_limits<double>::max())) {
    return not_a_number;
  }
  static constexpr std::array c{6.666666666666735130e-01, 3.999999999940941908e-01,
                                2.857142874366239149e-01, 2.222219843214978396e-01,
                                1.818357216161805012e-01, 1.531383769920937332e-01,
                                1.479819860511658591e-01};
  // x = 2^n (1 + f) with 1 + f between sqrt(1/2) and sqrt(2).
  const auto bits = std::bit_cast<std::uint64_t>(x);
  auto n = static_cast<std::int64_t>(bits >> 52U) - 1023;
  auto mantissa = std::bit_cast<double>((bits & ((std::uint64_t{1} << 52U) - 1)) |
                                        (std::uint64_t{1023} << 52U));
  if (mantissa > 1.41421356237309514547) {
    mantissa *= 0.5;
    ++n;
  }
  const double f = mantissa - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double half = 0.5 * f * f;
  const auto exponent = static_cast<double>(n);
  const double rest = s * (half + z * polynomial(z, c)) + exponent * ln2_low;
  return exponent * ln2_high - ((half - rest) - f);
}

}  // namespace tinygpt
