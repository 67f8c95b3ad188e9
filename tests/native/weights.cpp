#include "tinygpt/weights.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "bit_equal.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::ArgumentError;
using tinygpt::checkpoint_tensors;
using tinygpt::Gpt2Config;
using tinygpt::synthetic_weights;
using tinygpt::SyntheticTensor;
using tinygpt::Tensor;
using tinygpt::TensorInfo;
using tinygpt::Weights;
using tinygpt::tests::difference;
using tinygpt::tests::thrown;

namespace {

std::vector<float> read_elements(const Tensor& tensor, std::size_t first, std::size_t count) {
  std::vector<float> elements(count);
  tensor.read(first, elements);
  return elements;
}

std::string refused_argument(std::vector<Tensor> tensors) {
  return thrown<ArgumentError>([&] { const Weights weights(std::move(tensors)); }).argument();
}

}  // namespace

TEST_CASE("given values are read back from any place on") {
  const Tensor tensor({"wte.weight", {2, 3}}, {1, 2, 3, 4, 5, 6});
  CHECK(tensor.name() == "wte.weight");
  CHECK(tensor.rows() == 2);
  CHECK(tensor.columns() == 3);
  CHECK(tensor.element_count() == 6);
  CHECK(difference(read_elements(tensor, 0, 6), std::vector<float>{1, 2, 3, 4, 5, 6}) == "");
  CHECK(difference(read_elements(tensor, 2, 3), std::vector<float>{3, 4, 5}) == "");
  CHECK(difference(read_elements(tensor, 6, 0), {}) == "");
}

TEST_CASE("reading writes the span and nothing beside it") {
  const Tensor given({"a", {4}}, tinygpt::GivenValues{1, 2, 3, 4});
  const Tensor synthetic({"a", {4}}, SyntheticTensor{.seed = 1, .scale = 1});
  for (const Tensor* tensor : {&given, &synthetic}) {
    std::vector<float> target(4, 99);
    tensor->read(1, std::span(target).subspan(1, 2));
    CHECK(target[0] == 99);
    CHECK(target[3] == 99);
    CHECK(difference(std::span(target).subspan(1, 2), read_elements(*tensor, 1, 2)) == "");
  }
}

TEST_CASE("values that do not fill the shape are refused, naming the tensor and both counts") {
  const auto error = thrown<ArgumentError>([] {
    const Tensor tensor({"wpe.weight", {2, 3}}, {1, 2, 3, 4, 5});
  });
  CHECK(error.argument() == "wpe.weight");
  CHECK(std::string(error.what()).find('5') != std::string::npos);
  CHECK(std::string(error.what()).find('6') != std::string::npos);
  const TensorInfo one{"wpe.weight", {1, 1}};
  CHECK_THROWS_AS(Tensor(one, std::vector<float>{}), ArgumentError);
  CHECK_THROWS_AS(Tensor(one, std::vector<float>{1, 2}), ArgumentError);
}

TEST_CASE("weights begin with wte and wpe") {
  const Tensor wte({"wte.weight", {1, 1}}, std::vector<float>{1});
  const Tensor wpe({"wpe.weight", {1, 1}}, std::vector<float>{2});
  CHECK(refused_argument({}) == "tensors");
  CHECK(refused_argument({wte}) == "tensors");
  CHECK(refused_argument({wpe, wte}) == "tensors");

  const Weights weights({wte, wpe});
  CHECK(weights.wte().name() == "wte.weight");
  CHECK(weights.wpe().name() == "wpe.weight");
}

TEST_CASE("tables that could not be added row by row are refused") {
  const Tensor wte({"wte.weight", {2, 4}}, std::vector<float>(8));
  const Tensor narrow({"wpe.weight", {2, 3}}, std::vector<float>(6));
  const Tensor flat({"wpe.weight", {4}}, std::vector<float>(4));
  const Tensor empty({"wpe.weight", {0, 4}}, std::vector<float>{});
  CHECK(refused_argument({wte, narrow}) == "wpe.weight");
  CHECK(refused_argument({wte, flat}) == "wpe.weight");
  CHECK(refused_argument({wte, empty}) == "wpe.weight");
}

TEST_CASE("synthetic weights have every tensor of the checkpoint, in its order and shape") {
  const Gpt2Config config;
  const std::vector<TensorInfo> infos = checkpoint_tensors(config);
  const Weights weights = synthetic_weights(config, 0);
  REQUIRE(weights.tensors().size() == infos.size());
  for (std::size_t i = 0; i < infos.size(); ++i) {
    CHECK(weights.tensors()[i].name() == infos[i].name);
    CHECK(weights.tensors()[i].shape() == infos[i].shape);
  }
}

TEST_CASE("synthetic weights follow the rule of their own name, depth and seed") {
  const Gpt2Config config{.n_layer = 3, .n_head = 12};
  const Weights weights = synthetic_weights(config, 42);
  for (const Tensor& tensor : weights.tensors()) {
    CAPTURE(tensor.name());
    std::vector<float> expected(5);
    tinygpt::read_synthetic(tinygpt::synthetic_tensor(tensor.name(), 3, 42), 11, expected);
    CHECK(difference(read_elements(tensor, 11, 5), expected) == "");
  }
}

TEST_CASE("synthetic weights cost no memory: a table of terabytes is there at once") {
  const Gpt2Config config{.vocab_size = std::size_t{1} << 32U, .n_embd = 768};
  const Weights weights = synthetic_weights(config, 0);
  const std::size_t last_row = weights.wte().element_count() - 768;
  const std::vector<float> row = read_elements(weights.wte(), last_row, 768);
  CHECK(difference(row, read_elements(weights.wte(), 0, 768)) != "");
}

TEST_CASE("tables that were loaded take the place of those made by rule, with the same numbers") {
  const Gpt2Config config{
      .vocab_size = 6, .n_positions = 4, .n_embd = 4, .n_layer = 1, .n_head = 2};
  Weights weights = synthetic_weights(config, 9);
  const std::vector<float> wte = read_elements(weights.wte(), 0, 24);
  const std::vector<float> wpe = read_elements(weights.wpe(), 0, 16);
  weights.set_tables(Tensor({"wte.weight", {6, 4}}, wte), Tensor({"wpe.weight", {4, 4}}, wpe));
  CHECK(difference(weights.wte().in_memory(), wte) == "");
  CHECK(difference(weights.wpe().in_memory(), wpe) == "");
  CHECK(weights.tensors().size() == checkpoint_tensors(config).size());
}
