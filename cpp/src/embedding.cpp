#include "tinygpt/embedding.hpp"

#include <cstddef>

#include "tinygpt/add.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/lookup.hpp"

namespace tinygpt {
namespace {

void check_places(const Weights& weights, std::span<const Index> ids,
                  std::span<const Index> position_ids) {
  require_count("positionIds", position_ids.size(), "entries where ids has", ids.size());
  check_indices(weights.wte(), ids);
  check_indices(weights.wpe(), position_ids);
}

}  // namespace

void embed_token(const Tensor& wte, const Tensor& wpe, Index id, Index position_id,
                 std::span<float> wte_row, std::span<float> wpe_row, std::span<float> x0) {
  add(x0, row_at(wte, id, wte_row), row_at(wpe, position_id, wpe_row));
}

Embedding embed(const Weights& weights, std::span<const Index> ids,
                std::span<const Index> position_ids) {
  check_places(weights, ids, position_ids);
  const std::size_t length = ids.size();
  const std::size_t n_embd = weights.wte().columns();
  Embedding result{.ids = {ids.begin(), ids.end()},
                   .position_ids = {position_ids.begin(), position_ids.end()},
                   .wte = uninitialized_matrix(length, n_embd),
                   .wpe = uninitialized_matrix(length, n_embd),
                   .x0 = uninitialized_matrix(length, n_embd)};
  // Token by token, so that both rows are still in the nearest cache when they are added.
  for (std::size_t t = 0; t < length; ++t) {
    read_row(weights.wte(), ids[t], row(result.wte, t));
    read_row(weights.wpe(), position_ids[t], row(result.wpe, t));
    add(row(result.x0, t), row(result.wte, t), row(result.wpe, t));
  }
  return result;
}

Embedding embed(const Weights& weights, std::span<const Index> ids, Index past_length) {
  return embed(weights, ids, decode_position_ids(static_cast<Index>(ids.size()), past_length));
}

void EmbeddingStage::embed(const Weights& weights, std::span<const Index> ids,
                           std::span<const Index> position_ids) {
  check_places(weights, ids, position_ids);
  const std::size_t n_embd = weights.wte().columns();
  const std::size_t size = ids.size() * n_embd;
  // All that may fail for want of memory comes before all that is written.
  if (x0_.size() < size) x0_.resize(size);
  ids_.reserve(ids.size());
  position_ids_.reserve(ids.size());
  made_rows_.resize(4 * n_embd);

  ids_.assign(ids.begin(), ids.end());
  position_ids_.assign(position_ids.begin(), position_ids.end());
  size_ = size;
  const auto addition = [&](std::size_t t, std::span<float> made) -> Addition {
    return {.sum = std::span(x0_).subspan(t * n_embd, n_embd),
            .a = row_at(weights.wte(), ids[t], made.first(n_embd)),
            .b = row_at(weights.wpe(), position_ids[t], made.subspan(n_embd))};
  };
  const auto made = std::span(made_rows_).first(2 * n_embd);
  const auto also_made = std::span(made_rows_).subspan(2 * n_embd);
  // Places t and half + t together.
  const std::size_t half = ids.size() / 2;
  for (std::size_t t = 0; t < half; ++t) {
    add_both(addition(t, made), addition(half + t, also_made));
  }
  if (ids.size() % 2 != 0) {
    const Addition last = addition(ids.size() - 1, made);
    add(last.sum, last.a, last.b);
  }
}

void EmbeddingStage::embed(const Weights& weights, std::span<const Index> ids, Index past_length) {
  embed(weights, ids, decode_position_ids(static_cast<Index>(ids.size()), past_length));
}

}  // namespace tinygpt
