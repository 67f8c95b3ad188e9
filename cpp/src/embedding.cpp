#include "tinygpt/embedding.hpp"

#include <string>

#include "tinygpt/add.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/lookup.hpp"

namespace tinygpt {

Embedding embed(const Weights& weights, std::span<const Index> ids,
                std::span<const Index> position_ids) {
  if (ids.size() != position_ids.size()) {
    throw ArgumentError("positionIds", "has " + std::to_string(position_ids.size()) +
                                           " entries where ids has " + std::to_string(ids.size()));
  }
  check_indices(weights.wte(), ids);
  check_indices(weights.wpe(), position_ids);

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

}  // namespace tinygpt
