#include "tinygpt/model.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "fixture.hpp"
#include "json_file.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::ArgumentError;
using tinygpt::gpt2_small_model;
using tinygpt::Gpt2Config;
using tinygpt::Matrix;
using tinygpt::Model;
using tinygpt::model_from_tables;
using tinygpt::model_with_positions;
using tinygpt::synthetic_model;
using tinygpt::teaching_model;
using tinygpt::Tensor;
using tinygpt::uninitialized_matrix;
using tinygpt::tests::difference;
using tinygpt::tests::fixture_model;
using tinygpt::tests::float32_elements;
using tinygpt::tests::Json;
using tinygpt::tests::read_teaching_preset;
using tinygpt::tests::shape_of;
using tinygpt::tests::thrown;

namespace {

std::vector<float> all_elements(const Tensor& tensor) {
  std::vector<float> elements(tensor.element_count());
  tensor.read(0, elements);
  return elements;
}

std::string refused(std::size_t n_embd, std::size_t wte_count, std::size_t wpe_count) {
  return thrown<ArgumentError>([&] {
           model_from_tables(n_embd, std::vector<float>(wte_count), std::vector<float>(wpe_count));
         })
      .argument();
}

}  // namespace

TEST_CASE("the teaching model has the configuration and the five words of its file") {
  const Json preset = read_teaching_preset();
  const Model model = teaching_model();
  CHECK(model.config.vocab_size == preset["config"]["vocab_size"].get<std::size_t>());
  CHECK(model.config.n_positions == preset["config"]["n_positions"].get<std::size_t>());
  CHECK(model.config.n_embd == preset["config"]["n_embd"].get<std::size_t>());
  CHECK(model.config.n_layer == preset["config"]["n_layer"].get<std::size_t>());
  CHECK(model.config.n_head == preset["config"]["n_head"].get<std::size_t>());
  CHECK(model.config.layer_norm_epsilon ==
        static_cast<float>(preset["config"]["layer_norm_epsilon"].get<double>()));
  CHECK(model.vocabulary == preset["vocabulary"].get<std::vector<std::string>>());
  CHECK(model.vocabulary.size() == model.config.vocab_size);
}

TEST_CASE("every weight of the teaching model is its file's number as a float32") {
  const Json weights = read_teaching_preset()["weights"];
  const Model model = teaching_model();
  REQUIRE(model.weights.tensors().size() == weights.size());
  for (const Tensor& tensor : model.weights.tensors()) {
    CAPTURE(tensor.name());
    REQUIRE(weights.contains(tensor.name()));
    CHECK(tensor.shape() == shape_of(weights[tensor.name()]));
    CHECK(difference(all_elements(tensor), float32_elements(weights[tensor.name()])) == "");
  }
}

TEST_CASE("GPT-2 small has its published shape, no vocabulary and no weights in memory") {
  const Model model = gpt2_small_model();
  CHECK(model.config.vocab_size == 50257);
  CHECK(model.config.n_layer == 12);
  CHECK(model.vocabulary.empty());
  CHECK(model.weights.wte().rows() == 50257);
  CHECK(model.weights.wte().columns() == 768);
  CHECK(model.weights.wpe().rows() == 1024);
  CHECK(model.weights.wpe().columns() == 768);
}

TEST_CASE("the seed of GPT-2 small is 0 unless one is given, and another changes the weights") {
  const auto first_values = [](const Model& model) {
    std::vector<float> values(768);
    model.weights.wte().read(0, values);
    return values;
  };
  const std::vector<float> unseeded = first_values(gpt2_small_model());
  CHECK(difference(unseeded, first_values(gpt2_small_model(0))) == "");
  CHECK(difference(unseeded, first_values(gpt2_small_model(1))) != "");
}

TEST_CASE("a synthetic model: every element but those of LayerNorm weights times the factor") {
  const Gpt2Config config{
      .vocab_size = 7, .n_positions = 9, .n_embd = 6, .n_layer = 2, .n_head = 3};
  const Model plain = synthetic_model(config, 5, 1.0F);
  const Model scaled = synthetic_model(config, 5, 10.0F);
  const tinygpt::Weights by_rule = tinygpt::synthetic_weights(config, 5);
  REQUIRE(scaled.weights.tensors().size() == by_rule.tensors().size());
  for (std::size_t i = 0; i < by_rule.tensors().size(); ++i) {
    const Tensor& tensor = by_rule.tensors()[i];
    CAPTURE(tensor.name());
    std::vector<float> expected = all_elements(tensor);
    CHECK(difference(all_elements(plain.weights.tensors()[i]), expected) == "");
    const bool is_norm_weight = tensor.name().find("ln_") != std::string::npos &&
                                tensor.name().find(".weight") != std::string::npos;
    if (!is_norm_weight) {
      for (float& value : expected) value *= 10.0F;
    }
    CHECK(difference(all_elements(scaled.weights.tensors()[i]), expected) == "");
  }
}

TEST_CASE("synthetic models that are impossible or too large are refused by name") {
  const auto argument = [](const Gpt2Config& config, float factor = 1.0F) {
    return thrown<ArgumentError>([&] { synthetic_model(config, 0, factor); }).argument();
  };
  const Gpt2Config small{.vocab_size = 5, .n_positions = 8, .n_embd = 4, .n_layer = 1, .n_head = 2};
  CHECK_NOTHROW(synthetic_model(small, 0, 1.0F));
  Gpt2Config config = small;
  config.n_head = 3;
  CHECK(argument(config) == "n_head");
  config = small;
  config.vocab_size = 0;
  CHECK(argument(config) == "vocab_size");
  config = small;
  config.vocab_size = std::size_t{1} << 31U;
  CHECK(argument(config) == "config");
  config = small;
  config.n_embd = std::size_t{1} << 30U;
  CHECK(argument(config) == "config");
  config = small;
  config.n_layer = 1025;
  CHECK(argument(config) == "config");
  config.n_layer = 1024;
  CHECK_NOTHROW(synthetic_model(config, 0, 1.0F));
  CHECK(argument(small, INFINITY) == "scale");
  CHECK(argument(small, NAN) == "scale");
}

TEST_CASE("two tables make a model whose sizes follow from n_embd") {
  const Model model = fixture_model(6, 3, 5);
  CHECK(model.config.vocab_size == 6);
  CHECK(model.config.n_positions == 3);
  CHECK(model.config.n_embd == 5);
  CHECK(model.config.n_layer == 0);
  CHECK(model.config.n_head == 1);
  CHECK(model.weights.tensors().size() == 2);
  CHECK_NOTHROW(validate(model.config));
}

TEST_CASE("tables that are no whole, positive number of rows are refused by name") {
  CHECK(refused(0, 4, 4) == "n_embd");
  CHECK(refused(4, 0, 4) == "wte");
  CHECK(refused(4, 4, 0) == "wpe");
  CHECK(refused(4, 7, 4) == "wte");
  CHECK(refused(4, 4, 3) == "wpe");
  CHECK(refused(5, 4, 5) == "wte");
  const auto error = thrown<ArgumentError>(
      [] { model_from_tables(4, std::vector<float>(7), std::vector<float>(4)); });
  CHECK(std::string(error.what()).find('7') != std::string::npos);
  CHECK(std::string(error.what()).find("n_embd 4") != std::string::npos);
}

TEST_CASE("with other positions everything but wpe is the same, and they give its length") {
  const Model model = teaching_model();
  Matrix wpe = uninitialized_matrix(3, model.config.n_embd);
  std::ranges::fill(tinygpt::elements(wpe), 0.25F);
  const Model other = model_with_positions(model, wpe);
  CHECK(other.config.n_positions == 3);
  CHECK(other.vocabulary == model.vocabulary);
  CHECK(all_elements(other.weights.wpe()) == std::vector<float>(wpe.begin(), wpe.end()));
  REQUIRE(other.weights.tensors().size() == model.weights.tensors().size());
  for (std::size_t t = 0; t < model.weights.tensors().size(); ++t) {
    const Tensor& tensor = other.weights.tensors()[t];
    CHECK(tensor.name() == model.weights.tensors()[t].name());
    if (t != 1) CHECK(all_elements(tensor) == all_elements(model.weights.tensors()[t]));
  }
  CHECK(model.weights.wpe().rows() == 8);
}

TEST_CASE("positions that are no rows of n_embd are refused by name") {
  const Model model = teaching_model();
  const auto refused_name = [&](std::size_t rows, std::size_t columns) {
    return thrown<ArgumentError>(
               [&] { model_with_positions(model, uninitialized_matrix(rows, columns)); })
        .argument();
  };
  CHECK(refused_name(0, 4) == "wpe");
  CHECK(refused_name(3, 5) == "wpe");
  CHECK(refused_name(2, 2) == "wpe");
}
