#pragma once
/// From logits to the next id. The same seed gives the same ids on every machine: integers, sums in
/// a fixed order and the exp of math.hpp.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tinygpt {

/// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021),
/// its state filled by splitmix64 from one seed.
class RandomBits {
 public:
  explicit RandomBits(std::uint64_t seed);

  std::uint64_t next();

  /// In [0, 1), a multiple of 2^-53.
  double next_unit();

 private:
  std::array<std::uint64_t, 4> state_{};
};

struct SamplingOptions {
  float temperature = 1.0F;  ///< logits are divided by it; 0 is greedy, whatever the rest says
  std::size_t top_k = 0;     ///< only the k best; 0 for all
  double top_p = 1.0;        ///< only the best that together have this probability; 1 for all
};

/// Throws ArgumentError naming temperature (must be finite and not negative) or top_p (must be
/// above 0 and at most 1).
void validate(const SamplingOptions& options);

/// The index of the largest logit, of equal ones the lowest.
/// Throws ArgumentError "logits" when there are none, or one is NaN or +infinity, or all are
/// -infinity.
std::size_t greedy(std::span<const float> logits);

/// Draws one index after another. Holds its generator's state and its scratch.
class Sampler {
 public:
  /// Throws as validate() does.
  Sampler(const SamplingOptions& options, std::uint64_t seed);

  /// top_k first, then temperature and softmax over what is left, then top_p, then one draw. Order
  /// among equals is by index, lowest first. Throws as greedy() does; then nothing was drawn.
  std::size_t next(std::span<const float> logits);

 private:
  SamplingOptions options_;
  RandomBits random_;
  std::vector<std::size_t> order_;
  std::vector<float> probabilities_;
};

}  // namespace tinygpt
