#include "tinygpt/elsewhere.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "fixture.hpp"
#include "tinygpt/model.hpp"

using tinygpt::answers_elsewhere;
using tinygpt::ElsewhereAnswer;
using tinygpt::Index;
using tinygpt::Model;
using tinygpt::Outcome;
using tinygpt::Tensor;
using tinygpt::Weights;
using tinygpt::tests::difference;
using tinygpt::tests::fixture_model;

namespace {

constexpr Index farthest_whole_number = Index{1} << 53U;

std::vector<float> row_values(const Tensor& table, std::size_t row) {
  std::vector<float> values(table.columns());
  table.read(row * table.columns(), values);
  return values;
}

/// "row 4", "memory h.0.ln_1.weight[0]", "zeros", ... after a look at the values that come with it.
std::string described(const Tensor& table, const ElsewhereAnswer& answer) {
  const bool has_row = answer.row.has_value();
  const bool has_place = answer.place.has_value();
  CHECK(has_row == (answer.outcome == Outcome::row));
  CHECK(has_place == (answer.outcome == Outcome::memory));
  const bool is_valueless = answer.outcome == Outcome::raises || answer.outcome == Outcome::outside;
  CHECK(answer.values.size() == (is_valueless ? 0 : table.columns()));

  switch (answer.outcome) {
    case Outcome::raises:
      return "raises";
    case Outcome::outside:
      return "outside";
    case Outcome::zeros:
      for (const float value : answer.values) CHECK(std::bit_cast<std::uint32_t>(value) == 0);
      return "zeros";
    case Outcome::nan:
      for (const float value : answer.values) CHECK(std::isnan(value));
      return "nan";
    case Outcome::row:
      CHECK(difference(answer.values, row_values(table, answer.row.value_or(0))) == "");
      return "row " + std::to_string(answer.row.value_or(0));
    case Outcome::memory:
      break;
  }
  return has_place
             ? "memory " + answer.place->tensor + "[" + std::to_string(answer.place->element) + "]"
             : "memory";
}

/// What `system` does with table[index].
std::string answer_of(const char* system, const Weights& weights, const Tensor& table,
                      Index index) {
  for (const ElsewhereAnswer& answer : answers_elsewhere(weights, table, index)) {
    if (answer.system == system) return described(table, answer);
  }
  return "no answer";
}

/// What `system` does with row `index` of the fixture's wte, which has five rows.
std::string of_five_rows(const char* system, Index index) {
  const Model model = fixture_model();
  return answer_of(system, model.weights, model.weights.wte(), index);
}

ElsewhereAnswer c_array(const Model& model, const Tensor& table, Index index) {
  for (ElsewhereAnswer& answer : answers_elsewhere(model.weights, table, index)) {
    if (answer.system == "c-array") return answer;
  }
  return {};
}

}  // namespace

TEST_CASE("nine systems answer, in a fixed order") {
  const Model model = fixture_model();
  std::string systems;
  for (const ElsewhereAnswer& answer : answers_elsewhere(model.weights, model.weights.wte(), 0)) {
    systems += std::string(answer.system) + " ";
  }
  CHECK(systems ==
        "pytorch-cpu pytorch-cuda tensorflow-cpu tensorflow-gpu jax-index jax-take numpy "
        "typed-array c-array ");
}

TEST_CASE("inside the table every system gives the row that was asked for") {
  const Model model = fixture_model();
  for (const Tensor* table : {&model.weights.wte(), &model.weights.wpe()}) {
    const auto rows = static_cast<Index>(table->rows());
    for (const Index index : {Index{0}, Index{2}, rows - 1}) {
      for (const ElsewhereAnswer& answer : answers_elsewhere(model.weights, *table, index)) {
        CAPTURE(std::string(answer.system));
        CHECK(described(*table, answer) == "row " + std::to_string(index));
      }
    }
  }
}

TEST_CASE("PyTorch and TensorFlow on the CPU raise for every index outside, negative ones too") {
  for (const char* system : {"pytorch-cpu", "pytorch-cuda", "tensorflow-cpu"}) {
    CAPTURE(system);
    for (const Index index : {Index{5}, Index{6}, Index{-1}, Index{-5}, Index{-6},
                              farthest_whole_number, -farthest_whole_number}) {
      CAPTURE(index);
      CHECK(of_five_rows(system, index) == "raises");
    }
  }
}

TEST_CASE("TensorFlow on a GPU gives zeros for every index outside") {
  for (const Index index : {Index{5}, Index{6}, Index{-1}, Index{-5}, Index{-6},
                            farthest_whole_number, -farthest_whole_number}) {
    CAPTURE(index);
    CHECK(of_five_rows("tensorflow-gpu", index) == "zeros");
  }
}

TEST_CASE("JAX indexing counts negative indices from the end, then clamps to the table") {
  CHECK(of_five_rows("jax-index", 5) == "row 4");
  CHECK(of_five_rows("jax-index", 6) == "row 4");
  CHECK(of_five_rows("jax-index", -1) == "row 4");
  CHECK(of_five_rows("jax-index", -5) == "row 0");
  CHECK(of_five_rows("jax-index", -6) == "row 0");
  CHECK(of_five_rows("jax-index", farthest_whole_number) == "row 4");
  CHECK(of_five_rows("jax-index", -farthest_whole_number) == "row 0");
}

TEST_CASE("jnp.take counts negative indices from the end and fills NaN beyond") {
  CHECK(of_five_rows("jax-take", 5) == "nan");
  CHECK(of_five_rows("jax-take", 6) == "nan");
  CHECK(of_five_rows("jax-take", -1) == "row 4");
  CHECK(of_five_rows("jax-take", -5) == "row 0");
  CHECK(of_five_rows("jax-take", -6) == "nan");
  CHECK(of_five_rows("jax-take", farthest_whole_number) == "nan");
  CHECK(of_five_rows("jax-take", -farthest_whole_number) == "nan");
}

TEST_CASE("NumPy counts negative indices from the end and raises beyond") {
  CHECK(of_five_rows("numpy", 5) == "raises");
  CHECK(of_five_rows("numpy", 6) == "raises");
  CHECK(of_five_rows("numpy", -1) == "row 4");
  CHECK(of_five_rows("numpy", -5) == "row 0");
  CHECK(of_five_rows("numpy", -6) == "raises");
  CHECK(of_five_rows("numpy", farthest_whole_number) == "raises");
  CHECK(of_five_rows("numpy", -farthest_whole_number) == "raises");
}

TEST_CASE("a typed array has nothing outside: undefined, which is NaN in a sum") {
  for (const Index index : {Index{5}, Index{6}, Index{-1}, Index{-5}, Index{-6},
                            farthest_whole_number, -farthest_whole_number}) {
    CAPTURE(index);
    CHECK(of_five_rows("typed-array", index) == "nan");
  }
}

TEST_CASE("a C array reads on into the next tensor, and outside the memory nothing is known") {
  // Five rows of wte, eight rows of wpe, and no more.
  CHECK(of_five_rows("c-array", 5) == "memory wpe.weight[0]");
  CHECK(of_five_rows("c-array", 6) == "memory wpe.weight[4]");
  CHECK(of_five_rows("c-array", 12) == "memory wpe.weight[28]");
  CHECK(of_five_rows("c-array", 13) == "outside");
  CHECK(of_five_rows("c-array", -1) == "outside");
  CHECK(of_five_rows("c-array", -5) == "outside");
  CHECK(of_five_rows("c-array", -6) == "outside");
  CHECK(of_five_rows("c-array", farthest_whole_number) == "outside");
  CHECK(of_five_rows("c-array", -farthest_whole_number) == "outside");
}

TEST_CASE("in C the teaching model's sixth word is its first position") {
  const Model model = tinygpt::teaching_model();
  const Tensor& wte = model.weights.wte();
  const Tensor& wpe = model.weights.wpe();

  const ElsewhereAnswer sixth_word = c_array(model, wte, 5);
  CHECK(described(wte, sixth_word) == "memory wpe.weight[0]");
  CHECK(difference(sixth_word.values, row_values(wpe, 0)) == "");

  const ElsewhereAnswer ninth_position = c_array(model, wpe, 8);
  CHECK(described(wpe, ninth_position) == "memory h.0.ln_1.weight[0]");
  CHECK(difference(ninth_position.values, row_values(model.weights.tensors()[2], 0)) == "");

  const ElsewhereAnswer position_before_the_first = c_array(model, wpe, -1);
  CHECK(described(wpe, position_before_the_first) == "memory wte.weight[16]");
  CHECK(difference(position_before_the_first.values, row_values(wte, 4)) == "");

  CHECK(described(wte, c_array(model, wte, -1)) == "outside");
}

TEST_CASE("in C the last row of the memory is the last tensor's, and the next is outside") {
  const Model model = tinygpt::teaching_model();
  const Tensor& wte = model.weights.wte();
  std::size_t total = 0;
  for (const Tensor& tensor : model.weights.tensors()) total += tensor.element_count();
  REQUIRE(total % 4 == 0);
  const auto rows_in_memory = static_cast<Index>(total / 4);
  CHECK(described(wte, c_array(model, wte, rows_in_memory - 1)) == "memory ln_f.bias[0]");
  CHECK(described(wte, c_array(model, wte, rows_in_memory)) == "outside");
}

TEST_CASE("in C a row may lie across two tensors") {
  // The second tensor behind the tables is only half a row long.
  const Weights weights({
      Tensor({"wte.weight", {1, 2}}, std::vector<float>{1, 2}),
      Tensor({"wpe.weight", {1, 2}}, std::vector<float>{3, 4}),
      Tensor({"short", {1}}, std::vector<float>{5}),
      Tensor({"next", {2}}, std::vector<float>{6, 7}),
  });
  for (const ElsewhereAnswer& answer : answers_elsewhere(weights, weights.wte(), 2)) {
    if (answer.system != "c-array") continue;
    CHECK(described(weights.wte(), answer) == "memory short[0]");
    CHECK(difference(answer.values, std::vector<float>{5, 6}) == "");
  }
  // Element 7 would be the second of row 3.
  CHECK(answer_of("c-array", weights, weights.wte(), 3) == "outside");
}

TEST_CASE("at GPT-2 small's scale the id after the last is position 0 in C") {
  const Model model = tinygpt::gpt2_small_model();
  const Tensor& wte = model.weights.wte();
  const Tensor& wpe = model.weights.wpe();
  const ElsewhereAnswer answer = c_array(model, wte, 50257);
  CHECK(described(wte, answer) == "memory wpe.weight[0]");
  CHECK(difference(answer.values, row_values(wpe, 0)) == "");
  CHECK(described(wte, c_array(model, wte, 51281)) == "memory h.0.ln_1.weight[0]");
  CHECK(described(wpe, c_array(model, wpe, -1)) ==
        "memory wte.weight[" + std::to_string(50256 * 768) + "]");
  CHECK(answer_of("jax-index", model.weights, wpe, 1024) == "row 1023");
}

TEST_CASE("the very ends of 64 bits are answered without overflow") {
  for (const Index index : {std::numeric_limits<Index>::min(), std::numeric_limits<Index>::max()}) {
    CAPTURE(index);
    CHECK(of_five_rows("pytorch-cpu", index) == "raises");
    CHECK(of_five_rows("numpy", index) == "raises");
    CHECK(of_five_rows("jax-take", index) == "nan");
    CHECK(of_five_rows("jax-index", index) == (index < 0 ? "row 0" : "row 4"));
    CHECK(of_five_rows("c-array", index) == "outside");
  }
}
