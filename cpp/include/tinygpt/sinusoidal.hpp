#pragma once
/// Positions that are computed, not learned: row pos holds sin(pos w_i) and cos(pos w_i) of d/2
/// angular frequencies w_i (Vaswani et al., arXiv 1706.03762, section 3.5). Evaluated in float64
/// with math_f64.hpp, rounded to float32 once: the same bits everywhere.

#include <cstddef>
#include <vector>

#include "tinygpt/array.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt {

/// Where the two values of pair i lie in a row of d, and how the frequencies are spaced.
enum class PairLayout {
  interleaved,  ///< 2i and 2i + 1; w_i = base^(-2i/d)
  half,         ///< i and i + d/2; the same frequencies
  whisper,      ///< i and i + d/2; w_i = base^(-i/(d/2 - 1)), so that the last is 1/base
};

struct Frequencies {
  PairLayout layout = PairLayout::interleaved;
  double base = 10000.0;  ///< at least 1
};

/// w_0, ..., w_(d/2-1).  [d/2]
std::vector<double> angular_frequencies(Index d, const Frequencies& frequencies);

/// Rows 0, ..., n - 1.  [n, d]
Matrix sinusoidal_table(Index n, Index d, const Frequencies& frequencies);

/// Every row multiplied by M_k, which turns (sin a, cos a) into (sin(a + k w_i), cos(a + k w_i)):
/// the row of pos becomes the row of pos + k.  [n, d] -> [n, d]
Matrix shifted_rows(const Matrix& matrix, Index k, const Frequencies& frequencies);

// All of them throw ArgumentError, naming the argument: "d" where it is odd, below 2 (below 4 for
// whisper), "base" below 1, "n" for a table of more than max_length elements, "matrix" where its
// columns are no possible d, "k" beyond max_position either way.

}  // namespace tinygpt
