#pragma once
/// A configuration, its weights and, where there is one, its vocabulary.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tinygpt/config.hpp"
#include "tinygpt/weights.hpp"

namespace tinygpt {

struct Model {
  Gpt2Config config;
  std::vector<std::string> vocabulary;  // UTF-8, index = id; empty where unknown
  Weights weights;
};

/// Five words, four dimensions, trained; its numbers are those of presets/teaching.json.
Model teaching_model();

/// GPT-2 small's shape with synthetic weights (synthetic.hpp).
Model gpt2_small_model(std::uint64_t model_seed = 0);

/// The two tables alone: embedding steps only, n_layer 0.
/// Throws ArgumentError when n_embd is 0 or a table is not a positive number of rows of n_embd.
Model model_from_tables(std::size_t n_embd, GivenValues wte, GivenValues wpe);

}  // namespace tinygpt
