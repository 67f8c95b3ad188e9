#pragma once
/// How alike the rows of a table are. Sums are taken in float64 and rounded to float32 once.

#include "tinygpt/array.hpp"

namespace tinygpt {

/// row(i) . row(j) for all i, j.  [n, d] -> [n, n], symmetric
Matrix dot_products(const Matrix& matrix);

/// The same over |row(i)| |row(j)|; 0 where one of them is a row of zeros.  [n, d] -> [n, n]
Matrix cosine_similarity(const Matrix& matrix);

// Both throw ArgumentError "matrix" for more than 4096 rows.

}  // namespace tinygpt
