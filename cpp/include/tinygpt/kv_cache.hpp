#pragma once
/// Keys and values of the places that a model has already seen.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tinygpt/config.hpp"
#include "tinygpt/matmul.hpp"
#include "tinygpt/panels.hpp"

namespace tinygpt {

/// A batch of sequences, each with its own length, all with the same capacity. A key or value is
/// written once and stays; places from `length` on hold nothing that is ever looked at.
///
/// Memory is asked for at once, but first touched when places come to lie there: a cache for 1024
/// places that holds 48 takes room for 48 from a system that gives memory by pages.
///
/// Keys and values lie in panels (panels.hpp), per layer, sequence and head:
///     keys    [head_size, capacity]  so that q times keys is one multiplication
///     values  [capacity, head_size]  so that weights times values is one, too
class KvCache {
 public:
  /// Throws ArgumentError when capacity or batch is 0 or the cache would not fit into memory.
  KvCache(const Gpt2Config& config, std::size_t capacity, std::size_t batch = 1);

  std::size_t capacity() const { return capacity_; }
  std::size_t batch() const { return lengths_.size(); }
  std::size_t bytes() const {
    return (keys_size_ + values_size_) * config_.n_head * config_.n_layer * batch() * sizeof(float);
  }
  const Gpt2Config& config() const { return config_; }

  /// How many places a sequence holds: past_length of its next step.
  std::size_t length(std::size_t sequence = 0) const { return lengths_[sequence]; }

  /// Forgets all places from `length` on. Throws ArgumentError where the sequence has fewer.
  void truncate(std::size_t length, std::size_t sequence = 0);

  /// Forgets everything, of one sequence or of all.
  void reset(std::size_t sequence);
  void reset();

  // ---- For the forward pass
  // ----------------------------------------------------------------------

  /// Writes key and value of one place in one layer. key, value: [n_embd], head after head.
  void write(std::size_t layer, std::size_t sequence, std::size_t place, std::span<const float> key,
             std::span<const float> value);

  /// The first `places` keys [head_size, places] and values [places, head_size] of one head.
  Panels keys(std::size_t layer, std::size_t sequence, std::size_t head, std::size_t places) const;
  Panels values(std::size_t layer, std::size_t sequence, std::size_t head,
                std::size_t places) const;

  /// Takes `count` more places, written in every layer, into the sequence.
  void extend(std::size_t sequence, std::size_t count) { lengths_[sequence] += count; }

 private:
  std::size_t head_start(std::size_t layer, std::size_t sequence, std::size_t head) const;

  Gpt2Config config_;
  std::size_t capacity_;
  std::size_t head_size_;
  std::size_t keys_size_;    // floats of one head's keys
  std::size_t values_size_;  // floats of one head's values, which follow its keys
  std::vector<std::size_t> lengths_;
  std::unique_ptr<float[]> numbers_;  // NOLINT(modernize-avoid-c-arrays): never zeroed as a whole
};

}  // namespace tinygpt
