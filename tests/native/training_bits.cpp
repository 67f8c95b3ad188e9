/// The native half of the comparison of bits of training and of attention's parts;
/// tests/node/training.test.mjs is the other.

#include <doctest/doctest.h>

#include <map>
#include <span>
#include <string>
#include <vector>

#include "bit_hash.hpp"
#include "json_file.hpp"
#include "tinygpt/bert_embedding.hpp"
#include "tinygpt/gradient.hpp"
#include "tinygpt/head.hpp"
#include "tinygpt/read_out.hpp"
#include "tinygpt/row_updates.hpp"
#include "tinygpt/score_terms.hpp"

using tinygpt::elements;
using tinygpt::Index;
using tinygpt::Matrix;
using tinygpt::Model;
using tinygpt::tests::hash_of;
using tinygpt::tests::Json;

namespace {

Matrix table_of(const tinygpt::Tensor& tensor) {
  Matrix matrix = tinygpt::uninitialized_matrix(tensor.rows(), tensor.columns());
  tensor.read(0, elements(matrix));
  return matrix;
}

}  // namespace

TEST_CASE("the native build has the bits of training that WebAssembly has, too") {
  const Model model = tinygpt::synthetic_model(
      {.vocab_size = 40, .n_positions = 30, .n_embd = 24, .n_layer = 2, .n_head = 3}, 9, 8.0F);
  std::vector<Index> ids;
  for (Index i = 0; i < 20; ++i) ids.push_back(i * 7 % 40);
  const std::vector<Index> positions = tinygpt::prefill_position_ids(20);
  std::vector<Index> targets(ids.begin() + 1, ids.end());
  const tinygpt::TrainingBatch batch{.lengths = {19},
                                     .ids = {ids.begin(), ids.end() - 1},
                                     .targets = targets,
                                     .position_ids = {positions.begin(), positions.end() - 1}};
  const tinygpt::Gradients gradients = tinygpt::gradients(model, batch);
  const Model moved = tinygpt::sgd_step(model, gradients, 0.25);

  std::vector<tinygpt::TrainingPhase> phases(2);
  phases[0].steps = 500;
  phases[0].batch = 3;
  phases[1].steps = 90;
  phases[1].batch = 7;
  for (Index length = 1; length <= 30; ++length) {
    phases[0].lengths.push_back(length);
    phases[0].weights.push_back(1.0 / static_cast<double>(length));
    phases[1].lengths.push_back(length);
    phases[1].weights.push_back(static_cast<double>(length));
  }
  const std::vector<double> expected = tinygpt::expected_updates(30, phases);
  const std::vector<double> simulated = tinygpt::simulated_updates(30, phases, 11);
  const auto terms = tinygpt::score_terms(model, ids, positions, {.layer = 1, .head = 2});
  const auto bert = tinygpt::bert_embed({.word = table_of(model.weights.wte()),
                                         .position = table_of(model.weights.wpe()),
                                         .token_type = table_of(model.weights.wpe()),
                                         .gamma = {},
                                         .beta = {}},
                                        ids, positions, std::vector<Index>(20),
                                        tinygpt::Dropout{.p = 0.3, .seed = 5});

  std::map<std::string, std::string> found{
      {"loss", hash_of(std::span<const double>(&gradients.loss, 1))},
      {"expected", hash_of(std::span<const double>(expected))},
      {"simulated", hash_of(std::span<const double>(simulated))},
      {"score", hash_of(terms.score)},
      {"readOut", hash_of(tinygpt::read_out(model, ids, {.causal = false}).values)},
      {"bert", hash_of(bert.output)},
      {"moved", hash_of(table_of(moved.weights.wte()))},
  };
  for (const tinygpt::Tensor& tensor : gradients.by_tensor.tensors()) {
    found.emplace(tensor.name(), hash_of(tensor.in_memory()));
  }
  const Json agreed = tinygpt::tests::read_json(TINYGPT_TESTS_DIR "/bits/training.json");
  CHECK(agreed.size() == found.size());
  for (const auto& entry : found) {
    CAPTURE(entry.first);
    CHECK(entry.second == agreed.value(entry.first, std::string()));
  }
}
