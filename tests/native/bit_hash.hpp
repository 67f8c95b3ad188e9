#pragma once
/// A number that changes when a single bit does, to compare builds that cannot run together.

#include <cinttypes>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "tinygpt/array.hpp"
#include "tinygpt/synthetic.hpp"

namespace tinygpt::tests {

/// fnv1a64 of the bytes of all numbers, little-endian, in sixteen digits.
template <typename Number>
std::string hash_of(std::span<const Number> numbers) {
  const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  std::string text(17, '\0');
  std::snprintf(text.data(), text.size(), "%016" PRIx64, fnv1a64(bytes));
  text.pop_back();
  return text;
}

inline std::string hash_of(const Matrix& matrix) { return hash_of(elements(matrix)); }

}  // namespace tinygpt::tests
