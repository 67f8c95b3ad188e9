#pragma once
/// What to do with a prompt that is longer than the position table.

#include <cstddef>
#include <span>

#include "tinygpt/positions.hpp"

namespace tinygpt {

enum class CropPolicy {
  error,      ///< refuse
  keep_head,  ///< drop from the end
  keep_tail,  ///< drop from the beginning
};

struct CroppedPrompt {
  std::span<const Index> ids;     ///< what is kept: a view of the prompt
  std::size_t dropped_first = 0;  ///< ids dropped at the beginning
  std::size_t dropped_last = 0;   ///< ids dropped at the end
};

/// Keeps at most n_positions ids. Throws ArgumentError "ids" for a longer prompt under
/// CropPolicy::error. The kept ids take positions from 0, whichever end was dropped.
CroppedPrompt crop_prompt(std::span<const Index> ids, std::size_t n_positions, CropPolicy policy);

}  // namespace tinygpt
