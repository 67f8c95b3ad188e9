#include "tinygpt/head.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

const Tensor& tensor_named(const Model& model, const std::string& name) {
  return *std::ranges::find(model.weights.tensors(), name, &Tensor::name);
}

void require_below(const char* argument, std::size_t value, std::size_t limit) {
  if (value < limit) return;
  throw ArgumentError(argument, std::to_string(value) + " is not one of the model's " +
                                    std::to_string(limit) + ", counted from 0");
}

/// rows times `width` columns of `weight` from `column` on, and the same part of `bias`.
Matrix project(const Matrix& rows_in, const Tensor& weight, const Tensor& bias, std::size_t column,
               std::size_t width, HeadBias with) {
  const std::size_t depth = columns(rows_in);
  std::vector<float> w(depth * width);
  for (std::size_t k = 0; k < depth; ++k) {
    weight.read(k * weight.columns() + column, std::span(w).subspan(k * width, width));
  }
  std::vector<float> b(width);
  if (with == HeadBias::added) bias.read(column, b);

  Matrix result = uninitialized_matrix(rows(rows_in), width);
  for (std::size_t t = 0; t < rows(rows_in); ++t) {
    const std::span<const float> x = row(rows_in, t);
    for (std::size_t j = 0; j < width; ++j) {
      auto sum = static_cast<double>(b[j]);
      for (std::size_t k = 0; k < depth; ++k) {
        sum += static_cast<double>(x[k]) * static_cast<double>(w[k * width + j]);
      }
      row(result, t)[j] = static_cast<float>(sum);
    }
  }
  return result;
}

}  // namespace

void check_places(const char* argument, std::size_t places) {
  if (places <= max_places) return;
  throw ArgumentError(argument, "has " + std::to_string(places) + " places; at most " +
                                    std::to_string(max_places) + " are taken");
}

HeadProjections head_projections(const Model& model, const Matrix& rows_in,
                                 const HeadChoice& choice, HeadBias bias) {
  const Gpt2Config& config = model.config;
  require_below("layer", choice.layer, config.n_layer);
  require_below("head", choice.head, config.n_head);
  check_places("rows", rows(rows_in));
  if (columns(rows_in) != config.n_embd) {
    throw ArgumentError("rows", "have " + std::to_string(columns(rows_in)) +
                                    " columns where the model has n_embd " +
                                    std::to_string(config.n_embd));
  }
  const std::string name = "h." + std::to_string(choice.layer) + ".attn.c_attn";
  const Tensor& w = tensor_named(model, name + ".weight");
  const Tensor& b = tensor_named(model, name + ".bias");
  const std::size_t size = config.n_embd / config.n_head;
  const auto part = [&](std::size_t which) {
    return project(rows_in, w, b, which * config.n_embd + choice.head * size, size, bias);
  };
  return {.q = part(0), .k = part(1), .v = part(2)};
}

Matrix head_scores(const Matrix& q, const Matrix& k) {
  check_places("q", rows(q));
  check_places("k", rows(k));
  if (columns(k) != columns(q)) {
    throw ArgumentError("k", "has " + std::to_string(columns(k)) + " columns where q has " +
                                 std::to_string(columns(q)));
  }
  const double root = std::sqrt(static_cast<double>(std::max<std::size_t>(1, columns(q))));
  Matrix scores = uninitialized_matrix(rows(q), rows(k));
  for (std::size_t m = 0; m < rows(q); ++m) {
    for (std::size_t n = 0; n < rows(k); ++n) {
      double sum = 0.0;
      for (std::size_t c = 0; c < columns(q); ++c) {
        sum += static_cast<double>(row(q, m)[c]) * static_cast<double>(row(k, n)[c]);
      }
      row(scores, m)[n] = static_cast<float>(sum / root);
    }
  }
  return scores;
}

}  // namespace tinygpt
