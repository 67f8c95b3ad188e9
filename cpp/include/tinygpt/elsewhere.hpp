#pragma once
/// What other systems answer to the same index, by the rule that each one documents.
/// Only this project's own lookups (lookup.hpp) raise for every index outside the table.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tinygpt/positions.hpp"
#include "tinygpt/weights.hpp"

namespace tinygpt {

enum class Outcome {
  raises,   ///< an exception, or a device-side assertion; no values
  row,      ///< a row of the table, not always the one asked for
  zeros,    ///< a row of zeros
  nan,      ///< a row of NaN
  memory,   ///< whatever lies at that address: the elements of some tensor of the model
  outside,  ///< an address outside the model's memory: anything may happen; no values
};

/// Elements `element`, element + 1, ... of `tensor`.
struct TensorPlace {
  std::string tensor;
  std::size_t element = 0;
};

struct ElsewhereAnswer {
  std::string_view system;  ///< "pytorch-cpu", "pytorch-cuda", "tensorflow-cpu", "tensorflow-gpu",
                            ///< "jax-index", "jax-take", "numpy", "typed-array" or "c-array"
  Outcome outcome = Outcome::raises;
  std::optional<std::size_t> row;    ///< for Outcome::row
  std::optional<TensorPlace> place;  ///< for Outcome::memory: where the first value lies
  std::vector<float> values;         ///< [columns], empty where the outcome has none
};

/// One answer per system for table[index]. `table` must be one of weights.tensors().
/// The C array assumes the model's tensors one after another in one block of memory, in the order
/// of checkpoint_tensors(). JAX and TensorFlow are taken as documented for eager execution.
std::vector<ElsewhereAnswer> answers_elsewhere(const Weights& weights, const Tensor& table,
                                               Index index);

}  // namespace tinygpt
