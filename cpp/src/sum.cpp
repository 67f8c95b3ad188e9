#include "tinygpt/sum.hpp"

#include <array>
#include <cassert>
#include <cstddef>

#include "tinygpt/f32x4.hpp"

namespace tinygpt {
namespace {

constexpr std::size_t partial_count = 16;

float total(const std::array<float, partial_count>& p) {
  std::array<float, 4> v{};
  for (std::size_t l = 0; l < 4; ++l) v[l] = (p[l] + p[4 + l]) + (p[8 + l] + p[12 + l]);
  return (v[0] + v[1]) + (v[2] + v[3]);
}

/// `term_at(i)` is term i, `terms_at(i)` the four from i on.
template <typename TermAt, typename TermsAt>
float sum_by_lanes(std::size_t count, const TermAt& term_at, const TermsAt& terms_at) {
  F32x4 p0{};
  F32x4 p1{};
  F32x4 p2{};
  F32x4 p3{};
  const std::size_t whole = count - count % partial_count;
  for (std::size_t i = 0; i < whole; i += partial_count) {
    p0 += terms_at(i);
    p1 += terms_at(i + 4);
    p2 += terms_at(i + 8);
    p3 += terms_at(i + 12);
  }
  if (whole == count) {
    const F32x4 v = (p0 + p1) + (p2 + p3);
    return (v[0] + v[1]) + (v[2] + v[3]);
  }
  std::array<float, partial_count> p{};
  store_f32x4(&p[0], p0);
  store_f32x4(&p[4], p1);
  store_f32x4(&p[8], p2);
  store_f32x4(&p[12], p3);
  for (std::size_t i = whole; i < count; ++i) p[i - whole] += term_at(i);
  return total(p);
}

}  // namespace

float sum_scalar(std::span<const float> terms) {
  std::array<float, partial_count> p{};
  for (std::size_t i = 0; i < terms.size(); ++i) p[i % partial_count] += terms[i];
  return total(p);
}

float dot_scalar(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size());
  std::array<float, partial_count> p{};
  for (std::size_t i = 0; i < a.size(); ++i) p[i % partial_count] += a[i] * b[i];
  return total(p);
}

float sum(std::span<const float> terms) {
  const float* const x = terms.data();
  return sum_by_lanes(
      terms.size(), [x](std::size_t i) { return x[i]; },
      [x](std::size_t i) { return load_f32x4(x + i); });
}

float dot(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size());
  const float* const x = a.data();
  const float* const y = b.data();
  return sum_by_lanes(
      a.size(), [x, y](std::size_t i) { return x[i] * y[i]; },
      [x, y](std::size_t i) { return load_f32x4(x + i) * load_f32x4(y + i); });
}

}  // namespace tinygpt
