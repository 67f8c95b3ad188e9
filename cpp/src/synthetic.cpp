#include "tinygpt/synthetic.hpp"

#include <cmath>

namespace tinygpt {
namespace {

/// Standard deviation of the sum of four independent uniform 16-bit numbers.
constexpr double lane_sum_std = 37837.22753106423;
constexpr std::int32_t lane_sum_mean = 131070;

constexpr std::uint64_t splitmix_increment = 0x9E3779B97F4A7C15U;

std::uint64_t splitmix_finalise(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// Adds the four 16-bit lanes two at a time: no lane sum exceeds 18 bits.
std::int32_t sum_of_lanes(std::uint64_t h) {
  const std::uint64_t pairs = (h & 0x0000FFFF0000FFFFU) + ((h >> 16U) & 0x0000FFFF0000FFFFU);
  return static_cast<std::int32_t>((pairs & 0xFFFFFFFFU) + (pairs >> 32U));
}

bool is_norm_weight(std::string_view name) {
  return name.ends_with("ln_1.weight") || name.ends_with("ln_2.weight") ||
         name.ends_with("ln_f.weight");
}

double standard_deviation(std::string_view name, std::size_t n_layer) {
  if (name == "wpe.weight") return 0.01;
  if (name.ends_with("c_proj.weight")) return 0.02 / std::sqrt(2.0 * static_cast<double>(n_layer));
  return 0.02;
}

}  // namespace

std::uint64_t fnv1a64(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3U;
  }
  return hash;
}

SyntheticTensor synthetic_tensor(std::string_view name, std::size_t n_layer,
                                 std::uint64_t model_seed, float factor) {
  const bool around_one = is_norm_weight(name);
  return {.seed = fnv1a64(name) ^ model_seed,
          .scale = static_cast<float>(standard_deviation(name, n_layer) / lane_sum_std),
          .around_one = around_one,
          .factor = around_one ? 1.0F : factor};
}

void read_synthetic(const SyntheticTensor& tensor, std::size_t first, std::span<float> out) {
  const float offset = tensor.around_one ? 1.0F : 0.0F;
  std::uint64_t z = tensor.seed + first * splitmix_increment;
  for (float& w : out) {
    z += splitmix_increment;
    const std::int32_t centred = sum_of_lanes(splitmix_finalise(z)) - lane_sum_mean;
    w = static_cast<float>(centred) * tensor.scale * tensor.factor + offset;
  }
}

}  // namespace tinygpt
