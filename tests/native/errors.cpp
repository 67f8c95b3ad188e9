#include "tinygpt/errors.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

using tinygpt::ArgumentError;
using tinygpt::IndexError;

TEST_CASE("an IndexError carries table, index, size and place, and says them all") {
  const IndexError error("wpe", 1025, 1024, 7);
  CHECK(error.table() == "wpe");
  CHECK(error.index() == 1025);
  CHECK(error.size() == 1024);
  CHECK(error.at() == 7);

  const std::string sentence = error.what();
  CHECK(sentence.starts_with("wpe: "));
  CHECK(sentence.find("index 1025") != std::string::npos);
  CHECK(sentence.find("place 7") != std::string::npos);
  CHECK(sentence.find("1024 rows") != std::string::npos);
  CHECK(sentence.find("0..1023") != std::string::npos);
}

TEST_CASE("an IndexError keeps indices that fit no 32 bits") {
  const auto farthest = std::numeric_limits<std::int64_t>::min();
  const IndexError error("wte", farthest, 5, 0);
  CHECK(error.index() == farthest);
  CHECK(std::string(error.what()).find("-9223372036854775808") != std::string::npos);
}

TEST_CASE("a caller who knows only the standard exceptions catches both kinds") {
  CHECK_THROWS_AS(throw IndexError("wte", 5, 5, 0), std::out_of_range);
  CHECK_THROWS_AS(throw ArgumentError("ids", "must not be empty"), std::invalid_argument);
}

TEST_CASE("an ArgumentError begins with the argument's name") {
  const ArgumentError error("mask[3]", "2 is neither 0 nor 1");
  CHECK(error.argument() == "mask[3]");
  CHECK(std::string(error.what()) == "mask[3]: 2 is neither 0 nor 1");
}
