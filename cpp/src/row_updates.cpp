#include "tinygpt/row_updates.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "tinygpt/errors.hpp"
#include "tinygpt/sampling.hpp"

namespace tinygpt {
namespace {

/// Below it, near the subnormal numbers, a product with a number below 1 may round up to it.
constexpr double least_total = 1e-300;

void check(std::size_t rows, std::span<const TrainingPhase> phases) {
  require_between("rows", static_cast<Index>(rows), 1, static_cast<Index>(max_update_rows));
  if (phases.size() > max_phases) {
    throw ArgumentError("phases", "must be at most " + std::to_string(max_phases));
  }
  for (const TrainingPhase& phase : phases) {
    require_between("steps", phase.steps, 0, Index{1} << 40U);
    require_between("batch", phase.batch, 1, Index{1} << 24U);
    for (const Index length : phase.lengths) {
      require_between("lengths", length, 1, static_cast<Index>(rows));
    }
    if (phase.weights.size() != phase.lengths.size()) {
      throw ArgumentError("weights", "has " + std::to_string(phase.weights.size()) +
                                         " entries where lengths has " +
                                         std::to_string(phase.lengths.size()));
    }
    for (const double weight : phase.weights) {
      if (!(weight >= 0.0)) throw ArgumentError("weights", "must be 0 or above");
    }
    const double total = std::accumulate(phase.weights.begin(), phase.weights.end(), 0.0);
    if (!(total >= least_total && total <= std::numeric_limits<double>::max())) {
      throw ArgumentError("weights", "must have a finite sum of at least 1e-300");
    }
  }
}

/// The probability that something of probability `p` happens at least once in `count` independent
/// trials: 1 - (1 - p)^count, without the differences that would drown a small p. Of two groups of
/// trials, either the first has it, or it has not and the second has.
double at_least_once(double p, Index count) {
  double result = 0.0;
  for (; count > 0; count /= 2) {
    if (count % 2 == 1) result += p * (1.0 - result);
    p += p * (1.0 - p);
  }
  return result;
}

/// From counts of "the longest was n" (index n, up to rows) to "row r was fetched": n above r.
std::vector<double> fetched(std::vector<double> longest) {
  for (std::size_t n = longest.size() - 1; n-- > 0;) longest[n] += longest[n + 1];
  longest.erase(longest.begin());
  return longest;
}

}  // namespace

std::vector<double> expected_updates(std::size_t rows, std::span<const TrainingPhase> phases) {
  check(rows, phases);
  std::vector<double> updates(rows);
  for (const TrainingPhase& phase : phases) {
    std::vector<double> weight_of(rows + 1);
    for (std::size_t i = 0; i < phase.lengths.size(); ++i) {
      weight_of[static_cast<std::size_t>(phase.lengths[i])] += phase.weights[i];
    }
    const std::vector<double> longer = fetched(std::move(weight_of));
    for (std::size_t r = 0; r < rows; ++r) {
      updates[r] +=
          static_cast<double>(phase.steps) * at_least_once(longer[r] / longer[0], phase.batch);
    }
  }
  return updates;
}

std::vector<double> simulated_updates(std::size_t rows, std::span<const TrainingPhase> phases,
                                      std::uint64_t seed) {
  check(rows, phases);
  double sequences = 0.0;
  for (const TrainingPhase& phase : phases) {
    sequences += static_cast<double>(phase.steps) * static_cast<double>(phase.batch);
  }
  if (sequences > static_cast<double>(max_drawn_sequences)) {
    throw ArgumentError("phases", "have more sequences than are drawn one by one, which is " +
                                      std::to_string(max_drawn_sequences));
  }
  RandomBits random(seed);
  std::vector<double> longest_was(rows + 1);
  for (const TrainingPhase& phase : phases) {
    std::vector<double> up_to(phase.weights.size());
    std::partial_sum(phase.weights.begin(), phase.weights.end(), up_to.begin());
    for (Index step = 0; step < phase.steps; ++step) {
      Index longest = 0;
      for (Index i = 0; i < phase.batch; ++i) {
        // Below the total, so the first sum above it exists, and its own weight is not 0.
        const double drawn = random.next_unit() * up_to.back();
        const auto place = std::ranges::upper_bound(up_to, drawn) - up_to.begin();
        longest = std::max(longest, phase.lengths[static_cast<std::size_t>(place)]);
      }
      longest_was[static_cast<std::size_t>(longest)] += 1.0;
    }
  }
  return fetched(std::move(longest_was));
}

}  // namespace tinygpt
