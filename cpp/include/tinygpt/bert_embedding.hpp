#pragma once
/// BERT's embedding (Devlin et al., arXiv 1810.04805, section 3): three tables instead of two, a
/// LayerNorm over their sum, and dropout in training.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tinygpt/array.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt {

struct BertTables {
  Matrix word;               // [words, n]
  Matrix position;           // [positions, n]
  Matrix token_type;         // [types, n]
  std::vector<float> gamma;  // [n], or empty for ones
  std::vector<float> beta;   // [n], or empty for zeros
};

/// Each number becomes 0 with probability p and is multiplied by 1 / (1 - p) otherwise, so that its
/// mean stays (Srivastava et al., JMLR 15, 2014). The same seed drops the same numbers everywhere.
struct Dropout {
  double p = 0.0;  ///< 0 to below 1
  std::uint64_t seed = 0;
};

inline constexpr float bert_epsilon = 1e-12F;

/// Every [T, n].
struct BertEmbedding {
  Matrix word;
  Matrix position;
  Matrix token_type;
  Matrix sum;                      // (word + token_type) + position, in float32
  Matrix normed;                   // layer_norm(sum) with bert_epsilon
  std::vector<std::uint8_t> kept;  // [T n] 1 or 0; empty without dropout
  float scale = 1.0F;              // 1 / (1 - p)
  Matrix output;                   // normed * scale where kept, otherwise 0
};

/// Without `dropout`, as in inference, the output is `normed`.
/// Throws ArgumentError naming the table, gamma or beta whose width is not that of the words'
/// table, "p" outside [0, 1), "positionIds" or "tokenTypeIds" where there is not one for each id;
/// IndexError for an index outside its table (wte, wpe, token_type).
BertEmbedding bert_embed(const BertTables& tables, std::span<const Index> ids,
                         std::span<const Index> position_ids, std::span<const Index> token_type_ids,
                         const std::optional<Dropout>& dropout);

}  // namespace tinygpt
