#include "tinygpt/model.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "book_3_8_values.hpp"
#include "preset_values.hpp"
#include "teaching_values.hpp"
#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

/// The preset's tensors, put into checkpoint order.
Weights preset_weights(const Gpt2Config& config, std::span<const presets::Values> given) {
  std::vector<Tensor> tensors;
  for (TensorInfo& info : checkpoint_tensors(config)) {
    const auto values = std::ranges::find(given, info.name, &presets::Values::name);
    if (values == given.end()) throw ArgumentError(info.name, "is missing from the preset");
    GivenValues floats(values->elements.size());
    std::ranges::transform(values->elements, floats.begin(),
                           [](double value) { return static_cast<float>(value); });
    tensors.emplace_back(std::move(info), std::move(floats));
  }
  return Weights(std::move(tensors));
}

std::size_t whole_rows(const std::string& argument, std::size_t value_count, std::size_t n_embd) {
  if (value_count == 0 || value_count % n_embd != 0) {
    throw ArgumentError(argument, "has " + std::to_string(value_count) +
                                      " values, which is not a positive number of rows of n_embd " +
                                      std::to_string(n_embd));
  }
  return value_count / n_embd;
}

Model preset_model(const Gpt2Config& config, std::span<const std::string_view> vocabulary,
                   std::span<const presets::Values> tensors) {
  validate(config);
  return {.config = config,
          .vocabulary = {vocabulary.begin(), vocabulary.end()},
          .weights = preset_weights(config, tensors)};
}

}  // namespace

Model teaching_model() {
  return preset_model(presets::teaching_config, presets::teaching_vocabulary,
                      presets::teaching_tensors);
}

Model book_3_8_model() {
  Model model = preset_model(presets::book_3_8_config, presets::book_3_8_vocabulary,
                             presets::book_3_8_tensors);
  model.logit_ids = {15, 16, 2, 17, -1};
  return model;
}

Model gpt2_small_model(std::uint64_t model_seed) {
  const Gpt2Config config;
  return {.config = config, .vocabulary = {}, .weights = synthetic_weights(config, model_seed)};
}

Model synthetic_model(const Gpt2Config& config, std::uint64_t model_seed, float factor) {
  validate(config);
  if (!std::isfinite(factor)) throw ArgumentError("scale", "must be a finite float32 number");
  // In floating point, because no product may overflow before it has been checked.
  const auto width = static_cast<double>(config.n_embd);
  const double count =
      (static_cast<double>(config.vocab_size) + static_cast<double>(config.n_positions)) * width +
      static_cast<double>(config.n_layer) * (12.0 * width * width + 13.0 * width);
  if (count > 0x1p30 || config.n_layer > 1024) {
    throw ArgumentError("config", "has more than 2^30 numbers in all tensors, or 1024 layers");
  }
  return {
      .config = config, .vocabulary = {}, .weights = synthetic_weights(config, model_seed, factor)};
}

Model model_from_tables(std::size_t n_embd, GivenValues wte, GivenValues wpe) {
  if (n_embd == 0) throw ArgumentError("n_embd", "must be at least 1");
  const Gpt2Config config{.vocab_size = whole_rows("wte", wte.size(), n_embd),
                          .n_positions = whole_rows("wpe", wpe.size(), n_embd),
                          .n_embd = n_embd,
                          .n_layer = 0,
                          .n_head = 1};
  const std::vector<TensorInfo> infos = checkpoint_tensors(config);
  std::vector<Tensor> tensors;
  tensors.emplace_back(infos[0], std::move(wte));
  tensors.emplace_back(infos[1], std::move(wpe));
  return {.config = config, .vocabulary = {}, .weights = Weights(std::move(tensors))};
}

Model model_with_positions(const Model& model, const Matrix& wpe) {
  if (rows(wpe) == 0 || columns(wpe) != model.config.n_embd) {
    throw ArgumentError("wpe", "has shape [" + std::to_string(rows(wpe)) + ", " +
                                   std::to_string(columns(wpe)) +
                                   "], which is not a positive number of rows of n_embd " +
                                   std::to_string(model.config.n_embd));
  }
  Model result = model;
  result.config.n_positions = rows(wpe);
  std::vector<Tensor> tensors = model.weights.tensors();
  tensors[1] = Tensor({.name = tensors[1].name(), .shape = {rows(wpe), columns(wpe)}},
                      GivenValues(wpe.begin(), wpe.end()));
  result.weights = Weights(std::move(tensors));
  return result;
}

}  // namespace tinygpt
