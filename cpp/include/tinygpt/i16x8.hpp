#pragma once
/// Eight 16-bit whole numbers in one register, and the two operations of the int8 kernels on them:
/// one instruction each in WebAssembly, SSE2 where there is one, from one source elsewhere.

#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "tinygpt/f32x4.hpp"

namespace tinygpt {

using I8x8 = std::int8_t __attribute__((vector_size(8)));
using I16x8 = std::int16_t __attribute__((vector_size(16)));
using I32x4 = std::int32_t __attribute__((vector_size(16)));

/// Eight int8, widened.
inline I16x8 load_i8x8(const std::int8_t* from) {
#if defined(__wasm_simd128__)
  return static_cast<I16x8>(wasm_i16x8_load8x8(from));
#else
  I8x8 value;
  std::memcpy(&value, from, sizeof value);
  return __builtin_convertvector(value, I16x8);
#endif
}

/// The pair from[0], from[1], four times.
inline I16x8 splat_pair(const std::int16_t* from) {
  std::int32_t pair = 0;
  std::memcpy(&pair, from, sizeof pair);
  return reinterpret_cast<I16x8>(I32x4{pair, pair, pair, pair});
}

/// sum[i] = a[2 i] b[2 i] + a[2 i + 1] b[2 i + 1]
inline I32x4 dot_pairs(I16x8 a, I16x8 b) {
#if defined(__wasm_simd128__)
  return static_cast<I32x4>(wasm_i32x4_dot_i16x8(static_cast<v128_t>(a), static_cast<v128_t>(b)));
#elif defined(__SSE2__)
  return reinterpret_cast<I32x4>(
      _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
#else
  I32x4 sum{};
  for (int i = 0; i < 4; ++i) sum[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
  return sum;
#endif
}

inline F32x4 to_f32x4(I32x4 value) { return __builtin_convertvector(value, F32x4); }

}  // namespace tinygpt
