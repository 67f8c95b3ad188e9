/// Training, attention's parts and BERT's embedding, as they are bound.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tinygpt/bert_embedding.hpp"
#include "tinygpt/gradient.hpp"
#include "tinygpt/head.hpp"
#include "tinygpt/model.hpp"
#include "tinygpt/read_out.hpp"
#include "tinygpt/row_updates.hpp"
#include "tinygpt/score_terms.hpp"
#include "values.hpp"

namespace tinygpt::bindings {
namespace {

/// The caller has made sure that it is whole and between 0 and 2^31.
std::size_t count(double number) { return static_cast<std::size_t>(number); }
std::size_t count(const val& number) { return count(number.as<double>()); }

Index whole(const val& number) { return static_cast<Index>(number.as<double>()); }

std::vector<double> to_doubles(const val& float64_array) {
  return emscripten::convertJSArrayToNumberVector<double>(float64_array);
}

/// Those given, or 0, 1, ... for each of `lengths`.
std::vector<Index> position_ids_or(const val& given, const std::vector<Index>& lengths) {
  return given.isUndefined() ? packed_position_ids(lengths) : to_indices(given);
}

TrainingBatch to_batch(const val& batch) {
  const std::vector<Index> lengths = to_indices(batch["lengths"]);
  return {.lengths = lengths,
          .ids = to_indices(batch["ids"]),
          .targets = to_indices(batch["targets"]),
          .position_ids = position_ids_or(batch["positionIds"], lengths)};
}

std::vector<TrainingPhase> to_phases(const val& phases) {
  std::vector<TrainingPhase> result;
  for (const val& phase : phases) {
    result.push_back({.steps = whole(phase["steps"]),
                      .batch = whole(phase["batch"]),
                      .lengths = to_indices(phase["lengths"]),
                      .weights = to_doubles(phase["weights"])});
  }
  return result;
}

HeadChoice choice_of(double layer, double head) {
  return {.layer = static_cast<Index>(layer), .head = static_cast<Index>(head)};
}

val model_to_js(Model model) { return val(std::make_shared<Model>(std::move(model))); }

val tensor_to_js(const Tensor& tensor) {
  val item = val::object();
  item.set("name", tensor.name());
  item.set("values", copied_array(tensor.in_memory().data(), tensor.in_memory().size()));
  item.set("shape", val::array(std::vector<double>(tensor.shape().begin(), tensor.shape().end())));
  return item;
}

// ---- Training
// ------------------------------------------------------------------------------------

val create_synthetic(const val& config, double seed_high, double seed_low, double scale) {
  return guarded([&] {
    return model_to_js(synthetic_model({.vocab_size = count(config["vocab_size"]),
                                        .n_positions = count(config["n_positions"]),
                                        .n_embd = count(config["n_embd"]),
                                        .n_layer = count(config["n_layer"]),
                                        .n_head = count(config["n_head"])},
                                       joined_seed(seed_high, seed_low),
                                       static_cast<float>(scale)));
  });
}

val with_positions(const Model& model, const val& wpe) {
  return guarded([&] { return model_to_js(model_with_positions(model, to_matrix(wpe))); });
}

val gradients_of(const Model& model, const val& batch) {
  return guarded([&] {
    const Gradients found = gradients(model, to_batch(batch));
    val tensors = val::array();
    for (const Tensor& tensor : found.by_tensor.tensors()) {
      tensors.call<void>("push", tensor_to_js(tensor));
    }
    val result = val::object();
    result.set("loss", found.loss);
    result.set("tensors", tensors);
    return result;
  });
}

val train_step(const Model& model, const val& batch, double learning_rate, bool fixed_positions) {
  return guarded([&] {
    return model_to_js(sgd_step(model, gradients(model, to_batch(batch)), learning_rate,
                                fixed_positions ? PositionTable::fixed : PositionTable::learned));
  });
}

val expected_updates_of(double rows, const val& phases) {
  return guarded([&] {
    const std::vector<double> updates = expected_updates(count(rows), to_phases(phases));
    return copied_array(updates.data(), updates.size());
  });
}

val simulated_updates_of(double rows, const val& phases, double seed_high, double seed_low) {
  return guarded([&] {
    const std::vector<double> updates =
        simulated_updates(count(rows), to_phases(phases), joined_seed(seed_high, seed_low));
    return copied_array(updates.data(), updates.size());
  });
}

// ---- Attention's parts
// ---------------------------------------------------------------------------

val score_terms_of(const Model& model, const val& ids, const val& position_ids, double layer,
                   double head) {
  return guarded([&] {
    const std::vector<Index> words = to_indices(ids);
    const ScoreTerms terms =
        score_terms(model, words, position_ids_or(position_ids, {static_cast<Index>(words.size())}),
                    choice_of(layer, head));
    val result = val::object();
    result.set("contentContent", matrix_to_js(terms.content_content));
    result.set("contentPosition", matrix_to_js(terms.content_position));
    result.set("positionContent", matrix_to_js(terms.position_content));
    result.set("positionPosition", matrix_to_js(terms.position_position));
    result.set("score", matrix_to_js(terms.score));
    return result;
  });
}

val head_projections_of(const Model& model, const val& rows, double layer, double head, bool bias) {
  return guarded([&] {
    const HeadProjections found = head_projections(model, to_matrix(rows), choice_of(layer, head),
                                                   bias ? HeadBias::added : HeadBias::left_out);
    val result = val::object();
    result.set("q", matrix_to_js(found.q));
    result.set("k", matrix_to_js(found.k));
    result.set("v", matrix_to_js(found.v));
    return result;
  });
}

val scores(const val& q, const val& k) {
  return guarded([&] { return matrix_to_js(head_scores(to_matrix(q), to_matrix(k))); });
}

val read_out_of(const Model& model, const val& ids, bool positions, bool causal) {
  return guarded([&] {
    const ReadOut found =
        read_out(model, to_indices(ids), {.positions = positions, .causal = causal});
    val weights = val::array();
    for (const Matrix& head : found.weights) weights.call<void>("push", matrix_to_js(head));
    val result = matrix_to_js(found.values);
    result.set("weights", weights);
    return result;
  });
}

// ---- BERT's embedding
// ----------------------------------------------------------------------------

val bert_embed_of(const val& tables, const val& ids, const val& position_ids,
                  const val& token_type_ids, const val& dropout) {
  return guarded([&] {
    const auto floats = [&](const char* name) {
      return tables[name].isUndefined()
                 ? std::vector<float>{}
                 : emscripten::convertJSArrayToNumberVector<float>(tables[name]);
    };
    const std::vector<Index> words = to_indices(ids);
    const std::vector<Index> types = token_type_ids.isUndefined() ? std::vector<Index>(words.size())
                                                                  : to_indices(token_type_ids);
    std::optional<Dropout> drop;
    if (!dropout.isUndefined()) {
      drop =
          Dropout{.p = dropout["p"].as<double>(),
                  .seed = joined_seed(dropout["high"].as<double>(), dropout["low"].as<double>())};
    }
    const BertEmbedding found = bert_embed(
        {.word = to_matrix(tables["word"]),
         .position = to_matrix(tables["position"]),
         .token_type = to_matrix(tables["tokenType"]),
         .gamma = floats("gamma"),
         .beta = floats("beta")},
        words, position_ids_or(position_ids, {static_cast<Index>(words.size())}), types, drop);
    val result = val::object();
    result.set("word", matrix_to_js(found.word));
    result.set("position", matrix_to_js(found.position));
    result.set("tokenType", matrix_to_js(found.token_type));
    result.set("sum", matrix_to_js(found.sum));
    result.set("normed", matrix_to_js(found.normed));
    if (drop) result.set("kept", copied_array(found.kept.data(), found.kept.size()));
    result.set("scale", static_cast<double>(found.scale));
    result.set("output", matrix_to_js(found.output));
    return result;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(training) {
  emscripten::function("createSynthetic", &create_synthetic);
  emscripten::function("withPositions", &with_positions);
  emscripten::function("gradients", &gradients_of);
  emscripten::function("trainStep", &train_step);
  emscripten::function("expectedUpdates", &expected_updates_of);
  emscripten::function("simulatedUpdates", &simulated_updates_of);
  emscripten::function("scoreTerms", &score_terms_of);
  emscripten::function("headProjections", &head_projections_of);
  emscripten::function("scores", &scores);
  emscripten::function("readOut", &read_out_of);
  emscripten::function("bertEmbed", &bert_embed_of);
}

}  // namespace tinygpt::bindings
