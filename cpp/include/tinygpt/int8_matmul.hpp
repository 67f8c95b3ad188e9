#pragma once
/// out = x W + bias, x and W as whole numbers with scales:
///     out[t][j] = float(sum over k of x[t][k] W[k][j]) * (x_scale[t] * w_scale[j]) + bias[j]
/// The sum is of whole numbers that row_limit() keeps within 32 bits: exact, in any order. A row
/// has the same bits whether it comes alone or among others.

#include <span>

#include "tinygpt/int8_panels.hpp"
#include "tinygpt/matmul.hpp"

namespace tinygpt {

/// x.depth() == w.depth; out: [x.row_count(), w.columns], bias: [w.columns] or empty for none.
/// The specification.
void int8_matmul_scalar(Rows out, const Int8Rows& x, const Int8Panels& w,
                        std::span<const float> bias);

/// The same in tiles of 4 rows by 8 columns held in 8 registers, and bit-equal.
void int8_matmul(Rows out, const Int8Rows& x, const Int8Panels& w, std::span<const float> bias);

}  // namespace tinygpt
