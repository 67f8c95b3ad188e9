#pragma once
/// Which rows of a position table training reaches: a sequence of length n fetches the rows 0 to
/// n - 1, and only fetched rows have gradients. A row is updated in a step where at least one
/// sequence of the batch is longer than its index. Rows far back are updated rarely, or never:
/// BERT was trained at length 128 in nine steps of ten (Devlin et al., arXiv 1810.04805, A.2).

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tinygpt/positions.hpp"

namespace tinygpt {

/// Steps in which every sequence has a length that is drawn from one histogram.
struct TrainingPhase {
  Index steps = 0;             // 0 .. 2^40
  Index batch = 1;             // sequences in a step, 1 .. 2^24
  std::vector<Index> lengths;  // 1 .. rows
  std::vector<double>
      weights;  // of each length, on any scale, none negative; a finite sum of at least 1e-300
};

inline constexpr std::size_t max_update_rows = 65'536;
inline constexpr std::size_t max_phases = 64;
inline constexpr Index max_drawn_sequences = Index{1} << 22U;

/// In how many steps each row is updated, on average:
///     sum over phases of steps (1 - (1 - P(length > row))^batch)                         [rows]
/// Throws ArgumentError naming "rows", "phases", "steps", "batch", "lengths" or "weights".
std::vector<double> expected_updates(std::size_t rows, std::span<const TrainingPhase> phases);

/// The same counted over sequences that are drawn one by one: the same seed gives the same counts
/// everywhere.                                                                             [rows]
/// Also throws ArgumentError "phases" for more than max_drawn_sequences.
std::vector<double> simulated_updates(std::size_t rows, std::span<const TrainingPhase> phases,
                                      std::uint64_t seed);

}  // namespace tinygpt
