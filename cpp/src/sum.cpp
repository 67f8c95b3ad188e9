#include "tinygpt/sum.hpp"

#include <array>
#include <cassert>
#include <cstddef>

#include "tinygpt/f32x4.hpp"

namespace tinygpt {
namespace {

constexpr std::size_t partial_count = 16;

/// The sum of whole registers of partial sums.
float total(F32x4 p0, F32x4 p1, F32x4 p2, F32x4 p3) {
  const F32x4 v = (p0 + p1) + (p2 + p3);
  return (v[0] + v[1]) + (v[2] + v[3]);
}

float total(const std::array<float, partial_count>& p) {
  std::array<float, 4> v{};
  for (std::size_t l = 0; l < 4; ++l) v[l] = (p[l] + p[4 + l]) + (p[8 + l] + p[12 + l]);
  return (v[0] + v[1]) + (v[2] + v[3]);
}

/// `term` makes a term from an element of a and one of b, `terms` four from four. Both pointers
/// move on, so that every load has a constant offset: with an index, WebAssembly takes twice as
/// long.
template <typename Term, typename Terms>
float sum_by_lanes(const float* a, const float* b, std::size_t count, const Term& term,
                   const Terms& terms) {
  F32x4 p0{};
  F32x4 p1{};
  F32x4 p2{};
  F32x4 p3{};
  const std::size_t rest = count % partial_count;
  for (const float* const end = a + (count - rest); a != end;
       a += partial_count, b += partial_count) {
    p0 += terms(a, b);
    p1 += terms(a + 4, b + 4);
    p2 += terms(a + 8, b + 8);
    p3 += terms(a + 12, b + 12);
  }
  if (rest == 0) return total(p0, p1, p2, p3);
  std::array<float, partial_count> p{};
  store_f32x4(&p[0], p0);
  store_f32x4(&p[4], p1);
  store_f32x4(&p[8], p2);
  store_f32x4(&p[12], p3);
  for (std::size_t i = 0; i < rest; ++i) p[i] += term(a[i], b[i]);
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
  return sum_by_lanes(
      terms.data(), terms.data(), terms.size(), [](float a, float /*b*/) { return a; },
      [](const float* a, const float* /*b*/) { return load_f32x4(a); });
}

float dot(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size());
  return dot(a.data(), b.data(), a.size());
}

float dot(const float* a, const float* b, std::size_t count) {
  return sum_by_lanes(
      a, b, count, [](float x, float y) { return x * y; },
      [](const float* x, const float* y) { return load_f32x4(x) * load_f32x4(y); });
}

TwoDots two_dots(const float* a, const float* b, const float* c, std::size_t count) {
  if (count % partial_count != 0) return {.with_b = dot(a, b, count), .with_c = dot(a, c, count)};
  constexpr std::size_t registers = partial_count / f32x4_lanes;
  // Plain arrays of known length, so that every element becomes a register.
  F32x4 p[registers]{};  // NOLINT(modernize-avoid-c-arrays)
  F32x4 q[registers]{};  // NOLINT(modernize-avoid-c-arrays)
  for (const float* const end = a + count; a != end;
       a += partial_count, b += partial_count, c += partial_count) {
    for (std::size_t r = 0; r < registers; ++r) {
      const F32x4 factors = load_f32x4(a + 4 * r);
      p[r] += factors * load_f32x4(b + 4 * r);
      q[r] += factors * load_f32x4(c + 4 * r);
    }
  }
  return {.with_b = total(p[0], p[1], p[2], p[3]), .with_c = total(q[0], q[1], q[2], q[3])};
}

}  // namespace tinygpt
