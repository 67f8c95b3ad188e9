#include "tinygpt/embedding.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "fixture.hpp"
#include "json_file.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/model.hpp"

using tinygpt::ArgumentError;
using tinygpt::elements;
using tinygpt::embed;
using tinygpt::Embedding;
using tinygpt::EmbeddingStage;
using tinygpt::Index;
using tinygpt::IndexError;
using tinygpt::Matrix;
using tinygpt::Model;
using tinygpt::row;
using tinygpt::Tensor;
using tinygpt::Weights;
using tinygpt::tests::difference;
using tinygpt::tests::fixture_model;
using tinygpt::tests::fixture_wpe;
using tinygpt::tests::fixture_wte;
using tinygpt::tests::float32_elements;
using tinygpt::tests::index_elements;
using tinygpt::tests::Json;
using tinygpt::tests::read_teaching_preset;
using tinygpt::tests::read_test_data;
using tinygpt::tests::shown;
using tinygpt::tests::thrown;

using Ids = std::vector<Index>;

namespace {

/// The ids 0, 1, ..., vocab_size - 1, 0, 1, ...
Ids cycling_ids(std::size_t length, std::size_t vocab_size) {
  Ids ids(length);
  for (std::size_t t = 0; t < length; ++t) ids[t] = static_cast<Index>(t % vocab_size);
  return ids;
}

void check_fixture_embedding(const Embedding& embedding, std::size_t n_embd) {
  REQUIRE(tinygpt::columns(embedding.x0) == n_embd);
  for (std::size_t t = 0; t < embedding.ids.size(); ++t) {
    for (std::size_t c = 0; c < n_embd; ++c) {
      const float wte = fixture_wte(static_cast<std::size_t>(embedding.ids[t]), c);
      const float wpe = fixture_wpe(static_cast<std::size_t>(embedding.position_ids[t]));
      INFO("t ", t, ", c ", c);
      REQUIRE(embedding.wte(t, c) == wte);
      REQUIRE(embedding.wpe(t, c) == wpe);
      REQUIRE(embedding.x0(t, c) == wte + wpe);
    }
  }
}

std::span<const float> first8(const Matrix& matrix, std::size_t t) {
  return row(matrix, t).first(8);
}

}  // namespace

TEST_CASE("x0 is the word's row plus the position's row") {
  const Embedding embedding = embed(fixture_model().weights, Ids{2, 0});
  CHECK(shown(embedding.ids) == "2 0");
  CHECK(shown(embedding.position_ids) == "0 1");
  CHECK(difference(elements(embedding.x0), std::vector<float>{18, 18.25F, 18.5F, 18.75F,  //
                                                              32, 32.25F, 32.5F, 32.75F}) == "");
  check_fixture_embedding(embedding, 4);
}

TEST_CASE("widths that are no multiple of four, and every length from none to n_positions") {
  for (const std::size_t n_embd : {1U, 2U, 3U, 4U, 5U, 7U, 769U}) {
    const Model model = fixture_model(5, 8, n_embd);
    for (std::size_t length = 0; length <= 8; ++length) {
      INFO("n_embd ", n_embd, ", length ", length);
      const Embedding embedding = embed(model.weights, cycling_ids(length, 5));
      CHECK(tinygpt::rows(embedding.x0) == length);
      CHECK(embedding.position_ids.size() == length);
      check_fixture_embedding(embedding, n_embd);
    }
  }
}

TEST_CASE("the smallest model of all: one word, one position, one dimension") {
  const Model model = fixture_model(1, 1, 1);
  CHECK(embed(model.weights, Ids{0}).x0(0, 0) == 16);
  CHECK_THROWS_AS(embed(model.weights, Ids{0, 0}), IndexError);
  CHECK_THROWS_AS(embed(model.weights, Ids{1}), IndexError);
}

TEST_CASE("decoding continues where the cache ends") {
  const Model model = fixture_model();
  const Embedding embedding = embed(model.weights, Ids{3}, 2);
  CHECK(shown(embedding.position_ids) == "2");
  CHECK(difference(elements(embedding.x0), std::vector<float>{51, 51.25F, 51.5F, 51.75F}) == "");
}

TEST_CASE("decoding one by one gives the rows of one prefill") {
  const Model model = fixture_model();
  const Ids ids{0, 1, 2, 3, 4, 0, 1, 2};
  const Embedding whole = embed(model.weights, ids);
  for (std::size_t t = 0; t < ids.size(); ++t) {
    const Embedding step = embed(model.weights, Ids{ids[t]}, static_cast<Index>(t));
    CHECK(difference(elements(step.x0), row(whole.x0, t)) == "");
  }
}

TEST_CASE(
    "a past length that leaves no room for the ids is an error of wpe at the first bad place") {
  const auto error = thrown<IndexError>([] { embed(fixture_model().weights, Ids{0, 1, 2, 3}, 6); });
  CHECK(error.table() == "wpe");
  CHECK(error.index() == 8);
  CHECK(error.size() == 8);
  CHECK(error.at() == 2);
}

TEST_CASE("a past length that is no length is refused by name") {
  const Model model = fixture_model();
  for (const Index past : {Index{-1}, Index{1} << 31U, Index{1} << 53U}) {
    CAPTURE(past);
    CHECK(thrown<ArgumentError>([&] { embed(model.weights, Ids{0}, past); }).argument() ==
          "pastLength");
  }
}

TEST_CASE("position ids may repeat, jump and go back") {
  const Embedding embedding = embed(fixture_model().weights, Ids{1, 1, 1}, Ids{7, 0, 7});
  check_fixture_embedding(embedding, 4);
  CHECK(difference(row(embedding.x0, 0), row(embedding.x0, 2)) == "");
  CHECK(difference(row(embedding.x0, 0), row(embedding.x0, 1)) != "");
}

TEST_CASE("ids and position ids of different lengths are refused, naming both with their counts") {
  const Model model = fixture_model();
  const auto error = thrown<ArgumentError>([&] { embed(model.weights, Ids{0}, Ids{0, 1, 2}); });
  CHECK(error.argument() == "positionIds");
  const std::string sentence = error.what();
  CHECK(sentence.find("ids has 1") != std::string::npos);
  CHECK(sentence.find("has 3") != std::string::npos);
  CHECK_THROWS_AS(embed(model.weights, Ids{0, 1}, Ids{}), ArgumentError);
  CHECK_THROWS_AS(embed(model.weights, Ids{}, Ids{0}), ArgumentError);
}

TEST_CASE("a bad id is reported before a bad position, and a wrong length before both") {
  const Model model = fixture_model();
  CHECK(thrown<IndexError>([&] { embed(model.weights, Ids{0, 5}, Ids{8, 0}); }).table() == "wte");
  CHECK(thrown<IndexError>([&] { embed(model.weights, Ids{0, 4}, Ids{0, 8}); }).table() == "wpe");
  CHECK_THROWS_AS(embed(model.weights, Ids{5}, Ids{8, 8}), ArgumentError);
}

TEST_CASE("a bad position is found before anything is allocated") {
  // Rows wider than any memory: an embedding that began to allocate would end with bad_alloc.
  const std::size_t boundless = std::size_t{1} << 50U;
  const Weights weights({Tensor({"wte.weight", {2, boundless}}, tinygpt::SyntheticTensor{}),
                         Tensor({"wpe.weight", {2, boundless}}, tinygpt::SyntheticTensor{})});
  CHECK_THROWS_AS(embed(weights, Ids{0, 1}, Ids{0, 2}), IndexError);
  CHECK_THROWS_AS(embed(weights, Ids{0, 1}, 1), IndexError);
}

TEST_CASE("after an error the same call gives the bytes that a fresh model gives") {
  const Model model = fixture_model();
  const Embedding before = embed(model.weights, Ids{2, 0});
  CHECK_THROWS_AS(embed(model.weights, cycling_ids(9, 5)), IndexError);
  CHECK_THROWS_AS(embed(model.weights, Ids{-1}), IndexError);
  const Embedding after = embed(model.weights, Ids{2, 0});
  const Embedding fresh = embed(fixture_model().weights, Ids{2, 0});
  CHECK(difference(elements(after.x0), elements(before.x0)) == "");
  CHECK(difference(elements(after.x0), elements(fresh.x0)) == "");
}

TEST_CASE("every word of the teaching model at every position has the sum that its file shows") {
  const Json weights = read_teaching_preset()["weights"];
  const Model model = tinygpt::teaching_model();
  for (Index id = 0; id < 5; ++id) {
    const Embedding embedding =
        embed(model.weights, Ids(8, id), std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7});
    for (std::size_t position = 0; position < 8; ++position) {
      for (std::size_t c = 0; c < 4; ++c) {
        INFO("id ", id, ", position ", position, ", column ", c);
        const auto wte = weights["wte.weight"][static_cast<std::size_t>(id)][c].get<double>();
        const auto wpe = weights["wpe.weight"][position][c].get<double>();
        // The float32 sum exactly, and the sum done in the head to one decimal.
        CHECK(embedding.x0(position, c) == static_cast<float>(wte) + static_cast<float>(wpe));
        CHECK(std::abs(embedding.x0(position, c) - std::round((wte + wpe) * 10) / 10) < 1e-6);
      }
    }
  }
}

TEST_CASE("GPT-2 small's golden embeddings are reproduced bit for bit, with their row sums") {
  const Model model = tinygpt::gpt2_small_model();
  const Json golden = read_test_data("gpt2-small-synthetic.json");
  REQUIRE(golden["cases"].size() == 3);
  for (const Json& example : golden["cases"]) {
    CAPTURE(example["note"].get<std::string>());
    const Embedding embedding = embed(model.weights, index_elements(example["ids"]),
                                      index_elements(example["position_ids"]));
    for (std::size_t t = 0; t < embedding.ids.size(); ++t) {
      CHECK(difference(first8(embedding.wte, t), float32_elements(example["wte_first8"][t])) == "");
      CHECK(difference(first8(embedding.wpe, t), float32_elements(example["wpe_first8"][t])) == "");
      CHECK(difference(first8(embedding.x0, t), float32_elements(example["x0_first8"][t])) == "");
      // Sums of 768 such float32 values are exact in float64, so their order does not matter.
      const auto x0 = row(embedding.x0, t);
      CHECK(std::accumulate(x0.begin(), x0.end(), 0.0) ==
            example["x0_row_sums_float64"][t].get<double>());
    }
  }
}

TEST_CASE("GPT-2 small takes 1024 ids, and the 1025th points past wpe") {
  const Model model = tinygpt::gpt2_small_model();
  CHECK(tinygpt::rows(embed(model.weights, cycling_ids(1024, 50257)).x0) == 1024);
  const auto error = thrown<IndexError>([&] { embed(model.weights, cycling_ids(1025, 50257)); });
  CHECK(error.table() == "wpe");
  CHECK(error.index() == 1024);
  CHECK(error.size() == 1024);
  CHECK(error.at() == 1024);
}

TEST_CASE(
    "a stage has the X0 of embed, whatever it held before: longer, shorter, none, another width") {
  EmbeddingStage stage;
  CHECK(stage.x0().empty());
  for (const std::size_t n_embd : {4U, 7U, 3U}) {
    const Model model = fixture_model(5, 8, n_embd);
    for (const std::size_t length : {8U, 3U, 0U, 5U, 1U}) {
      INFO("n_embd ", n_embd, ", length ", length);
      const Embedding expected = embed(model.weights, cycling_ids(length, 5));
      stage.embed(model.weights, cycling_ids(length, 5));
      CHECK(difference(stage.x0(), elements(expected.x0)) == "");
      CHECK(shown(stage.ids()) == shown(expected.ids));
      CHECK(shown(stage.position_ids()) == shown(expected.position_ids));
    }
  }
  const Model small = tinygpt::gpt2_small_model();  // rows made by rule
  stage.embed(small.weights, Ids{15496, 995}, Ids{1023, 0});
  CHECK(difference(stage.x0(), elements(embed(small.weights, Ids{15496, 995}, Ids{1023, 0}).x0)) ==
        "");
}

TEST_CASE("a stage writes into the memory that it has") {
  const Model model = fixture_model();
  EmbeddingStage stage;
  stage.embed(model.weights, cycling_ids(8, 5));
  const float* const memory = stage.x0().data();
  for (const std::size_t length : {1U, 8U, 4U}) {
    stage.embed(model.weights, cycling_ids(length, 5));
    CHECK(stage.x0().data() == memory);
  }
}

TEST_CASE("after an error a stage holds what it held before") {
  const Model model = fixture_model();
  EmbeddingStage stage;
  stage.embed(model.weights, Ids{2, 0}, 3);
  const std::vector<float> before(stage.x0().begin(), stage.x0().end());
  CHECK_THROWS_AS(stage.embed(model.weights, Ids{0, 1, 5}), IndexError);
  CHECK_THROWS_AS(stage.embed(model.weights, Ids{0, 1}, 7), IndexError);
  CHECK_THROWS_AS(stage.embed(model.weights, Ids{0}, -1), ArgumentError);
  CHECK_THROWS_AS(stage.embed(model.weights, Ids{0}, Ids{0, 1}), ArgumentError);
  CHECK(difference(stage.x0(), before) == "");
  CHECK(shown(stage.ids()) == "2 0");
  CHECK(shown(stage.position_ids()) == "3 4");
}
