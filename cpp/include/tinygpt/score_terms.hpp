#pragma once
/// An attention score multiplied out: what words alone say, what positions alone say, and the two
/// products between them.
///     (x_m + p_m) W_Q (W_K)^T (x_n + p_n)^T / sqrt(head_size)
/// with x rows of wte and p rows of wpe. Biases and LayerNorm are left out, as in the formula, so
/// that it is the model's own score only in layer 0 of a model that has neither.

#include <span>

#include "tinygpt/array.hpp"
#include "tinygpt/head.hpp"
#include "tinygpt/model.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt {

/// Every [T, T]: element (m, n) is place m asking about place n, also where n comes later.
struct ScoreTerms {
  Matrix content_content;    // x_m with x_n
  Matrix content_position;   // x_m with p_n
  Matrix position_content;   // p_m with x_n
  Matrix position_position;  // p_m with p_n
  Matrix score;              // the sum of the four, rounded once
};

/// Throws as embed() and head_projections() do, and ArgumentError "ids" for more than max_places.
ScoreTerms score_terms(const Model& model, std::span<const Index> ids,
                       std::span<const Index> position_ids, const HeadChoice& choice);

}  // namespace tinygpt
