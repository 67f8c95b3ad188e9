#pragma once
/// Where position_ids come from. Every rule returns the rows of the position table to look up,
/// counted from 0. No rule knows the table: a row past its end is caught by the lookup.

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace tinygpt {

using Index = std::int64_t;

/// Lengths and results stay below these, so that a slip of the keyboard is an error and not
/// an allocation of gigabytes, and so that every position fits an int32.
inline constexpr Index max_length = Index{1} << 24U;
inline constexpr Index max_position = (Index{1} << 31U) - 1;

/// Prefill: 0, 1, ..., length - 1.
std::vector<Index> prefill_position_ids(Index length);

/// Decoding with `past_length` positions in the cache: past_length, past_length + 1, ...
std::vector<Index> decode_position_ids(Index length, Index past_length);

/// Several sequences packed in one row: every one restarts at 0.
std::vector<Index> packed_position_ids(std::span<const Index> lengths);

/// GPT-2 with padding: cumsum(mask) - 1 where mask is 1, `fill` where it is 0.
/// The published generation code fills 1; 0 serves as well, since pads are masked out.
struct Gpt2PaddingRule {
  Index fill = 1;
};

/// OPT (OPTLearnedPositionalEmbedding): cumsum(mask) * mask - 1 + 2. Its table has two rows more
/// than positions: the first real token takes row 2, a pad row 1, and row 0 is never fetched.
/// Without the second multiplication by the mask, pads after the text repeat its last row.
struct OptPaddingRule {
  bool multiply_by_mask_again = true;
};

/// RoBERTa (fairseq): cumsum(mask) * mask + padding_index. Pads take row padding_index.
struct RobertaPaddingRule {
  Index padding_index = 1;
};

using PaddingRule = std::variant<Gpt2PaddingRule, OptPaddingRule, RobertaPaddingRule>;

/// `mask` holds 1 for a token and 0 for a pad.
std::vector<Index> position_ids_from_mask(std::span<const Index> mask, const PaddingRule& rule);

// All of them throw ArgumentError, naming the argument, for a negative or oversized length,
// for a past_length that leads beyond int32, and for a mask value that is neither 0 nor 1.

}  // namespace tinygpt
