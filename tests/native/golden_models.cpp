/// The whole model against numbers from outside: the book's worked example, the teaching model,
/// PyTorch's activations of a trained one, and GPT-2 small's shape.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "json_file.hpp"
#include "safetensors_file.hpp"
#include "tinygpt/forward.hpp"
#include "tinygpt/model.hpp"
#include "tinygpt/softmax.hpp"

using tinygpt::forward;
using tinygpt::Index;
using tinygpt::KvCache;
using tinygpt::load_weights;
using tinygpt::LoadedWeights;
using tinygpt::LogitsOf;
using tinygpt::Model;
using tinygpt::Trace;
using tinygpt::Workspace;
using tinygpt::tests::index_elements;
using tinygpt::tests::Json;
using tinygpt::tests::read_test_data;

namespace {

std::vector<double> elements(const Json& array) {
  std::vector<double> all;
  for (const Json& item : array) {
    if (item.is_array()) {
      const std::vector<double> inner = elements(item);
      all.insert(all.end(), inner.begin(), inner.end());
    } else {
      all.push_back(item.get<double>());
    }
  }
  return all;
}

/// The largest distance between two arrays; infinite where their lengths differ.
double distance(std::span<const float> actual, const Json& expected) {
  const std::vector<double> golden = elements(expected);
  if (actual.size() != golden.size()) return INFINITY;
  double largest = 0.0;
  for (std::size_t i = 0; i < golden.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(actual[i]) - golden[i]));
  }
  return largest;
}

std::span<const float> traced(const Trace& trace, const std::string& name) {
  const tinygpt::TraceRecord* record = trace.find(name);
  if (record == nullptr) return {};
  return record->values;
}

std::vector<float> probabilities_of(std::span<const float> logits) {
  std::vector<float> probabilities(logits.begin(), logits.end());
  tinygpt::softmax(probabilities);
  return probabilities;
}

std::size_t best(std::span<const float> logits) {
  return static_cast<std::size_t>(std::ranges::max_element(logits) - logits.begin());
}

/// Equal when written with three decimals, as the book prints them.
void check_printed(std::span<const float> actual, const Json& printed) {
  REQUIRE(actual.size() == printed.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    CHECK(std::lround(actual[i] * 1000.0F) == std::lround(printed[i].get<double>() * 1000.0));
  }
}

}  // namespace

TEST_CASE("the book's worked example: every intermediate of three rounds, and its answer") {
  constexpr double tolerance = 2e-6;
  const Json book = read_test_data("book-3.8.json");
  const Json& printed = book["printed_three_decimals"];
  const Model model = tinygpt::book_3_8_model();
  const LoadedWeights weights = load_weights(model.config, model.weights);
  KvCache cache(model.config, 8);
  Workspace workspace;
  const std::vector<std::string> names{"x0",      "q",       "k",        "v",
                                       "weights", "context", "attn_out", "residual",
                                       "mlp",     "block",   "logits",   "probabilities"};
  std::size_t round_number = 0;
  for (const Json& round : book["rounds"]) {
    CAPTURE(round_number);
    const std::vector<Index> ids = index_elements(round["ids"]);
    const std::vector<Index> positions = index_elements(round["position_ids"]);
    CHECK(positions.front() == static_cast<Index>(cache.length()));
    Trace trace(names, model.config);
    const auto logits = forward(weights, cache, workspace, {.ids = ids}, LogitsOf::last, &trace);

    CHECK(distance(traced(trace, "x0"), round["x0"]) <= tolerance);
    for (std::size_t head = 0; head < 2; ++head) {
      CAPTURE(head);
      const Json& golden = round["heads"][head];
      for (const std::string name : {"q", "k", "v", "weights", "context"}) {
        CAPTURE(name);
        std::string number(1, '.');
        number.append(std::to_string(head));
        const auto values = traced(trace, std::string("h.0.").append(name).append(number));
        // The book's later rounds list all keys and values; the pass makes the new ones.
        const std::vector<double> all = elements(golden[name]);
        const std::size_t skipped = all.size() > values.size() ? all.size() - values.size() : 0;
        REQUIRE(!values.empty());
        CHECK(distance(values,
                       Json(std::vector<double>(all.begin() + static_cast<std::ptrdiff_t>(skipped),
                                                all.end()))) <= tolerance);
      }
    }
    CHECK(distance(traced(trace, "h.0.attn_out"), round["attention_out"]) <= tolerance);
    CHECK(distance(traced(trace, "h.0.residual"), round["residual"]) <= tolerance);
    CHECK(distance(traced(trace, "h.0.mlp"), round["mlp"]) <= tolerance);
    CHECK(distance(traced(trace, "h.0.block"), round["x1"]) <= tolerance);
    CHECK(distance(logits, round["logits_last"]) <= tolerance);
    CHECK(distance(traced(trace, "probabilities"), round["probs_last"]) <= tolerance);

    const std::string position = std::to_string(6 + round_number);  // the book counts from 1
    check_printed(traced(trace, "h.0.block").last(4), printed["x" + position]);
    check_printed(logits, printed["z" + position]);
    check_printed(traced(trace, "probabilities"), printed["probs" + position]);
    if (round_number == 0) {
      check_printed(traced(trace, "h.0.context.0").last(2), printed["position6_head1_context"]);
      check_printed(traced(trace, "h.0.weights.1").last(6), printed["position6_head2_weights"]);
      check_printed(traced(trace, "h.0.context.1").last(2), printed["position6_head2_context"]);
    }
    const Index chosen = model.logit_ids[best(logits)];
    CHECK(model.vocabulary[static_cast<std::size_t>(chosen)] == round["chosen"].get<std::string>());
    CHECK(round["chosen"] == book["answer"][round_number]);
    ++round_number;
  }
  CHECK(round_number == 3);
}

TEST_CASE("the teaching model completes its sentences") {
  const Json checks = tinygpt::tests::read_teaching_preset()["checks"];
  const Model model = tinygpt::teaching_model();
  const LoadedWeights weights = load_weights(model.config, model.weights);
  KvCache cache(model.config, 8);
  Workspace workspace;
  for (const Json& completion : checks["completions"]) {
    cache.reset();
    const std::vector<Index> ids = index_elements(completion["ids"]);
    const auto logits = forward(weights, cache, workspace, {.ids = ids});
    CHECK(distance(probabilities_of(logits), completion["probabilities"]) <= 1e-5);
    CHECK(best(logits) == completion["next"].get<std::size_t>());
  }
}

TEST_CASE("the teaching model with its second word at a wrong position: no error, another word") {
  const Json checks = tinygpt::tests::read_teaching_preset()["checks"];
  const Model model = tinygpt::teaching_model();
  const LoadedWeights weights = load_weights(model.config, model.weights);
  KvCache cache(model.config, 8);
  Workspace workspace;
  for (const Index position : {2, 0}) {
    const std::string key = "second_word_at_position_" + std::to_string(position) + "_instead_of_1";
    CAPTURE(key);
    REQUIRE(!checks[key].empty());
    for (const Json& check : checks[key]) {
      cache.reset();
      const std::vector<Index> ids = index_elements(check["ids"]);
      const std::vector<Index> positions{0, position};
      const auto logits =
          forward(weights, cache, workspace, {.ids = ids, .position_ids = positions});
      CHECK(best(logits) == check["chosen"].get<std::size_t>());
    }
  }
}

TEST_CASE("a trained model: PyTorch's activations at every stage") {
  constexpr double tolerance = 1e-5;
  const Json golden_file = read_test_data("nano-sort/activations.json");
  const Model model = tinygpt::tests::read_safetensors_model("nano-sort");
  const LoadedWeights weights = load_weights(model.config, model.weights);
  Workspace workspace;
  for (const Json& golden : golden_file["cases"]) {
    KvCache cache(model.config, model.config.n_positions);
    const std::vector<Index> ids = index_elements(golden["ids"]);
    const std::vector<std::string> names{
        "x0",  "ln_1",  "q",    "k",      "v",        "weights",      "attn_out",
        "mlp", "block", "ln_f", "logits", "residual", "probabilities"};
    Trace trace(names, model.config);
    const auto logits = forward(weights, cache, workspace, {.ids = ids}, LogitsOf::all, &trace);

    CHECK(distance(traced(trace, "x0"), golden["x"]) <= tolerance);
    CHECK(distance(traced(trace, "h.0.ln_1"), golden["ln1"]) <= tolerance);
    CHECK(distance(traced(trace, "h.0.residual"), golden["attnResid"]) <= tolerance);
    CHECK(distance(traced(trace, "h.0.mlp"), golden["mlp"]) <= tolerance);
    for (const std::size_t layer : {0U, 1U, 2U}) {
      CAPTURE(layer);
      const std::string number = std::to_string(layer);
      CHECK(distance(traced(trace, "h." + number + ".block"), golden["block" + number]) <=
            tolerance);
    }
    const std::size_t head_size = model.config.n_embd / model.config.n_head;
    for (std::size_t head = 0; head < model.config.n_head; ++head) {
      CAPTURE(head);
      std::string number(1, '.');
      number.append(std::to_string(head));
      CHECK(distance(traced(trace, "h.0.weights" + number), golden["attSm"][head]) <= tolerance);
      std::size_t column = head * head_size;
      for (const std::string name : {"h.0.q", "h.0.k", "h.0.v"}) {
        Json expected;
        for (const Json& row : golden["qkv"]) {
          for (std::size_t c = 0; c < head_size; ++c) expected.push_back(row[column + c]);
        }
        CHECK(distance(traced(trace, name + number), expected) <= tolerance);
        column += model.config.n_embd;
      }
    }
    CHECK(distance(traced(trace, "ln_f"), golden["ln_f"]) <= tolerance);
    CHECK(distance(logits, golden["lm_head"]) <= 1e-4);
    CHECK(distance(traced(trace, "probabilities"), golden["probs"]) <= tolerance);
  }
}

#ifndef TINYGPT_SLOW_BUILD
TEST_CASE(
    "GPT-2 small's shape: logits of the float64 oracle, the same ten best in the same order") {
  const Json golden_file = read_test_data("gpt2-small-synthetic.json");
  const double tolerance = golden_file["tolerance_logits"].get<double>();
  const Model model = tinygpt::gpt2_small_model();
  const LoadedWeights weights = load_weights(model.config, model.weights);
  Workspace workspace;
  double largest = 0.0;
  for (const Json& golden : golden_file["cases"]) {
    KvCache cache(model.config, 16);
    const std::vector<Index> ids = index_elements(golden["ids"]);
    const std::vector<Index> positions = index_elements(golden["position_ids"]);
    Trace trace(std::vector<std::string>{"ln_f"}, model.config);
    const auto logits = forward(weights, cache, workspace, {.ids = ids, .position_ids = positions},
                                LogitsOf::last, &trace);
    const auto off = [&](std::size_t id, const Json& expected) {
      largest = std::max(largest, std::abs(logits[id] - expected.get<double>()));
    };
    for (const auto& [id, expected] : golden["logits_last_at"].items()) {
      off(std::stoul(id), expected);
    }
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::partial_sort(order, order.begin() + 10, std::ranges::greater{},
                              [&](std::size_t id) { return logits[id]; });
    for (std::size_t i = 0; i < 10; ++i) {
      CHECK(order[i] == golden["logits_last_top10"][i][0].get<std::size_t>());
      off(golden["logits_last_top10"][i][0].get<std::size_t>(), golden["logits_last_top10"][i][1]);
    }
    CHECK(distance(traced(trace, "ln_f").first(8), golden["hidden_last_first8"]) <= tolerance);
  }
  MESSAGE("the largest distance of a logit is " << largest);
  CHECK(largest <= tolerance);
}
#endif
