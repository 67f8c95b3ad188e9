#pragma once
/// A configuration, its weights and, where there is one, its vocabulary.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tinygpt/array.hpp"
#include "tinygpt/config.hpp"
#include "tinygpt/positions.hpp"
#include "tinygpt/weights.hpp"

namespace tinygpt {

struct Model {
  Gpt2Config config;
  std::vector<std::string> vocabulary;  // UTF-8, index = id; empty where unknown
  Weights weights;
  std::vector<Index> logit_ids{};  // the id of each logit, -1 for none; empty: logit i is id i
};

/// Five words, four dimensions, trained; its numbers are those of presets/teaching.json.
Model teaching_model();

/// The worked example of the book's section 3.8: identity norms, MLP 0.1 ReLU (its matrices are
/// identities, padded with zeros to [4, 16] and [16, 4]), an untied head over five candidates.
/// ids are the book's own, so the vocabulary has 18 places of which the book names ten; the rows
/// of wte that it does not give (also those of EOS and 6, which it never feeds back) are zeros.
/// logit_ids names the candidates 5, 。, EOS, 6; the fifth, "other", has the id -1.
/// positions count from 0 here where the book counts from 1.
Model book_3_8_model();

/// GPT-2 small's shape with synthetic weights (synthetic.hpp).
Model gpt2_small_model(std::uint64_t model_seed = 0);

/// A GPT of any small shape with synthetic weights, all but the weights of the LayerNorms times
/// `factor`. Throws ArgumentError naming the key of `config` that is not possible, "config" where
/// there are more than 2^30 numbers or 1024 layers, "scale" for a factor that is no number.
Model synthetic_model(const Gpt2Config& config, std::uint64_t model_seed, float factor);

/// The two tables alone: embedding steps only, n_layer 0.
/// Throws ArgumentError when n_embd is 0 or a table is not a positive number of rows of n_embd.
Model model_from_tables(std::size_t n_embd, GivenValues wte, GivenValues wpe);

/// The same model with other positions: wpe has these rows, and n_positions is their number.
/// Throws ArgumentError "wpe" when it has no rows or not n_embd columns.
Model model_with_positions(const Model& model, const Matrix& wpe);

}  // namespace tinygpt
