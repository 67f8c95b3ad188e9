#include "tinygpt/gradient.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bit_equal.hpp"
#include "json_file.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/forward.hpp"

using tinygpt::ArgumentError;
using tinygpt::Gpt2Config;
using tinygpt::Gradients;
using tinygpt::Index;
using tinygpt::IndexError;
using tinygpt::Model;
using tinygpt::packed_position_ids;
using tinygpt::PositionTable;
using tinygpt::synthetic_model;
using tinygpt::Tensor;
using tinygpt::TrainingBatch;
using tinygpt::tests::difference;
using tinygpt::tests::Json;
using tinygpt::tests::thrown;

namespace {

constexpr Gpt2Config teaching_shape{
    .vocab_size = 5, .n_positions = 8, .n_embd = 4, .n_layer = 1, .n_head = 2};

TrainingBatch batch_of(const std::vector<std::vector<Index>>& ids,
                       const std::vector<std::vector<Index>>& targets) {
  TrainingBatch batch;
  for (const std::vector<Index>& sequence : ids) {
    batch.lengths.push_back(static_cast<Index>(sequence.size()));
    batch.ids.insert(batch.ids.end(), sequence.begin(), sequence.end());
  }
  for (const std::vector<Index>& sequence : targets) {
    batch.targets.insert(batch.targets.end(), sequence.begin(), sequence.end());
  }
  batch.position_ids = packed_position_ids(batch.lengths);
  return batch;
}

const TrainingBatch four_sentences =
    batch_of({{0, 1}, {2, 1}, {0, 3}, {2, 3}}, {{1, 2}, {1, 0}, {3, 4}, {3, 4}});

std::span<const float> row(const Tensor& table, std::size_t r) {
  return table.in_memory().subspan(r * table.columns(), table.columns());
}

bool all_zero(std::span<const float> values) {
  return difference(values, std::vector<float>(values.size())).empty();
}

std::vector<float> elements_of(const Tensor& tensor) {
  std::vector<float> values(tensor.element_count());
  tensor.read(0, values);
  return values;
}

double euclidean_norm(std::span<const float> values) {
  double sum = 0.0;
  for (const float value : values) sum += static_cast<double>(value) * static_cast<double>(value);
  return std::sqrt(sum);
}

double distance(std::span<const float> actual, const Json& rows) {
  double largest = 0.0;
  std::size_t i = 0;
  for (const Json& golden : rows) {
    for (const Json& value : golden) {
      if (i == actual.size()) return INFINITY;
      largest = std::max(largest, std::abs(static_cast<double>(actual[i++]) - value.get<double>()));
    }
  }
  return i == actual.size() ? largest : INFINITY;
}

std::string refused(const Model& model, const TrainingBatch& batch) {
  return thrown<ArgumentError>([&] { tinygpt::gradients(model, batch); }).argument();
}

}  // namespace

TEST_CASE("losses and gradients are those of the float64 oracle") {
  // Gradients are rounded to float32, golden rows to nine digits; the weights times ten are
  // rounded here and not there.
  constexpr double tolerance = 5e-8;
  const Json golden_file = tinygpt::tests::read_test_data("gradients.json");
  REQUIRE(golden_file["cases"].size() == 2);
  for (const Json& golden : golden_file["cases"]) {
    CAPTURE(golden["note"]);
    const Json& keys = golden["config"];
    const Gpt2Config config{.vocab_size = keys["vocab_size"].get<std::size_t>(),
                            .n_positions = keys["n_positions"].get<std::size_t>(),
                            .n_embd = keys["n_embd"].get<std::size_t>(),
                            .n_layer = keys["n_layer"].get<std::size_t>(),
                            .n_head = keys["n_head"].get<std::size_t>()};
    const Model model = synthetic_model(config, golden["model_seed"].get<std::uint64_t>(),
                                        golden["scale_of_all_but_norm_weights"].get<float>());
    const Gradients gradients = tinygpt::gradients(
        model, batch_of(golden["ids"].get<std::vector<std::vector<Index>>>(),
                        golden["targets"].get<std::vector<std::vector<Index>>>()));

    CHECK(std::abs(gradients.loss - golden["loss"].get<double>()) <= tolerance);
    CHECK(distance(gradients.by_tensor.wte().in_memory(), golden["grad_wte_rows"]) <= tolerance);
    CHECK(distance(gradients.by_tensor.wpe().in_memory(), golden["grad_wpe_rows"]) <= tolerance);
    REQUIRE(gradients.by_tensor.tensors().size() == golden["grad_l2"].size());
    for (const Tensor& tensor : gradients.by_tensor.tensors()) {
      CAPTURE(tensor.name());
      const double expected = golden["grad_l2"].at(tensor.name()).get<double>();
      CHECK(std::abs(euclidean_norm(tensor.in_memory()) - expected) <= tolerance);
    }
  }
}

TEST_CASE("gradients have the names and shapes of the weights, in their order") {
  const Model model = tinygpt::teaching_model();
  const Gradients gradients = tinygpt::gradients(model, four_sentences);
  REQUIRE(gradients.by_tensor.tensors().size() == model.weights.tensors().size());
  for (std::size_t i = 0; i < model.weights.tensors().size(); ++i) {
    CHECK(gradients.by_tensor.tensors()[i].name() == model.weights.tensors()[i].name());
    CHECK(gradients.by_tensor.tensors()[i].shape() == model.weights.tensors()[i].shape());
  }
}

TEST_CASE("rows of wpe that no place fetched have gradients of exactly 0, the others have not") {
  const Gradients gradients = tinygpt::gradients(tinygpt::teaching_model(), four_sentences);
  for (std::size_t r = 0; r < 8; ++r) {
    CAPTURE(r);
    CHECK(all_zero(row(gradients.by_tensor.wpe(), r)) == (r >= 2));
  }
}

TEST_CASE("eight words, the last a target only: row 7 of wpe is never trained") {
  const Model model = synthetic_model(teaching_shape, 0, 10.0F);
  const Gradients gradients =
      tinygpt::gradients(model, batch_of({{0, 1, 2, 3, 4, 0, 1}}, {{1, 2, 3, 4, 0, 1, 2}}));
  CHECK_FALSE(all_zero(row(gradients.by_tensor.wpe(), 6)));
  CHECK(all_zero(row(gradients.by_tensor.wpe(), 7)));
}

TEST_CASE("a gradient goes to the row that was fetched, wherever position_ids point") {
  const Model model = synthetic_model(teaching_shape, 0, 10.0F);
  TrainingBatch batch = batch_of({{0, 1, 2}}, {{1, 2, 3}});
  batch.position_ids = {7, 4, 7};
  const Gradients gradients = tinygpt::gradients(model, batch);
  for (std::size_t r = 0; r < 8; ++r) {
    CAPTURE(r);
    CHECK(all_zero(row(gradients.by_tensor.wpe(), r)) == (r != 4 && r != 7));
  }
}

TEST_CASE("the loss is that of the model's own logits") {
  const Model model = tinygpt::teaching_model();
  const tinygpt::LoadedWeights weights = load_weights(model.config, model.weights);
  tinygpt::Workspace workspace;
  double sum = 0.0;
  std::size_t first = 0;
  for (const Index length : four_sentences.lengths) {
    tinygpt::KvCache cache(model.config, 8);
    const auto count = static_cast<std::size_t>(length);
    const auto ids = std::span(four_sentences.ids).subspan(first, count);
    const auto logits =
        tinygpt::forward(weights, cache, workspace, {.ids = ids}, tinygpt::LogitsOf::all);
    for (std::size_t t = 0; t < count; ++t) {
      double total = 0.0;
      const auto z = logits.subspan(t * 5, 5);
      for (const float value : z) total += std::exp(static_cast<double>(value));
      const auto target = static_cast<std::size_t>(four_sentences.targets[first + t]);
      sum += std::log(total) - static_cast<double>(z[target]);
    }
    first += count;
  }
  const double loss = tinygpt::gradients(model, four_sentences).loss;
  CHECK(std::abs(loss - sum / 8.0) < 2e-6);
  // Trained until only the second word, 追 or 吃 at even odds, is left to chance: ln 2 of every
  // two.
  CHECK(std::abs(loss - std::log(2.0) / 2.0) < 1e-3);
}

TEST_CASE("a batch is averaged: twice the same sentences give the same loss and gradients") {
  const Model model = tinygpt::teaching_model();
  const auto once = tinygpt::gradients(model, batch_of({{0, 1}}, {{1, 2}}));
  const auto twice = tinygpt::gradients(model, batch_of({{0, 1}, {0, 1}}, {{1, 2}, {1, 2}}));
  CHECK(twice.loss == once.loss);
  for (std::size_t i = 0; i < once.by_tensor.tensors().size(); ++i) {
    CHECK(difference(twice.by_tensor.tensors()[i].in_memory(),
                     once.by_tensor.tensors()[i].in_memory()) == "");
  }
}

TEST_CASE("an untied head has gradients of its own: by differences of the loss") {
  Gpt2Config config = teaching_shape;
  config.tie_word_embeddings = false;
  Model model = synthetic_model(config, 3, 10.0F);
  const Gradients gradients = tinygpt::gradients(model, four_sentences);
  REQUIRE(gradients.by_tensor.tensors().back().name() == "lm_head.weight");
  for (const std::size_t which : {std::size_t{0}, gradients.by_tensor.tensors().size() - 1}) {
    const Tensor& tensor = model.weights.tensors()[which];
    CAPTURE(tensor.name());
    for (std::size_t i = 0; i < tensor.element_count(); ++i) {
      const auto loss_with = [&](float step, float& value) {
        std::vector<Tensor> tensors = model.weights.tensors();
        std::vector<float> values = elements_of(tensor);
        values[i] += step;
        value = values[i];
        tensors[which] = Tensor({tensor.name(), tensor.shape()}, std::move(values));
        const Model moved{.config = model.config,
                          .vocabulary = {},
                          .weights = tinygpt::Weights(std::move(tensors))};
        return tinygpt::gradients(moved, four_sentences).loss;
      };
      float above = 0.0F;
      float below = 0.0F;
      const double rise = loss_with(0x1p-11F, above) - loss_with(-0x1p-11F, below);
      const double slope = rise / (static_cast<double>(above) - static_cast<double>(below));
      CHECK(std::abs(slope - static_cast<double>(
                                 gradients.by_tensor.tensors()[which].in_memory()[i])) < 1e-5);
    }
  }
}

TEST_CASE("steps of training at length 4: rows 4 to 7 keep their bits, and the loss falls") {
  const Model start = synthetic_model(teaching_shape, 1, 10.0F);
  const TrainingBatch batch = batch_of({{0, 1, 2, 3}, {4, 1, 0, 3}}, {{1, 2, 3, 4}, {1, 0, 3, 2}});
  Model model = start;
  double loss = tinygpt::gradients(model, batch).loss;
  for (int step = 0; step < 20; ++step) {
    model = tinygpt::sgd_step(model, tinygpt::gradients(model, batch), 0.1);
    const double next = tinygpt::gradients(model, batch).loss;
    CHECK(next < loss);
    loss = next;
  }
  const std::vector<float> before = elements_of(start.weights.wpe());
  const std::vector<float> after = elements_of(model.weights.wpe());
  for (std::size_t r = 0; r < 8; ++r) {
    CAPTURE(r);
    const bool same =
        difference(std::span(after).subspan(r * 4, 4), std::span(before).subspan(r * 4, 4)).empty();
    CHECK(same == (r >= 4));
  }
}

TEST_CASE("a step moves every weight by -learning_rate times its gradient") {
  const Model model = tinygpt::teaching_model();
  const Gradients gradients = tinygpt::gradients(model, four_sentences);
  const Model moved = tinygpt::sgd_step(model, gradients, 0.5);
  CHECK(moved.vocabulary == model.vocabulary);
  CHECK(moved.config.n_head == model.config.n_head);
  for (std::size_t i = 0; i < model.weights.tensors().size(); ++i) {
    std::vector<float> expected = elements_of(model.weights.tensors()[i]);
    const auto slopes = gradients.by_tensor.tensors()[i].in_memory();
    for (std::size_t j = 0; j < expected.size(); ++j) {
      expected[j] = static_cast<float>(static_cast<double>(expected[j]) -
                                       0.5 * static_cast<double>(slopes[j]));
    }
    CHECK(difference(elements_of(moved.weights.tensors()[i]), expected) == "");
  }
}

TEST_CASE("with a fixed position table wpe keeps its bits, and the rest moves as before") {
  const Model model = synthetic_model(teaching_shape, 1, 10.0F);
  const Gradients gradients = tinygpt::gradients(model, four_sentences);
  const Model learned = tinygpt::sgd_step(model, gradients, 0.1);
  const Model fixed = tinygpt::sgd_step(model, gradients, 0.1, PositionTable::fixed);
  CHECK(difference(elements_of(fixed.weights.wpe()), elements_of(model.weights.wpe())) == "");
  CHECK(difference(elements_of(learned.weights.wpe()), elements_of(model.weights.wpe())) != "");
  CHECK(difference(elements_of(fixed.weights.wte()), elements_of(learned.weights.wte())) == "");
}

TEST_CASE("models that are not GPT-2's own blocks, or too large, are refused") {
  CHECK(refused(tinygpt::book_3_8_model(), four_sentences) == "model");
  CHECK(refused(tinygpt::gpt2_small_model(), four_sentences) == "model");
  CHECK(refused(tinygpt::model_from_tables(1, {1, 2, 3, 4, 5}, {1, 2}), four_sentences) == "model");
}

TEST_CASE("batches that do not fit together are refused by name") {
  const Model model = tinygpt::teaching_model();
  TrainingBatch batch = four_sentences;
  batch.targets.pop_back();
  CHECK(refused(model, batch) == "targets");
  batch = four_sentences;
  batch.position_ids.push_back(0);
  CHECK(refused(model, batch) == "positionIds");
  batch = four_sentences;
  batch.ids.pop_back();
  CHECK(refused(model, batch) == "ids");
  batch.lengths = {0};
  CHECK(refused(model, batch) == "batch");
  batch.lengths = {-1};
  CHECK(refused(model, batch) == "batch");
  batch.lengths = {1025};
  CHECK(refused(model, batch) == "batch");
  batch.lengths = std::vector<Index>(std::size_t{1} << 20U, 1024);
  CHECK(refused(model, batch) == "batch");
  CHECK(refused(model, {}) == "targets");
  CHECK(refused(model, batch_of({{0, 1}}, {{-1, -1}})) == "targets");
}

TEST_CASE("an index outside a table is an IndexError, its place counted in its sequence") {
  const Model model = tinygpt::teaching_model();
  const auto error = [&](const TrainingBatch& batch) {
    return thrown<IndexError>([&] { tinygpt::gradients(model, batch); });
  };
  CHECK(error(batch_of({{0, 1}, {2, 5}}, {{1, 2}, {1, 0}})).at() == 1);
  CHECK(error(batch_of({{0, 1}, {2, 1}}, {{1, 2}, {1, 5}})).table() == "wte");
  CHECK(error(batch_of({{0, 1}}, {{1, -2}})).index() == -2);
  const auto position = error(batch_of({std::vector<Index>(9)}, {std::vector<Index>(9)}));
  CHECK(position.table() == "wpe");
  CHECK(position.at() == 8);
}

TEST_CASE("a learning rate that is negative or no finite number is refused") {
  const Model model = tinygpt::teaching_model();
  const Gradients gradients = tinygpt::gradients(model, four_sentences);
  for (const double rate :
       {-0.1, static_cast<double>(INFINITY), std::numeric_limits<double>::quiet_NaN()}) {
    const auto error = thrown<ArgumentError>([&] { tinygpt::sgd_step(model, gradients, rate); });
    CHECK(error.argument() == "learningRate");
  }
}
