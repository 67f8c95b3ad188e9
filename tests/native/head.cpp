#include "tinygpt/head.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "matrix_of.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/forward.hpp"

using tinygpt::ArgumentError;
using tinygpt::columns;
using tinygpt::elements;
using tinygpt::head_projections;
using tinygpt::head_scores;
using tinygpt::HeadBias;
using tinygpt::HeadProjections;
using tinygpt::Index;
using tinygpt::Matrix;
using tinygpt::Model;
using tinygpt::rows;
using tinygpt::tests::difference;
using tinygpt::tests::matrix_of;
using tinygpt::tests::thrown;

namespace {

/// Both within 1e-6: float32 kernels sum in another order.
bool close(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(std::abs(a[i] - b[i]) <= 1e-6F)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("q, k and v of a head are its columns of c_attn: what the forward pass has of ln_1") {
  const Model model = tinygpt::teaching_model();
  const std::vector<Index> ids{0, 1, 2};
  tinygpt::KvCache cache(model.config, 8);
  tinygpt::Workspace workspace;
  tinygpt::Trace trace(std::vector<std::string>{"ln_1", "q", "k", "v"}, model.config);
  tinygpt::forward(load_weights(model.config, model.weights), cache, workspace, {.ids = ids},
                   tinygpt::LogitsOf::last, &trace);
  const Matrix normed = matrix_of(3, 4, trace.find("h.0.ln_1")->values);
  for (std::size_t head = 0; head < 2; ++head) {
    CAPTURE(head);
    const std::string number = std::to_string(head);
    const HeadProjections with =
        head_projections(model, normed, {.layer = 0, .head = head}, HeadBias::added);
    CHECK(close(elements(with.q), trace.find("h.0.q." + number)->values));
    CHECK(close(elements(with.k), trace.find("h.0.k." + number)->values));
    CHECK(close(elements(with.v), trace.find("h.0.v." + number)->values));
    const HeadProjections without =
        head_projections(model, normed, {.layer = 0, .head = head}, HeadBias::left_out);
    CHECK_FALSE(close(elements(without.q), elements(with.q)));
  }
}

TEST_CASE("without the bias a row of zeros projects to zeros") {
  const Model model = tinygpt::teaching_model();
  const Matrix zeros = matrix_of(1, 4, {0, 0, 0, 0});
  const auto projected = head_projections(model, zeros, {}, HeadBias::left_out);
  CHECK(difference(elements(projected.q), std::vector<float>{0, 0}) == "");
  CHECK(difference(elements(projected.v), std::vector<float>{0, 0}) == "");
}

TEST_CASE("scores are products over the root of the width: by hand") {
  const Matrix q = matrix_of(2, 4, {1, 0, 0, 0, 1, 2, 3, 4});
  const Matrix k = matrix_of(3, 4, {2, 0, 0, 0, 0, 2, 0, 0, 1, 1, 1, 1});
  const Matrix scores = head_scores(q, k);
  CHECK(rows(scores) == 2);
  CHECK(columns(scores) == 3);
  CHECK(difference(elements(scores), std::vector<float>{1, 0, 0.5F, 1, 2, 5}) == "");
}

TEST_CASE("layers, heads and rows that the model does not have are refused by name") {
  const Model model = tinygpt::teaching_model();
  const auto argument = [&](const Matrix& of, std::size_t layer, std::size_t head) {
    return thrown<ArgumentError>([&] {
             head_projections(model, of, {.layer = layer, .head = head}, HeadBias::added);
           })
        .argument();
  };
  const Matrix one = matrix_of(1, 4, {0, 0, 0, 0});
  CHECK(argument(one, 1, 0) == "layer");
  CHECK(argument(one, 0, 2) == "head");
  CHECK(argument(matrix_of(1, 3, {0, 0, 0}), 0, 0) == "rows");
  CHECK(argument(Matrix::from_shape({1025, 4}), 0, 0) == "rows");
  CHECK(thrown<ArgumentError>([&] {
          head_scores(one, matrix_of(1, 3, {0, 0, 0}));
        }).argument() == "k");
  CHECK(thrown<ArgumentError>([&] {
          head_scores(Matrix::from_shape({1025, 4}), one);
        }).argument() == "q");
}
