#include "tinygpt/sampling.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::ArgumentError;
using tinygpt::greedy;
using tinygpt::RandomBits;
using tinygpt::Sampler;
using tinygpt::SamplingOptions;
using tinygpt::tests::thrown;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

std::vector<std::size_t> draws(const SamplingOptions& options, const std::vector<float>& logits,
                               std::size_t count, std::uint64_t seed = 1) {
  Sampler sampler(options, seed);
  std::vector<std::size_t> drawn;
  for (std::size_t i = 0; i < count; ++i) drawn.push_back(sampler.next(logits));
  return drawn;
}

std::set<std::size_t> drawn_set(const SamplingOptions& options, const std::vector<float>& logits) {
  const std::vector<std::size_t> drawn = draws(options, logits, 500);
  return {drawn.begin(), drawn.end()};
}

std::string refused(const SamplingOptions& options) {
  return thrown<ArgumentError>([&] { Sampler(options, 0); }).argument();
}

std::string refused_logits(const std::vector<float>& logits) {
  return thrown<ArgumentError>([&] { greedy(logits); }).argument();
}

}  // namespace

TEST_CASE("the generator gives the published sequence") {
  // xoshiro256** after splitmix64 from 0: the seeding that its authors recommend.
  RandomBits random(0);
  CHECK(random.next() == 0x99EC5F36CB75F2B4U);
  CHECK(random.next() == 0xBF6E1F784956452AU);
  CHECK(random.next() == 0x1A5F849D4933E6E0U);
  for (int i = 0; i < 1000; ++i) {
    const double unit = random.next_unit();
    CHECK((unit >= 0.0 && unit < 1.0));
  }
}

TEST_CASE("greedy takes the largest logit, of equal ones the lowest index") {
  CHECK(greedy(std::vector<float>{1.0F, 3.0F, 2.0F}) == 1);
  CHECK(greedy(std::vector<float>{1.0F, 3.0F, 3.0F}) == 1);
  CHECK(greedy(std::vector<float>{-infinity, -5.0F}) == 1);
  CHECK(draws({.temperature = 0.0F, .top_k = 2}, {1.0F, 4.0F, 4.0F}, 3) ==
        std::vector<std::size_t>{1, 1, 1});
}

TEST_CASE("draws follow the probabilities") {
  const std::vector<float> logits{std::log(0.5F), std::log(0.2F), std::log(0.3F)};
  std::array<double, 3> counts{};
  for (const std::size_t index : draws({}, logits, 20000)) counts.at(index) += 1.0 / 20000.0;
  CHECK(counts[0] == doctest::Approx(0.5).epsilon(0.05));
  CHECK(counts[1] == doctest::Approx(0.2).epsilon(0.05));
  CHECK(counts[2] == doctest::Approx(0.3).epsilon(0.05));
}

TEST_CASE("temperature sharpens and flattens; the smallest one is greedy and no NaN") {
  const std::vector<float> logits{0.0F, 1.0F, 0.5F};
  CHECK(drawn_set({.temperature = 1e-30F}, logits) == std::set<std::size_t>{1});
  CHECK(drawn_set({.temperature = 1e30F}, logits) == std::set<std::size_t>{0, 1, 2});
}

TEST_CASE("top-k keeps the k best, ties by lowest index") {
  const std::vector<float> logits{0.0F, 0.1F, 0.1F, 0.1F, 0.2F};
  CHECK(drawn_set({.top_k = 1}, logits) == std::set<std::size_t>{4});
  CHECK(drawn_set({.top_k = 3}, logits) == std::set<std::size_t>{1, 2, 4});
  CHECK(drawn_set({.top_k = 99}, logits) == std::set<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("top-p keeps the fewest that reach the probability, at least one") {
  const std::vector<float> logits{std::log(0.5F), std::log(0.15F), std::log(0.35F)};
  CHECK(drawn_set({.top_p = 0.01}, logits) == std::set<std::size_t>{0});
  CHECK(drawn_set({.top_p = 0.6}, logits) == std::set<std::size_t>{0, 2});
  CHECK(drawn_set({.top_p = 0.9}, logits) == std::set<std::size_t>{0, 1, 2});
  CHECK(drawn_set({.top_k = 2, .top_p = 0.99}, logits) == std::set<std::size_t>{0, 2});
}

TEST_CASE("what has no probability is never drawn") {
  CHECK(drawn_set({}, {-infinity, 0.0F, -infinity, 0.0F, -infinity}) ==
        std::set<std::size_t>{1, 3});
}

TEST_CASE("a seed gives one sequence, the same everywhere, and another seed another") {
  std::vector<float> logits(40);
  for (std::size_t i = 0; i < 40; ++i) logits[i] = 0.1F * static_cast<float>(i * 17 % 23);
  const SamplingOptions options{.temperature = 0.8F, .top_k = 20, .top_p = 0.9};
  CHECK(draws(options, logits, 100, 5) == draws(options, logits, 100, 5));
  CHECK(draws(options, logits, 100, 5) != draws(options, logits, 100, 6));
}

TEST_CASE("bad parameters are refused by name") {
  CHECK(refused({.temperature = -1.0F}) == "temperature");
  CHECK(refused({.temperature = not_a_number}) == "temperature");
  CHECK(refused({.temperature = infinity}) == "temperature");
  CHECK(refused({.top_p = 0.0}) == "top_p");
  CHECK(refused({.top_p = 1.5}) == "top_p");
  CHECK(refused({.top_p = static_cast<double>(not_a_number)}) == "top_p");
  CHECK(refused_logits(std::vector<float>{}) == "logits");
  CHECK(refused_logits(std::vector<float>{0.0F, not_a_number}) == "logits");
  CHECK(refused_logits(std::vector<float>{0.0F, infinity}) == "logits");
  CHECK(refused_logits(std::vector<float>{-infinity, -infinity}) == "logits");
}
