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

  Embedding result{.ids = {ids.begin(), ids.end()},
                   .position_ids = {position_ids.begin(), position_ids.end()},
                   .wte = lookup_rows(weights.wte(), ids),
                   .wpe = lookup_rows(weights.wpe(), position_ids),
                   .x0 = uninitialized_matrix(ids.size(), weights.wte().columns())};
  add(elements(result.x0), elements(result.wte), elements(result.wpe));
  return result;
}

Embedding embed(const Weights& weights, std::span<const Index> ids, Index past_length) {
  return embed(weights, ids, decode_position_ids(static_cast<Index>(ids.size()), past_length));
}

}  // namespace tinygpt
