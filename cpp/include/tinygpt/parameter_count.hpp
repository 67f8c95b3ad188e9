#pragma once
/// How many parameters a published model has, tensor by tensor, from its configuration alone.
/// Names and shapes are those of the published checkpoints (PyTorch; a prefix such as
/// "transformer." left out).

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tinygpt/positions.hpp"

namespace tinygpt {

/// A key of the model's published config.json; true and false are 1 and 0.
struct ConfigEntry {
  std::string key;
  Index value = 0;
};

/// One tensor, or one of every layer.
struct ParameterTerm {
  std::string name;  ///< "*" stands for the number of the layer
  std::vector<Index> shape;
  Index times = 1;      ///< how many tensors of this name there are
  Index count = 0;      ///< product of the shape, times `times`
  bool learned = true;  ///< false: computed once and stored, never trained
};

struct ParameterCount {
  Index total = 0;     ///< the sum of all terms
  Index learned = 0;   ///< the sum of the learned ones
  Index position = 0;  ///< the learned ones that are tables of positions
  std::vector<ParameterTerm> terms;
};

/// `model_type` is "gpt2", "bert", "roberta", "opt", "whisper" or "vit". Tensors that the
/// configuration does without are left out. Throws ArgumentError: "model_type" for another name,
/// or the key that is missing, not known, twice there, out of range, or the largest where there
/// are more than 2^53 parameters.
ParameterCount count_parameters(std::string_view model_type, std::span<const ConfigEntry> config);

}  // namespace tinygpt
