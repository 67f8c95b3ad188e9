#include "tinygpt/config.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::ArgumentError;
using tinygpt::Gpt2Config;
using tinygpt::validate;
using tinygpt::tests::thrown;

namespace {

std::string refused_key(const Gpt2Config& config) {
  return thrown<ArgumentError>([&] { validate(config); }).argument();
}

}  // namespace

TEST_CASE("the default configuration is GPT-2 small's") {
  const Gpt2Config config;
  CHECK(config.vocab_size == 50257);
  CHECK(config.n_positions == 1024);
  CHECK(config.n_embd == 768);
  CHECK(config.n_layer == 12);
  CHECK(config.n_head == 12);
  CHECK(config.layer_norm_epsilon == 1e-5F);
  CHECK_NOTHROW(validate(config));
}

TEST_CASE("the smallest model has one of everything") {
  CHECK_NOTHROW(
      validate({.vocab_size = 1, .n_positions = 1, .n_embd = 1, .n_layer = 1, .n_head = 1}));
}

TEST_CASE("a model without layers is valid: it has the embedding steps only") {
  CHECK_NOTHROW(
      validate({.vocab_size = 5, .n_positions = 8, .n_embd = 4, .n_layer = 0, .n_head = 1}));
}

TEST_CASE("a size of 0 is refused by its key") {
  CHECK(refused_key({.vocab_size = 0}) == "vocab_size");
  CHECK(refused_key({.n_positions = 0}) == "n_positions");
  CHECK(refused_key({.n_embd = 0}) == "n_embd");
  CHECK(refused_key({.n_head = 0}) == "n_head");
}

TEST_CASE("n_head must divide n_embd") {
  CHECK(refused_key({.n_embd = 770, .n_head = 12}) == "n_head");
  CHECK(refused_key({.n_embd = 4, .n_head = 8}) == "n_head");
  CHECK_NOTHROW(validate({.n_embd = 771, .n_head = 3}));
}
