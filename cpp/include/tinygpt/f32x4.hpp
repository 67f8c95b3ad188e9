#pragma once
/// Four floats in one register, by the compiler's vector extensions: SIMD128 in WebAssembly,
/// SSE or NEON natively, from one source. Lane order is memory order on all of them.

#include <cstddef>
#include <cstring>

namespace tinygpt {

using F32x4 = float __attribute__((vector_size(16)));
inline constexpr std::size_t f32x4_lanes = 4;

inline F32x4 load_f32x4(const float* from) {
  F32x4 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline F32x4 splat_f32x4(float value) { return F32x4{value, value, value, value}; }

inline void store_f32x4(float* to, F32x4 value) { std::memcpy(to, &value, sizeof value); }

}  // namespace tinygpt
