#pragma once
/// Rotary position embedding (Su et al., RoFormer, arXiv 2104.09864): a position turns the pairs of
/// a row, and the dot product of two turned rows depends on the distance of their positions alone.

#include <span>

#include "tinygpt/sinusoidal.hpp"

namespace tinygpt {

/// Pair i of row r, (a, b), turned by the angle positions[r] w_i:
///     (a cos - b sin, a sin + b cos)
/// in float64, rounded once.  [n, d] -> [n, d]
/// Throws ArgumentError "matrix" where its columns are no possible d, "base" below 1, "positions"
/// where there is not one for each row or one is beyond max_position either way.
Matrix rotate_rows(const Matrix& matrix, std::span<const Index> positions,
                   const Frequencies& frequencies);

}  // namespace tinygpt
