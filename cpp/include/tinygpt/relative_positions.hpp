#pragma once
/// Positions that enter the attention scores as a distance: ALiBi's slopes and T5's buckets.

#include <span>
#include <vector>

#include "tinygpt/array.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt {

/// One slope for each head (Press et al., arXiv 2108.12409, and their published code): for a power
/// of two 2^(-8/heads), 2^(-16/heads), ...; otherwise those of the power of two below, and then
/// every second one of the power above.  [heads]
std::vector<float> alibi_slopes(Index heads);

/// What a key d places before the query is given: -slope * d.  [heads, length]
Matrix alibi_bias(Index heads, Index length);

/// T5's relative_position_bucket (Raffel et al., arXiv 1910.10683).
struct BucketRule {
  bool bidirectional = true;  ///< half of the buckets are for keys after the query
  Index buckets = 32;
  Index max_distance = 128;  ///< from here on all distances share the last bucket
};

/// The bucket of each relative position, key - query: one for each of the first distances, then
/// ever wider ones. The logarithm is rounded to float32 before its floor is taken, as published.
std::vector<Index> t5_buckets(std::span<const Index> relative_positions, const BucketRule& rule);

// They throw ArgumentError: "heads", "length" below 1 or for more than max_length elements in all;
// "buckets" where fewer than one exact distance is left or more than max_length are asked for;
// "maxDistance" where it is not beyond the exact distances; "relativePositions" beyond
// max_position either way.

}  // namespace tinygpt
