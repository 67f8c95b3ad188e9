#include "tinygpt/row_updates.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::ArgumentError;
using tinygpt::expected_updates;
using tinygpt::Index;
using tinygpt::simulated_updates;
using tinygpt::TrainingPhase;
using tinygpt::tests::thrown;

namespace {

TrainingPhase phase_of(Index steps, Index batch, std::vector<Index> lengths,
                       std::vector<double> weights) {
  return {
      .steps = steps, .batch = batch, .lengths = std::move(lengths), .weights = std::move(weights)};
}

std::string refused(std::size_t rows, const std::vector<TrainingPhase>& phases) {
  std::string argument = thrown<ArgumentError>([&] { expected_updates(rows, phases); }).argument();
  CHECK(thrown<ArgumentError>([&] { simulated_updates(rows, phases, 0); }).argument() == argument);
  return argument;
}

}  // namespace

TEST_CASE("one length: rows below it in every step, rows from it on in none") {
  const std::vector<TrainingPhase> phases{phase_of(10, 3, {2}, {1})};
  CHECK(expected_updates(4, phases) == std::vector<double>{10, 10, 0, 0});
  CHECK(simulated_updates(4, phases, 1) == std::vector<double>{10, 10, 0, 0});
}

TEST_CASE("two lengths at even odds in batches of two: three steps of four, by hand") {
  const std::vector<TrainingPhase> phases{phase_of(8, 2, {1, 3}, {7, 7})};
  CHECK(expected_updates(4, phases) == std::vector<double>{8, 6, 6, 0});
}

TEST_CASE("phases add up: 90 of 100 steps at 128, 10 at 512, as BERT was trained") {
  const std::vector<TrainingPhase> phases{phase_of(90, 256, {128}, {1}),
                                          phase_of(10, 256, {512}, {1})};
  const std::vector<double> updates = expected_updates(512, phases);
  CHECK(updates[0] == 100);
  CHECK(updates[127] == 100);
  CHECK(updates[128] == 10);
  CHECK(updates[511] == 10);
  CHECK(simulated_updates(512, phases, 5) == updates);
}

TEST_CASE("a length may be listed twice, and may weigh nothing") {
  const std::vector<TrainingPhase> phases{phase_of(8, 1, {1, 3, 1, 4}, {1, 2, 1, 0})};
  CHECK(expected_updates(4, phases) == std::vector<double>{8, 4, 4, 0});
  const std::vector<double> drawn = simulated_updates(4, phases, 3);
  CHECK(drawn[0] == 8);
  CHECK(drawn[3] == 0);
}

TEST_CASE("rare lengths in large batches keep their small probability") {
  // 1 - (1 - 1e-18)^1000 is 1e-15; taken as written, the inner difference would be 1.
  const auto updates =
      expected_updates(2, std::vector<TrainingPhase>{phase_of(1, 1000, {1, 2}, {1, 1e-18})});
  CHECK(std::abs(updates[1] - 1e-15) < 1e-27);
  const auto even =
      expected_updates(2, std::vector<TrainingPhase>{phase_of(1, 1000, {1, 2}, {0.999, 0.001})});
  CHECK(std::abs(even[1] - (1.0 - std::pow(0.999, 1000))) < 1e-12);
}

TEST_CASE("what is drawn lies within five standard deviations of what is expected") {
  std::vector<Index> lengths;
  std::vector<double> weights;
  for (Index length = 1; length <= 64; ++length) {
    lengths.push_back(length);
    weights.push_back(std::exp(-static_cast<double>(length) / 10.0));
  }
  const std::vector<TrainingPhase> phases{phase_of(20'000, 8, lengths, weights)};
  const std::vector<double> expected = expected_updates(64, phases);
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const std::vector<double> drawn = simulated_updates(64, phases, seed);
    for (std::size_t r = 0; r < 64; ++r) {
      CAPTURE(r);
      const double p = expected[r] / 20'000.0;
      CHECK(std::abs(drawn[r] - expected[r]) <= 5.0 * std::sqrt(20'000.0 * p * (1.0 - p)) + 1e-9);
    }
    CHECK(std::ranges::is_sorted(drawn, std::ranges::greater{}));
  }
}

TEST_CASE("a seed gives the same counts, another gives others; the numbers are fixed") {
  const std::vector<TrainingPhase> phases{phase_of(1000, 2, {1, 2, 3, 4}, {4, 3, 2, 1})};
  const std::vector<double> drawn = simulated_updates(4, phases, 7);
  CHECK(drawn == simulated_updates(4, phases, 7));
  CHECK(drawn != simulated_updates(4, phases, 8));
  CHECK(drawn == std::vector<double>{1000, 846, 516, 214});
}

TEST_CASE("what is no training is refused by name") {
  const TrainingPhase good = phase_of(1, 1, {1, 2}, {1, 1});
  CHECK(refused(0, {good}) == "rows");
  CHECK(refused(65'537, {good}) == "rows");
  CHECK(refused(2, std::vector<TrainingPhase>(65, good)) == "phases");
  CHECK(refused(1, {good}) == "lengths");
  CHECK(refused(2, {phase_of(-1, 1, {1}, {1})}) == "steps");
  CHECK(refused(2, {phase_of(1, 0, {1}, {1})}) == "batch");
  CHECK(refused(2, {phase_of(1, (Index{1} << 24U) + 1, {1}, {1})}) == "batch");
  CHECK(refused(2, {phase_of(1, 1, {0}, {1})}) == "lengths");
  CHECK(refused(2, {phase_of(1, 1, {1, 2}, {1})}) == "weights");
  CHECK(refused(2, {phase_of(1, 1, {}, {})}) == "weights");
  CHECK(refused(2, {phase_of(1, 1, {1, 2}, {0, 0})}) == "weights");
  CHECK(refused(2, {phase_of(1, 1, {1, 2}, {5e-324, 0})}) == "weights");
  CHECK(refused(2, {phase_of(1, 1, {1, 2}, {2, -1})}) == "weights");
  CHECK(refused(2, {phase_of(1, 1, {1, 2}, {1e308, 1e308})}) == "weights");
  CHECK(refused(2, {phase_of(1, 1, {1}, {std::numeric_limits<double>::quiet_NaN()})}) == "weights");
}

TEST_CASE(
    "more sequences than can be drawn at once are refused; expected counts have no such bound") {
  const std::vector<TrainingPhase> phases{phase_of(1'000'000, 256, {1}, {1})};
  CHECK(expected_updates(1, phases) == std::vector<double>{1'000'000});
  const auto error = thrown<ArgumentError>([&] { simulated_updates(1, phases, 0); });
  CHECK(error.argument() == "phases");
}

TEST_CASE("no steps, or no phases, are no updates") {
  CHECK(expected_updates(2, {}) == std::vector<double>{0, 0});
  CHECK(simulated_updates(2, std::vector<TrainingPhase>{phase_of(0, 1, {2}, {1})}, 0) ==
        std::vector<double>{0, 0});
}
