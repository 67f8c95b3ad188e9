#include "tinygpt/prompt.hpp"

#include <algorithm>
#include <string>

#include "tinygpt/errors.hpp"

namespace tinygpt {

CroppedPrompt crop_prompt(std::span<const Index> ids, std::size_t n_positions, CropPolicy policy) {
  if (n_positions == 0) throw ArgumentError("room", "must be at least 1");
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
  throw IndexError("wpe", static_cast<Index>(n_positions), n_positions, n_positions);
}

std::vector<Window> sliding_windows(Index length, Index size, Index overlap) {
  constexpr Index most = Index{1} << 20U;
  require_between("length", length, 0, max_length);
  require_between("size", size, 1, max_length);
  require_between("overlap", overlap, 0, size - 1);
  const Index step = size - overlap;
  if (length / step > most) {
    throw ArgumentError("overlap", "makes more than " + std::to_string(most) + " windows");
  }
  std::vector<Window> windows;
  for (Index start = 0; start < length; start += step) {
    windows.push_back({.start = start, .end = std::min(start + size, length)});
    if (windows.back().end == length) break;
  }
  return windows;
}

}  // namespace tinygpt
