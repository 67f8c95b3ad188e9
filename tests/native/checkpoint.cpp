#include "tinygpt/checkpoint.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "json_file.hpp"
#include "tinygpt/config.hpp"

using tinygpt::checkpoint_tensors;
using tinygpt::Gpt2Config;
using tinygpt::TensorInfo;
using tinygpt::tests::Json;
using tinygpt::tests::read_teaching_preset;
using tinygpt::tests::read_test_data;
using tinygpt::tests::shape_of;

namespace {

/// Elements of all tensors whose name begins with `prefix`.
std::size_t elements_of(const std::vector<TensorInfo>& tensors, std::string_view prefix) {
  std::size_t count = 0;
  for (const TensorInfo& tensor : tensors) {
    if (tensor.name.starts_with(prefix)) count += tensor.element_count();
  }
  return count;
}

void check_parameter_counts(const std::string& model, const Gpt2Config& config) {
  CAPTURE(model);
  const Json expected = read_test_data("positions.json")["parameters"][model];
  const std::vector<TensorInfo> tensors = checkpoint_tensors(config);
  CHECK(elements_of(tensors, "wte.") == expected["wte"].get<std::size_t>());
  CHECK(elements_of(tensors, "wpe.") == expected["wpe"].get<std::size_t>());
  CHECK(elements_of(tensors, "h.0.") == expected["block"].get<std::size_t>());
  CHECK(elements_of(tensors, "ln_f.") == expected["ln_f"].get<std::size_t>());
  CHECK(elements_of(tensors, "") == expected["total"].get<std::size_t>());
}

}  // namespace

TEST_CASE("GPT-2 small has 124,439,808 parameters in 148 tensors") {
  const std::vector<TensorInfo> tensors = checkpoint_tensors(Gpt2Config{});
  CHECK(tensors.size() == 2 + 12 * 12 + 2);
  CHECK(elements_of(tensors, "") == 124'439'808);
}

TEST_CASE("parameter counts of the published sizes, table by table") {
  check_parameter_counts("gpt2-small", {});
  check_parameter_counts("gpt2-medium", {.n_embd = 1024, .n_layer = 24, .n_head = 16});
  check_parameter_counts("gpt2-large", {.n_embd = 1280, .n_layer = 36, .n_head = 20});
  check_parameter_counts("gpt2-xl", {.n_embd = 1600, .n_layer = 48, .n_head = 25});
}

TEST_CASE("the teaching model's file names the same tensors in the same order and shape") {
  const Json preset = read_teaching_preset();
  const std::vector<TensorInfo> tensors = checkpoint_tensors(
      {.vocab_size = 5, .n_positions = 8, .n_embd = 4, .n_layer = 1, .n_head = 2});
  REQUIRE(tensors.size() == preset["weights"].size());
  std::size_t i = 0;
  for (const auto& [name, values] : preset["weights"].items()) {
    CAPTURE(i);
    CHECK(tensors[i].name == name);
    CHECK(tensors[i].shape == shape_of(values));
    ++i;
  }
}

// Two tables, then twelve tensors for each block.
TEST_CASE("blocks follow one another by number, not by alphabet") {
  const std::vector<TensorInfo> tensors = checkpoint_tensors({.n_layer = 11});
  CHECK(tensors[2].name == "h.0.ln_1.weight");
  CHECK(tensors[26].name == "h.2.ln_1.weight");
  CHECK(tensors[122].name == "h.10.ln_1.weight");
}

TEST_CASE("linear layers are stored [in, out]") {
  const auto shape_named = [](std::string_view name) {
    for (const TensorInfo& tensor : checkpoint_tensors(Gpt2Config{})) {
      if (tensor.name == name) return tensor.shape;
    }
    return std::vector<std::size_t>{};
  };
  CHECK(shape_named("h.3.attn.c_attn.weight") == std::vector<std::size_t>{768, 2304});
  CHECK(shape_named("h.3.attn.c_attn.bias") == std::vector<std::size_t>{2304});
  CHECK(shape_named("h.3.mlp.c_fc.weight") == std::vector<std::size_t>{768, 3072});
  CHECK(shape_named("h.3.mlp.c_proj.weight") == std::vector<std::size_t>{3072, 768});
}

TEST_CASE("a model without layers has the two tables and nothing else") {
  const std::vector<TensorInfo> tensors =
      checkpoint_tensors({.vocab_size = 7, .n_positions = 3, .n_embd = 5, .n_layer = 0});
  REQUIRE(tensors.size() == 2);
  CHECK(tensors[0].name == "wte.weight");
  CHECK(tensors[0].shape == std::vector<std::size_t>{7, 5});
  CHECK(tensors[1].name == "wpe.weight");
  CHECK(tensors[1].shape == std::vector<std::size_t>{3, 5});
}
