#pragma once
/// Comparing by bits, with an answer that can be read: NaN equals the same NaN, -0 is not 0.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iomanip>
#include <span>
#include <sstream>
#include <string>

#include "tinygpt/positions.hpp"

namespace tinygpt::tests {

/// Empty when both hold the same bits, otherwise a sentence about the first place that differs.
inline std::string difference(std::span<const float> actual, std::span<const float> expected) {
  std::ostringstream text;
  if (actual.size() != expected.size()) {
    text << actual.size() << " values where " << expected.size() << " were expected";
    return text.str();
  }
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const auto actual_bits = std::bit_cast<std::uint32_t>(actual[i]);
    const auto expected_bits = std::bit_cast<std::uint32_t>(expected[i]);
    if (actual_bits == expected_bits) continue;
    text << std::setprecision(9) << "element " << i << " is " << actual[i] << std::hex << " ("
         << actual_bits << "), expected " << expected[i] << " (" << expected_bits << ")";
    return text.str();
  }
  return {};
}

/// "0 1 2", so that a failed comparison shows both sequences.
inline std::string shown(std::span<const Index> indices) {
  std::string text;
  for (const Index index : indices) {
    if (!text.empty()) text += ' ';
    text += std::to_string(index);
  }
  return text;
}

}  // namespace tinygpt::tests
