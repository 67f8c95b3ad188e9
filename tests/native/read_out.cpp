#include "tinygpt/read_out.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/forward.hpp"

using tinygpt::ArgumentError;
using tinygpt::elements;
using tinygpt::Gpt2Config;
using tinygpt::Index;
using tinygpt::IndexError;
using tinygpt::Model;
using tinygpt::read_out;
using tinygpt::ReadOut;
using tinygpt::row;
using tinygpt::rows;
using tinygpt::tests::difference;
using tinygpt::tests::thrown;

namespace {

// 猫追狗 and 狗追猫: the same words in the other order.
const std::vector<Index> cat_chases_dog{0, 1, 2};
const std::vector<Index> dog_chases_cat{2, 1, 0};

float distance(std::span<const float> a, std::span<const float> b) {
  float largest = 0.0F;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// How far apart the two sentences read out, for each word of the first.
std::vector<float> distances(const tinygpt::ReadOutOptions& options) {
  const Model model = tinygpt::teaching_model();
  const ReadOut one = read_out(model, cat_chases_dog, options);
  const ReadOut other = read_out(model, dog_chases_cat, options);
  std::vector<float> all;
  for (std::size_t t = 0; t < 3; ++t) {
    all.push_back(distance(row(one.values, t), row(other.values, 2 - t)));
  }
  return all;
}

void check_against_trace(const Model& model, const std::vector<Index>& ids) {
  tinygpt::KvCache cache(model.config, ids.size());
  tinygpt::Workspace workspace;
  tinygpt::Trace trace(std::vector<std::string>{"h.0.attn_out", "h.0.weights"}, model.config);
  tinygpt::forward(load_weights(model.config, model.weights), cache, workspace, {.ids = ids},
                   tinygpt::LogitsOf::last, &trace);
  const ReadOut read = read_out(model, ids, {});
  CHECK(difference(elements(read.values), trace.find("h.0.attn_out")->values) == "");
  REQUIRE(read.weights.size() == model.config.n_head);
  for (std::size_t head = 0; head < read.weights.size(); ++head) {
    CAPTURE(head);
    CHECK(difference(elements(read.weights[head]),
                     trace.find("h.0.weights." + std::to_string(head))->values) == "");
  }
}

}  // namespace

TEST_CASE("with positions and causal mask it is the forward pass, bit for bit") {
  check_against_trace(tinygpt::teaching_model(), cat_chases_dog);
  check_against_trace(tinygpt::book_3_8_model(), {0, 11, 12, 13, 14, 1});
  const Gpt2Config config{
      .vocab_size = 50, .n_positions = 60, .n_embd = 20, .n_layer = 2, .n_head = 4};
  std::vector<Index> ids;
  for (Index i = 0; i < 45; ++i) ids.push_back(i * 7 % 50);
  check_against_trace(tinygpt::synthetic_model(config, 3, 10.0F), ids);
}

TEST_CASE("without positions and mask, each word reads out the same in either order") {
  for (const float off : distances({.positions = false, .causal = false})) CHECK(off <= 1e-6F);
}

TEST_CASE("with positions the same words read out something else") {
  for (const float off : distances({.positions = true, .causal = false})) CHECK(off > 0.01F);
}

TEST_CASE("the causal mask alone tells orders apart") {
  const std::vector<float> off = distances({.positions = false, .causal = true});
  CHECK(off[0] > 0.01F);
  CHECK(off[1] > 0.01F);
  CHECK(off[2] > 0.01F);
}

TEST_CASE("weights sum to 1 over all places, or over those up to the own one") {
  const Model model = tinygpt::teaching_model();
  for (const bool causal : {true, false}) {
    for (const auto& head : read_out(model, cat_chases_dog, {.causal = causal}).weights) {
      for (std::size_t t = 0; t < 3; ++t) {
        float sum = 0.0F;
        for (const float weight : row(head, t)) sum += weight;
        CHECK(std::abs(sum - 1.0F) < 1e-6F);
        for (std::size_t s = t + 1; s < 3; ++s) CHECK((row(head, t)[s] == 0.0F) == causal);
      }
    }
  }
}

TEST_CASE("without positions there is no last position; with them there is") {
  const Model model = tinygpt::teaching_model();
  const std::vector<Index> nine(9, 1);
  CHECK(rows(read_out(model, nine, {.positions = false}).values) == 9);
  CHECK(thrown<IndexError>([&] { read_out(model, nine, {}); }).table() == "wpe");
}

TEST_CASE("no ids read out nothing; wrong ones, and models without layers, are refused") {
  const Model model = tinygpt::teaching_model();
  CHECK(rows(read_out(model, {}, {}).values) == 0);
  CHECK(thrown<IndexError>([&] {
          read_out(model, std::vector<Index>{0, -1}, {.positions = false});
        }).at() == 1);
  CHECK(thrown<ArgumentError>([&] { read_out(model, std::vector<Index>(1025), {}); }).argument() ==
        "ids");
  CHECK(thrown<ArgumentError>([&] {
          read_out(tinygpt::model_from_tables(1, {1}, {1}), std::vector<Index>{0}, {});
        }).argument() == "model");
}
