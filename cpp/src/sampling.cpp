#include "tinygpt/sampling.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "tinygpt/errors.hpp"
#include "tinygpt/softmax.hpp"

namespace tinygpt {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// splitmix64 (Steele, Lea and Flood, 2014).
std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace

RandomBits::RandomBits(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = splitmix64(seed);
}

std::uint64_t RandomBits::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17U;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double RandomBits::next_unit() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

void validate(const SamplingOptions& options) {
  if (!(options.temperature >= 0.0F && options.temperature < infinity)) {
    throw ArgumentError("temperature", "must be a finite number, 0 or above");
  }
  if (!(options.top_p > 0.0 && options.top_p <= 1.0)) {
    throw ArgumentError("top_p", "must be above 0 and at most 1");
  }
}

std::size_t greedy(std::span<const float> logits) {
  if (logits.empty()) throw ArgumentError("logits", "must hold at least one");
  std::size_t best = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    // NaN fails this comparison, too.
    if (!(logits[i] < infinity)) throw ArgumentError("logits", "hold NaN or infinity");
    if (logits[i] > logits[best]) best = i;
  }
  if (logits[best] == -infinity) throw ArgumentError("logits", "allow no index at all");
  return best;
}

Sampler::Sampler(const SamplingOptions& options, std::uint64_t seed)
    : options_(options), random_(seed) {
  validate(options);
}

std::size_t Sampler::next(std::span<const float> logits) {
  const std::size_t best = greedy(logits);
  if (options_.temperature == 0.0F) return best;

  order_.resize(logits.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  const bool by_rank = options_.top_k != 0 || options_.top_p < 1.0;
  const std::size_t kept =
      options_.top_k == 0 ? logits.size() : std::min(options_.top_k, logits.size());
  if (by_rank) {
    // A strict order of all indices, so every implementation of the sort gives the same.
    std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(kept),
                      order_.end(), [&](std::size_t a, std::size_t b) {
                        return logits[a] != logits[b] ? logits[a] > logits[b] : a < b;
                      });
  }

  // The best goes to 0 before the division, so that no temperature makes an infinity of it.
  probabilities_.resize(kept);
  for (std::size_t rank = 0; rank < kept; ++rank) {
    probabilities_[rank] = (logits[order_[rank]] - logits[best]) / options_.temperature;
  }
  softmax(probabilities_);

  double total = 0.0;
  std::size_t candidates = 0;
  while (candidates < kept &&
         (candidates == 0 || options_.top_p == 1.0 || total < options_.top_p)) {
    total += probabilities_[candidates++];
  }
  double left = random_.next_unit() * total;
  std::size_t chosen = candidates;
  for (std::size_t rank = 0; rank < candidates; ++rank) {
    if (probabilities_[rank] == 0.0F) continue;
    chosen = rank;
    left -= probabilities_[rank];
    if (left < 0.0) break;
  }
  return order_[chosen];
}

}  // namespace tinygpt
