#include "tinygpt/prompt.hpp"

#include <string>

#include "tinygpt/errors.hpp"

namespace tinygpt {

CroppedPrompt crop_prompt(std::span<const Index> ids, std::size_t n_positions, CropPolicy policy) {
  if (ids.size() <= n_positions) return {.ids = ids};
  const std::size_t surplus = ids.size() - n_positions;
  switch (policy) {
    case CropPolicy::keep_head:
      return {.ids = ids.first(n_positions), .dropped_last = surplus};
    case CropPolicy::keep_tail:
      return {.ids = ids.last(n_positions), .dropped_first = surplus};
    case CropPolicy::error:
      break;
  }
  throw ArgumentError("ids", "has " + std::to_string(ids.size()) +
                                 " entries where the model has positions for " +
                                 std::to_string(n_positions));
}

}  // namespace tinygpt
