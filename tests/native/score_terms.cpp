#include "tinygpt/score_terms.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/forward.hpp"

using tinygpt::ArgumentError;
using tinygpt::elements;
using tinygpt::Index;
using tinygpt::IndexError;
using tinygpt::Matrix;
using tinygpt::Model;
using tinygpt::prefill_position_ids;
using tinygpt::row;
using tinygpt::rows;
using tinygpt::score_terms;
using tinygpt::ScoreTerms;
using tinygpt::tests::difference;
using tinygpt::tests::thrown;

namespace {

/// <user> 2 + 3 = <assistant>, as the worked example feeds them.
const std::vector<Index> prompt{0, 11, 12, 13, 14, 1};

std::vector<float> traced_scores(const Model& model, const std::vector<Index>& ids,
                                 std::size_t head) {
  tinygpt::KvCache cache(model.config, 8);
  tinygpt::Workspace workspace;
  const std::string name = "h.0.scores." + std::to_string(head);
  tinygpt::Trace trace(std::vector<std::string>{name}, model.config);
  tinygpt::forward(load_weights(model.config, model.weights), cache, workspace, {.ids = ids},
                   tinygpt::LogitsOf::last, &trace);
  return trace.find(name)->values;
}

}  // namespace

TEST_CASE("in the worked example, without norms and biases, the sum is the model's own score") {
  const Model model = tinygpt::book_3_8_model();
  std::size_t compared = 0;
  for (std::size_t head = 0; head < 2; ++head) {
    const std::vector<float> own = traced_scores(model, prompt, head);
    const ScoreTerms terms =
        score_terms(model, prompt, prefill_position_ids(6), {.layer = 0, .head = head});
    REQUIRE(own.size() == 36);
    for (std::size_t m = 0; m < 6; ++m) {
      for (std::size_t n = 0; n < 6; ++n) {
        CAPTURE(m);
        CAPTURE(n);
        if (std::isinf(own[m * 6 + n])) {
          CHECK(n > m);
          continue;
        }
        CHECK(std::abs(row(terms.score, m)[n] - own[m * 6 + n]) <= 1e-6F);
        ++compared;
      }
    }
  }
  CHECK(compared == 2 * 21);
}

TEST_CASE("the four terms add up, and each needs what it is named after") {
  const Model model = tinygpt::teaching_model();
  const std::vector<Index> ids{0, 1, 2};
  const ScoreTerms here = score_terms(model, ids, prefill_position_ids(3), {});
  for (std::size_t i = 0; i < 9; ++i) {
    const double sum = static_cast<double>(elements(here.content_content)[i]) +
                       static_cast<double>(elements(here.content_position)[i]) +
                       static_cast<double>(elements(here.position_content)[i]) +
                       static_cast<double>(elements(here.position_position)[i]);
    CHECK(elements(here.score)[i] == static_cast<float>(sum));
  }
  const auto same = [](const Matrix& a, const Matrix& b) {
    return difference(elements(a), elements(b)).empty();
  };
  const ScoreTerms shifted = score_terms(model, ids, tinygpt::decode_position_ids(3, 4), {});
  CHECK(same(shifted.content_content, here.content_content));
  CHECK_FALSE(same(shifted.content_position, here.content_position));
  CHECK_FALSE(same(shifted.position_content, here.position_content));
  CHECK_FALSE(same(shifted.position_position, here.position_position));
  const ScoreTerms others =
      score_terms(model, std::vector<Index>{3, 1, 2}, prefill_position_ids(3), {});
  CHECK(same(others.position_position, here.position_position));
  CHECK_FALSE(same(others.content_content, here.content_content));
}

TEST_CASE("the place that asks is the row: content-position and position-content differ so") {
  const Model model = tinygpt::book_3_8_model();
  const std::vector<Index> ids{11, 12};
  // Row 0 of wpe is zeros, so whatever takes its position from place 0 is 0.
  const ScoreTerms terms = score_terms(model, ids, prefill_position_ids(2), {});
  CHECK(row(terms.position_content, 0)[1] == 0.0F);
  CHECK(row(terms.content_position, 1)[0] == 0.0F);
  CHECK(row(terms.position_content, 1)[0] != 0.0F);
  CHECK(row(terms.content_position, 0)[1] != 0.0F);
}

TEST_CASE("scores of GPT-2 small's shape need no weights in memory") {
  const Model model = tinygpt::gpt2_small_model();
  const ScoreTerms terms = score_terms(model, std::vector<Index>{15496, 995},
                                       prefill_position_ids(2), {.layer = 11, .head = 11});
  CHECK(rows(terms.score) == 2);
}

TEST_CASE("wrong indices, lengths, layers and heads are refused") {
  const Model model = tinygpt::teaching_model();
  const std::vector<Index> ids{0, 1};
  CHECK(thrown<IndexError>([&] {
          score_terms(model, std::vector<Index>{0, 5}, prefill_position_ids(2), {});
        }).table() == "wte");
  CHECK(thrown<IndexError>([&] {
          score_terms(model, ids, tinygpt::decode_position_ids(2, 7), {});
        }).index() == 8);
  CHECK(thrown<ArgumentError>([&] {
          score_terms(model, ids, prefill_position_ids(3), {});
        }).argument() == "positionIds");
  CHECK(thrown<ArgumentError>([&] {
          score_terms(model, ids, prefill_position_ids(2), {.layer = 1, .head = 0});
        }).argument() == "layer");
  CHECK(thrown<ArgumentError>([&] {
          score_terms(model, std::vector<Index>(1025), std::vector<Index>(1025), {});
        }).argument() == "ids");
}
