#pragma once
/// out = x W + bias for any number of rows of x, with the same bits for each row whether it comes
/// alone or among others.
///
/// The order of sums: out[t][j] grows from 0 by x[t][k] * W[k][j] with k increasing, one after
/// another; bias[j] is added last. Registers run over outputs j and rows t, never over k. So
/// prefill, decoding one by one and prefill in chunks multiply to the same bits.

#include <cstddef>
#include <span>

#include "tinygpt/panels.hpp"

namespace tinygpt {

/// Rows of a wider array: row t is data[t * stride] .. data[t * stride + width - 1].
struct ConstRows {
  const float* data = nullptr;
  std::size_t stride = 0;
};
struct Rows {
  float* data = nullptr;
  std::size_t stride = 0;
};

/// x: [row_count, w.depth], out: [row_count, w.columns], bias: [w.columns] or empty for none.
/// out overlaps neither x nor w. The specification.
void matmul_scalar(Rows out, ConstRows x, std::size_t row_count, const Panels& w,
                   std::span<const float> bias);

/// The same in tiles of 4 rows by 8 columns held in 8 registers, and bit-equal. One row alone
/// reads every panel once, two of them at a time.
void matmul(Rows out, ConstRows x, std::size_t row_count, const Panels& w,
            std::span<const float> bias);

}  // namespace tinygpt
