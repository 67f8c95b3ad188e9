#include "tinygpt/positions.hpp"

#include <numeric>
#include <string>

#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

std::string element_name(const std::string& array, std::size_t i) {
  return array + "[" + std::to_string(i) + "]";
}

/// Positions of one token each, given the mask and the running count of 1s up to and with it.
Index apply(const Gpt2PaddingRule& rule, Index mask, Index cumsum) {
  return mask == 1 ? cumsum - 1 : rule.fill;
}

Index apply(const OptPaddingRule& rule, Index mask, Index cumsum) {
  constexpr Index offset = 2;
  return (rule.multiply_by_mask_again ? cumsum * mask : cumsum) - 1 + offset;
}

Index apply(const RobertaPaddingRule& rule, Index mask, Index cumsum) {
  return cumsum * mask + rule.padding_index;
}

void validate(const Gpt2PaddingRule& rule) { require_between("fill", rule.fill, 0, 1); }
void validate(const OptPaddingRule& /*rule*/) {}
void validate(const RobertaPaddingRule& rule) {
  require_between("paddingIndex", rule.padding_index, 0, max_position - max_length);
}

}  // namespace

std::vector<Index> prefill_position_ids(Index length) { return decode_position_ids(length, 0); }

std::vector<Index> decode_position_ids(Index length, Index past_length) {
  require_between("length", length, 0, max_length);
  require_between("pastLength", past_length, 0, max_position - length);
  std::vector<Index> position_ids(static_cast<std::size_t>(length));
  std::iota(position_ids.begin(), position_ids.end(), past_length);
  return position_ids;
}

std::vector<Index> packed_position_ids(std::span<const Index> lengths) {
  Index total = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    require_between(element_name("lengths", i), lengths[i], 0, max_length - total);
    total += lengths[i];
  }
  std::vector<Index> position_ids(static_cast<std::size_t>(total));
  std::span<Index> rest = position_ids;
  for (const Index length : lengths) {
    const std::span<Index> segment = rest.first(static_cast<std::size_t>(length));
    std::iota(segment.begin(), segment.end(), Index{0});
    rest = rest.subspan(segment.size());
  }
  return position_ids;
}

std::vector<Index> position_ids_from_mask(std::span<const Index> mask, const PaddingRule& rule) {
  std::visit([](const auto& chosen) { validate(chosen); }, rule);
  if (mask.size() > static_cast<std::size_t>(max_length)) {
    throw ArgumentError("mask", "has " + std::to_string(mask.size()) + " entries; at most " +
                                    std::to_string(max_length) + " are taken");
  }
  for (std::size_t i = 0; i < mask.size(); ++i)
    require_between(element_name("mask", i), mask[i], 0, 1);

  std::vector<Index> position_ids(mask.size());
  Index cumsum = 0;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    cumsum += mask[i];
    position_ids[i] =
        std::visit([&](const auto& chosen) { return apply(chosen, mask[i], cumsum); }, rule);
  }
  return position_ids;
}

}  // namespace tinygpt
