#pragma once
/// Random numbers for the suites that hold a fast kernel and its specification together.

#include <cstddef>
#include <random>
#include <vector>

namespace tinygpt::tests {

/// The same on every run; std::mt19937 is fixed by the standard, its distributions are not.
class RandomValues {
 public:
  explicit RandomValues(unsigned seed) : engine_(seed) {}

  std::size_t between(std::size_t low, std::size_t high) {
    return low + engine_() % (high - low + 1);
  }

  /// `count` floats of both signs, most of them near 1, some very small or large.
  std::vector<float> floats(std::size_t count) {
    std::vector<float> values(count);
    for (float& value : values) {
      value = static_cast<float>(engine_()) / 2147483648.0F - 1.0F;
      if (engine_() % 16 == 0) value *= engine_() % 2 == 0 ? 1e-4F : 1e3F;
    }
    return values;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace tinygpt::tests
