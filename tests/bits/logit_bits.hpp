#pragma once
/// A number for every model that changes when a single bit of its logits or draws does.

#include <cstdint>
#include <string>
#include <vector>

namespace tinygpt::tests {

struct LogitBits {
  std::string model;       ///< "nano-sort", "synthetic", "synthetic, int8", ...
  std::uint64_t hash = 0;  ///< fnv1a64 of the bytes of all logits and ids, little-endian
};

/// Runs the models: a prompt, then ids that are drawn from the logits one after another.
/// `large`: GPT-2 small's 124 million weights, too.
std::vector<LogitBits> logit_bits(bool large);

}  // namespace tinygpt::tests
