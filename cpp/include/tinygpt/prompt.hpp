#pragma once
/// What to do with a prompt that is longer than the position table.

#include <cstddef>
#include <span>
#include <vector>

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

/// Keeps at most n_positions ids. The kept ids take positions from 0, whichever end was dropped.
/// Throws, for a longer prompt under CropPolicy::error, the IndexError that the lookup of its first
/// id too many would throw; ArgumentError "room" for n_positions below 1.
CroppedPrompt crop_prompt(std::span<const Index> ids, std::size_t n_positions, CropPolicy policy);

/// Places start, ..., end - 1.
struct Window {
  Index start = 0;
  Index end = 0;
};

/// Windows of `size` places, each beginning size - overlap places after the one before, that cover
/// all of `length`; the last is shorter where the text ends. A text without places has none.
/// Throws ArgumentError "length", "size", "overlap" for a length or size beyond max_length, a size
/// below 1, an overlap that is not below the size, and more than 2^20 windows.
std::vector<Window> sliding_windows(Index length, Index size, Index overlap);

}  // namespace tinygpt
