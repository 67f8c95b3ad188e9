#include "tinygpt/math.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace tinygpt {
namespace {

using I32x4 = std::int32_t __attribute__((vector_size(16)));

// What differs between one float and four: spreading a constant, the integer of the same width,
// and choosing by a comparison.
template <typename Float>
Float all(float value) {
  if constexpr (sizeof(Float) == sizeof(float)) {
    return value;
  } else {
    return Float{value, value, value, value};
  }
}

std::int32_t bits_of(float x) { return std::bit_cast<std::int32_t>(x); }
I32x4 bits_of(F32x4 x) { return std::bit_cast<I32x4>(x); }
float from_bits(std::int32_t bits) { return std::bit_cast<float>(bits); }
F32x4 from_bits(I32x4 bits) { return std::bit_cast<F32x4>(bits); }

float choose(bool condition, float yes, float no) { return condition ? yes : no; }
F32x4 choose(I32x4 mask, F32x4 yes, F32x4 no) {
  return from_bits((bits_of(yes) & mask) | (bits_of(no) & ~mask));
}

/// 2^n for n in -126 .. 127.
template <typename Integer>
auto power_of_two(Integer n) {
  return from_bits((n + 127) * (1 << 23));
}

template <typename Float>
Float exp_body(Float x) {
  const auto log2_e = all<Float>(1.44269504F);
  // ln 2 in two parts; the first has 9 significant bits, so that n times it is exact.
  const auto ln2_high = all<Float>(0.693359375F);
  const auto ln2_low = all<Float>(-2.12194440e-4F);
  // Adding 1.5 * 2^23 leaves the nearest integer in the low bits of the sum.
  const auto round = all<Float>(12582912.0F);
  const auto lowest = all<Float>(-104.0F);
  const auto highest = all<Float>(89.0F);

  // Beyond these the result stays 0 or infinity. NaN fails the comparison and becomes `lowest`.
  Float r = choose(x > lowest, x, lowest);
  r = choose(r > highest, highest, r);

  const Float shifted = r * log2_e + round;
  const auto n = bits_of(shifted) - 0x4B400000;
  const Float n_float = shifted - round;
  r = r - n_float * ln2_high;
  r = r - n_float * ln2_low;

  // (e^r - 1 - r) / r^2 on |r| <= ln(2) / 2: the coefficients of Cephes' expf.
  auto p = all<Float>(1.9875691500e-4F);
  p = p * r + all<Float>(1.3981999507e-3F);
  p = p * r + all<Float>(8.3334519073e-3F);
  p = p * r + all<Float>(4.1665795894e-2F);
  p = p * r + all<Float>(1.6666665459e-1F);
  p = p * r + all<Float>(5.0000001201e-1F);
  const Float e_r = p * (r * r) + r + all<Float>(1.0F);

  // In two factors, because 2^n itself is no normal number at either end.
  const auto half = n >> 1;
  const Float result = e_r * power_of_two(half) * power_of_two(n - half);
  return choose(x == x, result, x);  // NOLINT(misc-redundant-expression): NaN is not equal to NaN
}

template <typename Float>
Float tanh_body(Float x) {
  const auto one = all<Float>(1.0F);
  const auto two = all<Float>(2.0F);
  const Float magnitude = choose(x < all<Float>(0.0F), -x, x);

  // Small: x + x^3 P(x^2), the coefficients of Cephes' tanhf.
  const Float z = x * x;
  auto p = all<Float>(-5.70498872745e-3F);
  p = p * z + all<Float>(2.06390887954e-2F);
  p = p * z + all<Float>(-5.37397155531e-2F);
  p = p * z + all<Float>(1.33314422036e-1F);
  p = p * z + all<Float>(-3.33332819422e-1F);
  const Float small = p * z * x + x;

  // Large: 1 - 2 / (e^(2|x|) + 1), with the sign of x.
  const Float large = one - two / (exp_body(magnitude + magnitude) + one);
  const Float signed_large = choose(x < all<Float>(0.0F), -large, large);
  return choose(magnitude < all<Float>(0.625F), small, signed_large);
}

template <typename Float>
Float gelu_new_body(Float x) {
  const auto root_two_over_pi = all<Float>(0.797884561F);
  const Float inner = root_two_over_pi * (x + all<Float>(0.044715F) * (x * x * x));
  return all<Float>(0.5F) * x * (all<Float>(1.0F) + tanh_body(inner));
}

}  // namespace

float exp_f32(float x) { return exp_body(x); }
F32x4 exp_f32x4(F32x4 x) { return exp_body(x); }
float tanh_f32(float x) { return tanh_body(x); }
F32x4 tanh_f32x4(F32x4 x) { return tanh_body(x); }
float gelu_new_f32(float x) { return gelu_new_body(x); }
F32x4 gelu_new_f32x4(F32x4 x) { return gelu_new_body(x); }

void exp_shifted(std::span<float> x, float shift) {
  const std::size_t whole = x.size() - x.size() % f32x4_lanes;
  for (std::size_t i = 0; i < whole; i += f32x4_lanes) {
    store_f32x4(&x[i], exp_body(load_f32x4(&x[i]) - splat_f32x4(shift)));
  }
  for (std::size_t i = whole; i < x.size(); ++i) x[i] = exp_body(x[i] - shift);
}

}  // namespace tinygpt
