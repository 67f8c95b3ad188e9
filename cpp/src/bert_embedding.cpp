#include "tinygpt/bert_embedding.hpp"

#include <cstddef>
#include <string>

#include "tinygpt/add.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/layer_norm.hpp"
#include "tinygpt/sampling.hpp"

namespace tinygpt {
namespace {

void require(const char* argument, std::size_t given, const char* where, std::size_t needed) {
  if (given == needed) return;
  throw ArgumentError(argument, "has " + std::to_string(given) + where + std::to_string(needed));
}

void check_indices(const char* table_name, const Matrix& table, std::span<const Index> indices) {
  for (std::size_t t = 0; t < indices.size(); ++t) {
    if (indices[t] < 0 || indices[t] >= static_cast<Index>(rows(table))) {
      throw IndexError(table_name, indices[t], rows(table), t);
    }
  }
}

Matrix fetched(const Matrix& table, std::span<const Index> indices) {
  Matrix result = uninitialized_matrix(indices.size(), columns(table));
  for (std::size_t t = 0; t < indices.size(); ++t) {
    std::ranges::copy(row(table, static_cast<std::size_t>(indices[t])), row(result, t).begin());
  }
  return result;
}

std::vector<float> values_or(const std::vector<float>& values, std::size_t count, float otherwise) {
  return values.empty() ? std::vector<float>(count, otherwise) : values;
}

void drop(BertEmbedding& embedding, const Dropout& dropout) {
  embedding.scale = static_cast<float>(1.0 / (1.0 - dropout.p));
  RandomBits random(dropout.seed);
  for (float& value : elements(embedding.output)) {
    const bool keep = random.next_unit() >= dropout.p;
    embedding.kept.push_back(keep ? 1 : 0);
    value = keep ? value * embedding.scale : 0.0F;
  }
}

}  // namespace

BertEmbedding bert_embed(const BertTables& tables, std::span<const Index> ids,
                         std::span<const Index> position_ids, std::span<const Index> token_type_ids,
                         const std::optional<Dropout>& dropout) {
  const std::size_t n = columns(tables.word);
  if (n == 0) throw ArgumentError("word", "must have at least one column");
  const char* const of_words = " columns where the table of words has ";
  require("position", columns(tables.position), of_words, n);
  require("tokenType", columns(tables.token_type), of_words, n);
  const std::vector<float> gamma = values_or(tables.gamma, n, 1.0F);
  const std::vector<float> beta = values_or(tables.beta, n, 0.0F);
  const char* const of_rows = " values where the table of words has rows of ";
  require("gamma", gamma.size(), of_rows, n);
  require("beta", beta.size(), of_rows, n);
  const char* const of_ids = " entries where ids has ";
  require("positionIds", position_ids.size(), of_ids, ids.size());
  require("tokenTypeIds", token_type_ids.size(), of_ids, ids.size());
  if (dropout && !(dropout->p >= 0.0 && dropout->p < 1.0)) {
    throw ArgumentError("p", "must be 0 or above and below 1");
  }
  check_indices("wte", tables.word, ids);
  check_indices("wpe", tables.position, position_ids);
  check_indices("token_type", tables.token_type, token_type_ids);

  BertEmbedding result{.word = fetched(tables.word, ids),
                       .position = fetched(tables.position, position_ids),
                       .token_type = fetched(tables.token_type, token_type_ids),
                       .sum = uninitialized_matrix(ids.size(), n),
                       .normed = uninitialized_matrix(ids.size(), n),
                       .kept = {},
                       .output = {}};
  add(elements(result.sum), elements(result.word), elements(result.token_type));
  add(elements(result.sum), elements(result.sum), elements(result.position));
  for (std::size_t t = 0; t < ids.size(); ++t) {
    layer_norm(row(result.normed, t), row(result.sum, t), gamma, beta, bert_epsilon);
  }
  result.output = result.normed;
  if (dropout) drop(result, *dropout);
  return result;
}

}  // namespace tinygpt
