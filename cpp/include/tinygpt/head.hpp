#pragma once
/// One attention head taken out of its layer: its queries, keys and values of any rows, and the
/// scores of queries and keys. Sums are taken in float64 and rounded to float32 once.

#include <cstddef>

#include "tinygpt/array.hpp"
#include "tinygpt/model.hpp"

namespace tinygpt {

struct HeadChoice {
  std::size_t layer = 0;
  std::size_t head = 0;
};

enum class HeadBias {
  left_out,
  added,
};

/// Every [T, head_size].
struct HeadProjections {
  Matrix q;
  Matrix k;
  Matrix v;
};

/// More places make matrices of pairs that no one can look at.
inline constexpr std::size_t max_places = 1024;

/// Throws ArgumentError `argument` for more than max_places.
void check_places(const char* argument, std::size_t places);

/// q = rows W_Q, k = rows W_K, v = rows W_V with the head's columns of c_attn.weight.
/// rows: [T, n_embd]
/// Throws ArgumentError "layer" or "head" where the model has none of that number, "rows" where
/// they are not n_embd wide or more than max_places.
HeadProjections head_projections(const Model& model, const Matrix& rows, const HeadChoice& choice,
                                 HeadBias bias);

/// q[m] . k[n] / sqrt(columns) for all m, n.  [T, c], [S, c] -> [T, S]
/// Throws ArgumentError "q" or "k" for more than max_places, and "k" where its columns are not
/// those of q.
Matrix head_scores(const Matrix& q, const Matrix& k);

}  // namespace tinygpt
