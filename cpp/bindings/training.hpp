#pragma once
/// Training, attention's parts and BERT's embedding, as they are bound.

#include <emscripten/val.h>

#include <string>

#include "tinygpt/model.hpp"

namespace tinygpt::bindings {

using emscripten::val;

/// config: { vocab_size, n_positions, n_embd, n_layer, n_head }
val create_synthetic(const val& config, double seed_high, double seed_low, double scale);

/// batch: { lengths, ids, targets, positionIds }, the last may be undefined
val gradients_of(const Model& model, const val& batch);
val train_step(const Model& model, const val& batch, double learning_rate, bool fixed_positions);

/// phases: [{ steps, batch, lengths, weights }, ...]
val expected_updates_of(double rows, const val& phases);
val simulated_updates_of(double rows, const val& phases, double seed_high, double seed_low);

val score_terms_of(const Model& model, const val& ids, const val& position_ids, double layer,
                   double head);
val head_projections_of(const Model& model, const val& rows, double layer, double head, bool bias);
val scores(const val& q, const val& k);
val read_out_of(const Model& model, const val& ids, bool positions, bool causal);

/// tables: { word, position, tokenType, gamma, beta }; gamma, beta, both lists of ids and dropout,
/// { p, high, low }, may be undefined
val bert_embed_of(const val& tables, const val& ids, const val& position_ids,
                  const val& token_type_ids, const val& dropout);

}  // namespace tinygpt::bindings
