#pragma once
/// Weights that are a function of (tensor name, element index, seed): any implementation that
/// follows this file gets the same bits, and a row costs nothing until it is asked for.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tinygpt {

/// 64-bit FNV-1a hash of the bytes of `text`.
std::uint64_t fnv1a64(std::string_view text);

/// How the elements of one synthetic tensor are made. For element i, counted row-major from 0:
///     z = seed + (i + 1) * 0x9E3779B97F4A7C15, h = splitmix64 finaliser of z
///     s = sum of the four 16-bit lanes of h               (mean 131070)
///     w = float(s - 131070) * scale * factor, then + 1 for LayerNorm weights
struct SyntheticTensor {
  std::uint64_t seed = 0;  ///< fnv1a64(name) ^ model_seed
  float scale = 0;         ///< float(std / 37837.22753106423)
  bool around_one = false;
  float factor = 1;  ///< 1 leaves the bits of w as they are
};

/// std: 0.01 for wpe.weight, 0.02 / sqrt(2 n_layer) for *c_proj.weight, 0.02 for all others.
/// `factor` goes to everything but the weights of the LayerNorms.
SyntheticTensor synthetic_tensor(std::string_view name, std::size_t n_layer,
                                 std::uint64_t model_seed, float factor = 1);

/// Writes elements first, first + 1, ... of the tensor into `out`.
void read_synthetic(const SyntheticTensor& tensor, std::size_t first, std::span<float> out);

}  // namespace tinygpt
