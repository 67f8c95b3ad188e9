#include "tinygpt/embedding.hpp"


#include "tinygpt/add.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/lookup.hpp"

namespace tinygpt {

void embed_token(const Tensor& wte, const Tensor& wpe, Index id, Index position_id,
                 std::span<float> wte_row, std::span<float> wpe_row, std::span<float> x0) {
  read_row(wte, id, wte_row);
  read_row(wpe, position_id, wpe_row);
  add(x0, wte_row, wpe_row);
}

Embedding embed(const Weights& weights, std::span<const Index> ids,
                std::span<const Index> position_ids) {
  require_count("positionIds", position_ids.size(), "entries where ids has", ids.size());
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
    embed_token(weights.wte(), weights.wpe(), ids[t], position_ids[t], row(result.wte, t),
                row(result.wpe, t), row(result.x0, t));
  }
  return result;
}

Embedding embed(const Weights& weights, std::span<const Index> ids, Index past_length) {
  return embed(weights, ids, decode_position_ids(static_cast<Index>(ids.size()), past_length));
}

}  // namespace tinygpt
