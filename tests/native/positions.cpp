#include "tinygpt/positions.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "json_file.hpp"
#include "thrown.hpp"

using tinygpt::decode_position_ids;
using tinygpt::Gpt2PaddingRule;
using tinygpt::Index;
using tinygpt::max_length;
using tinygpt::max_position;
using tinygpt::OptPaddingRule;
using tinygpt::packed_position_ids;
using tinygpt::position_ids_from_mask;
using tinygpt::prefill_position_ids;
using tinygpt::RobertaPaddingRule;
using tinygpt::tests::index_elements;
using tinygpt::tests::Json;
using tinygpt::tests::read_test_data;
using tinygpt::tests::refused;
using tinygpt::tests::shown;

namespace {

constexpr Index lowest = std::numeric_limits<Index>::min();
constexpr Index highest = std::numeric_limits<Index>::max();

using Mask = std::vector<Index>;

}  // namespace

// ---- Prefill and decode ------------------------------------------------------------------------

TEST_CASE("prefill and decode give the golden positions") {
  const Json golden = read_test_data("positions.json");
  REQUIRE_FALSE(golden["prefill_position_ids"].empty());
  for (const Json& example : golden["prefill_position_ids"]) {
    CHECK(shown(prefill_position_ids(example["T"].get<Index>())) ==
          shown(index_elements(example["ids"])));
  }
  REQUIRE_FALSE(golden["decode_position_ids"].empty());
  for (const Json& example : golden["decode_position_ids"]) {
    CHECK(shown(decode_position_ids(example["T"].get<Index>(), example["past"].get<Index>())) ==
          shown(index_elements(example["ids"])));
  }
}

TEST_CASE("prefill is decoding with an empty cache") {
  CHECK(shown(prefill_position_ids(3)) == "0 1 2");
  CHECK(shown(decode_position_ids(3, 0)) == "0 1 2");
  CHECK(shown(decode_position_ids(1, 2)) == "2");
}

TEST_CASE("no tokens have no positions, whatever came before") {
  CHECK(prefill_position_ids(0).empty());
  CHECK(decode_position_ids(0, 7).empty());
  CHECK(decode_position_ids(0, max_position).empty());
}

TEST_CASE("the largest position still fits an int32") {
  const std::vector<Index> positions = decode_position_ids(2, max_position - 2);
  CHECK(shown(positions) == "2147483645 2147483646");
  CHECK(max_position == std::numeric_limits<std::int32_t>::max());
}

TEST_CASE("a length below 0 or above the largest is refused by name, without being allocated") {
  for (const Index length : {Index{-1}, lowest, max_length + 1, highest}) {
    CAPTURE(length);
    CHECK(refused([&] { prefill_position_ids(length); }) == "length");
    CHECK(refused([&] { decode_position_ids(length, 0); }) == "length");
  }
  CHECK(prefill_position_ids(max_length).size() == static_cast<std::size_t>(max_length));
}

TEST_CASE("a past length below 0 or beyond int32 is refused by name") {
  for (const Index past : {Index{-1}, lowest, max_position, highest}) {
    CAPTURE(past);
    CHECK(refused([&] { decode_position_ids(1, past); }) == "pastLength");
  }
}

// ---- Packed sequences --------------------------------------------------------------------------

TEST_CASE("packed sequences give the golden positions") {
  const Json golden = read_test_data("positions.json");
  REQUIRE_FALSE(golden["packed_position_ids"].empty());
  for (const Json& example : golden["packed_position_ids"]) {
    CHECK(shown(packed_position_ids(index_elements(example["segments"]))) ==
          shown(index_elements(example["ids"])));
  }
}

TEST_CASE("every packed sequence restarts at 0, and an empty one takes no place") {
  CHECK(shown(packed_position_ids(std::vector<Index>{2, 0, 1, 3})) == "0 1 0 0 1 2");
  CHECK(packed_position_ids(std::vector<Index>{}).empty());
  CHECK(packed_position_ids(std::vector<Index>{0, 0}).empty());
}

TEST_CASE("a bad packed length is refused by its own name") {
  const auto refused_length = [](const std::vector<Index>& lengths) {
    return refused([&] { packed_position_ids(lengths); });
  };
  CHECK(refused_length({-1}) == "lengths[0]");
  CHECK(refused_length({3, -1, -1}) == "lengths[1]");
  CHECK(refused_length({3, lowest}) == "lengths[1]");
  CHECK(refused_length({max_length + 1}) == "lengths[0]");
  CHECK(refused_length({1, 1, highest}) == "lengths[2]");
}

TEST_CASE("packed lengths that are too long together are refused at the one that is too much") {
  CHECK(refused([] { packed_position_ids(std::vector<Index>{max_length, 1}); }) == "lengths[1]");
  CHECK(refused([] { packed_position_ids(std::vector<Index>(3, max_length / 2 + 1)); }) ==
        "lengths[1]");
}

// ---- From an attention mask
// ----------------------------------------------------------------------

TEST_CASE("masks give the golden rows by OPT's rule") {
  const Json golden = read_test_data("positions.json");
  REQUIRE(golden["opt_position_ids"].size() == 3);
  for (const Json& example : golden["opt_position_ids"]) {
    const Mask mask = index_elements(example["mask"]);
    CAPTURE(shown(mask));
    CHECK(shown(position_ids_from_mask(mask, OptPaddingRule{})) ==
          shown(index_elements(example["rows"])));
    if (!example.contains("rows_without_the_second_mask_multiply")) continue;
    CHECK(shown(position_ids_from_mask(mask, OptPaddingRule{.multiply_by_mask_again = false})) ==
          shown(index_elements(example["rows_without_the_second_mask_multiply"])));
  }
}

TEST_CASE("OPT's table has two rows more: position 0 takes row 2, 7 takes row 9, a pad row 1") {
  CHECK(shown(position_ids_from_mask(Mask(8, 1), OptPaddingRule{})) == "2 3 4 5 6 7 8 9");
  CHECK(shown(position_ids_from_mask(Mask{0, 0}, OptPaddingRule{})) == "1 1");
}

TEST_CASE("masks give the golden positions by GPT-2's rule") {
  const Json golden = read_test_data("positions.json");
  REQUIRE_FALSE(golden["gpt2_left_padding_position_ids"].empty());
  for (const Json& example : golden["gpt2_left_padding_position_ids"]) {
    CHECK(shown(position_ids_from_mask(index_elements(example["mask"]), Gpt2PaddingRule{})) ==
          shown(index_elements(example["ids"])));
  }
}

TEST_CASE("by GPT-2's rule the real tokens start at 0 and the pads' fill is an option") {
  CHECK(shown(position_ids_from_mask(Mask{0, 0, 1, 1}, Gpt2PaddingRule{.fill = 1})) == "1 1 0 1");
  CHECK(shown(position_ids_from_mask(Mask{0, 0, 1, 1}, Gpt2PaddingRule{.fill = 0})) == "0 0 0 1");
  CHECK(shown(position_ids_from_mask(Mask{1, 1, 0}, Gpt2PaddingRule{})) == "0 1 1");
  CHECK(shown(position_ids_from_mask(Mask{1, 0, 1}, Gpt2PaddingRule{.fill = 0})) == "0 0 1");
}

TEST_CASE("RoBERTa counts from the padding index plus 1, and pads take the padding index") {
  const Mask mask{1, 1, 1, 0, 0};
  CHECK(shown(position_ids_from_mask(mask, RobertaPaddingRule{})) == "2 3 4 1 1");
  CHECK(shown(position_ids_from_mask(mask, RobertaPaddingRule{.padding_index = 0})) == "1 2 3 0 0");
  CHECK(shown(position_ids_from_mask(Mask{0, 1, 0, 1}, RobertaPaddingRule{})) == "1 2 1 3");
}

TEST_CASE("an empty mask has no positions by any rule") {
  CHECK(position_ids_from_mask(Mask{}, Gpt2PaddingRule{}).empty());
  CHECK(position_ids_from_mask(Mask{}, OptPaddingRule{}).empty());
  CHECK(position_ids_from_mask(Mask{}, RobertaPaddingRule{}).empty());
}

TEST_CASE("a mask value that is neither 0 nor 1 is refused by its place") {
  const auto refused_place = [](const Mask& mask) {
    std::string place = refused([&] { position_ids_from_mask(mask, Gpt2PaddingRule{}); });
    CHECK(refused([&] { position_ids_from_mask(mask, OptPaddingRule{}); }) == place);
    CHECK(refused([&] { position_ids_from_mask(mask, RobertaPaddingRule{}); }) == place);
    return place;
  };
  CHECK(refused_place({2, 2}) == "mask[0]");
  CHECK(refused_place({0, 1, 2}) == "mask[2]");
  CHECK(refused_place({1, -1}) == "mask[1]");
  CHECK(refused_place({highest}) == "mask[0]");
  CHECK(refused_place({1, lowest}) == "mask[1]");
}

TEST_CASE("a mask longer than any sequence is refused by name") {
  const Mask mask(static_cast<std::size_t>(max_length) + 1, 1);
  CHECK(refused([&] { position_ids_from_mask(mask, RobertaPaddingRule{}); }) == "mask");
}

TEST_CASE("an option of a rule is refused by name, also when there is no pad") {
  const Mask mask{1};
  for (const Index fill : {Index{2}, Index{-1}, lowest, highest}) {
    CAPTURE(fill);
    CHECK(refused([&] { position_ids_from_mask(mask, Gpt2PaddingRule{.fill = fill}); }) == "fill");
  }
  for (const Index padding_index : {Index{-1}, lowest, max_position, highest}) {
    CAPTURE(padding_index);
    CHECK(refused([&] {
            position_ids_from_mask(mask, RobertaPaddingRule{.padding_index = padding_index});
          }) == "paddingIndex");
  }
}
