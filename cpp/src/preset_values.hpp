#pragma once
/// What the headers of compiled-in presets (cmake/compile_in.cmake) have in common.

#include <span>
#include <string_view>

namespace tinygpt::presets {

struct Values {
  std::string_view name;
  std::span<const double> elements;  // row-major
};

}  // namespace tinygpt::presets
