#include "tinygpt/prompt.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::crop_prompt;
using tinygpt::CropPolicy;
using tinygpt::Index;
using tinygpt::IndexError;
using tinygpt::max_length;
using tinygpt::sliding_windows;
using tinygpt::Window;
using tinygpt::tests::refused;
using tinygpt::tests::thrown;

namespace {

/// "0-4 3-7"
std::string shown(const std::vector<Window>& windows) {
  std::string text;
  for (const Window& window : windows) {
    if (!text.empty()) text += ' ';
    text += std::to_string(window.start) + '-' + std::to_string(window.end);
  }
  return text;
}

}  // namespace

TEST_CASE("a prompt that is too long is cropped at the end that the caller chooses") {
  const std::vector<Index> ids{1, 2, 3, 4, 5};
  const auto head = crop_prompt(ids, 3, CropPolicy::keep_head);
  CHECK((head.ids.front() == 1 && head.ids.size() == 3));
  CHECK((head.dropped_first == 0 && head.dropped_last == 2));
  const auto tail = crop_prompt(ids, 3, CropPolicy::keep_tail);
  CHECK((tail.ids.front() == 3 && tail.ids.size() == 3));
  CHECK((tail.dropped_first == 2 && tail.dropped_last == 0));
  CHECK(crop_prompt(ids, 5, CropPolicy::error).ids.size() == 5);
  CHECK(crop_prompt({}, 1, CropPolicy::error).ids.empty());
}

TEST_CASE("refusing a prompt that is too long names the first row that wpe does not have") {
  const std::vector<Index> ids{1, 2, 3, 4, 5};
  const auto error = thrown<IndexError>([&] { crop_prompt(ids, 4, CropPolicy::error); });
  CHECK(error.table() == "wpe");
  CHECK(error.index() == 4);
  CHECK(error.size() == 4);
  CHECK(error.at() == 4);
  CHECK(refused([&] { crop_prompt(ids, 0, CropPolicy::keep_tail); }) == "room");
}

TEST_CASE("windows overlap by what is asked for, cover everything, and the last is shorter") {
  CHECK(shown(sliding_windows(10, 4, 1)) == "0-4 3-7 6-10");
  CHECK(shown(sliding_windows(11, 4, 1)) == "0-4 3-7 6-10 9-11");
  CHECK(shown(sliding_windows(10, 4, 0)) == "0-4 4-8 8-10");
  CHECK(shown(sliding_windows(5, 4, 3)) == "0-4 1-5");
  CHECK(shown(sliding_windows(3, 4, 1)) == "0-3");
  CHECK(shown(sliding_windows(4, 4, 3)) == "0-4");
  CHECK(shown(sliding_windows(3, 1, 0)) == "0-1 1-2 2-3");
  CHECK(sliding_windows(0, 4, 1).empty());
}

TEST_CASE("windows of impossible sizes are refused by name") {
  CHECK(refused([] { sliding_windows(-1, 4, 1); }) == "length");
  CHECK(refused([] { sliding_windows(max_length + 1, 4, 1); }) == "length");
  CHECK(refused([] { sliding_windows(10, 0, 0); }) == "size");
  CHECK(refused([] { sliding_windows(10, max_length + 1, 0); }) == "size");
  CHECK(refused([] { sliding_windows(10, 4, 4); }) == "overlap");
  CHECK(refused([] { sliding_windows(10, 4, -1); }) == "overlap");
  CHECK(refused([] { sliding_windows(max_length, 4, 3); }) == "overlap");
}
