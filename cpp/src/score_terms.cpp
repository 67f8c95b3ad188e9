#include "tinygpt/score_terms.hpp"

#include "tinygpt/embedding.hpp"

namespace tinygpt {

ScoreTerms score_terms(const Model& model, std::span<const Index> ids,
                       std::span<const Index> position_ids, const HeadChoice& choice) {
  check_places("ids", ids.size());
  const Embedding rows_of = embed(model.weights, ids, position_ids);
  const HeadProjections content = head_projections(model, rows_of.wte, choice, HeadBias::left_out);
  const HeadProjections position = head_projections(model, rows_of.wpe, choice, HeadBias::left_out);

  ScoreTerms terms{.content_content = head_scores(content.q, content.k),
                   .content_position = head_scores(content.q, position.k),
                   .position_content = head_scores(position.q, content.k),
                   .position_position = head_scores(position.q, position.k),
                   .score = uninitialized_matrix(ids.size(), ids.size())};
  const std::span<float> score = elements(terms.score);
  for (std::size_t i = 0; i < score.size(); ++i) {
    score[i] = static_cast<float>(static_cast<double>(elements(terms.content_content)[i]) +
                                  static_cast<double>(elements(terms.content_position)[i]) +
                                  static_cast<double>(elements(terms.position_content)[i]) +
                                  static_cast<double>(elements(terms.position_position)[i]));
  }
  return terms;
}

}  // namespace tinygpt
