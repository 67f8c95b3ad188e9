#include "tinygpt/kv_cache.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <string>

#include "tinygpt/errors.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt {

KvCache::KvCache(const Gpt2Config& config, std::size_t capacity, std::size_t batch)
    : config_(config),
      capacity_(capacity),
      head_size_(config.n_embd / config.n_head),
      keys_size_(panel_count(capacity) * panel_width * head_size_),
      values_size_(panel_count(head_size_) * panel_width * capacity) {
  if (capacity == 0 || capacity > static_cast<std::size_t>(max_length)) {
    throw ArgumentError("capacity", "must be 1 .. " + std::to_string(max_length));
  }
  if (batch == 0) throw ArgumentError("batch", "must be at least 1");
  // In floating point, because the product may not fit into 32 or even 64 bits.
  const double count = static_cast<double>(keys_size_ + values_size_) *
                       static_cast<double>(config.n_head) * static_cast<double>(config.n_layer) *
                       static_cast<double>(batch);
  if (count * sizeof(float) > static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max())) {
    throw ArgumentError("capacity", "makes a cache that is larger than the memory");
  }
  lengths_.assign(batch, 0);
  // NOLINTNEXTLINE(modernize-avoid-c-arrays)
  numbers_ = std::make_unique_for_overwrite<float[]>(bytes() / sizeof(float));
}

void KvCache::truncate(std::size_t length, std::size_t sequence) {
  if (sequence >= batch()) {
    throw ArgumentError("sequence", "must be below the batch of " + std::to_string(batch()));
  }
  if (length > lengths_[sequence]) {
    throw ArgumentError("length", "is " + std::to_string(length) + " where the cache holds " +
                                      std::to_string(lengths_[sequence]) + " places");
  }
  lengths_[sequence] = length;
}

void KvCache::reset(std::size_t sequence) { truncate(0, sequence); }
void KvCache::reset() { std::ranges::fill(lengths_, std::size_t{0}); }

std::size_t KvCache::head_start(std::size_t layer, std::size_t sequence, std::size_t head) const {
  const std::size_t index = (layer * batch() + sequence) * config_.n_head + head;
  return index * (keys_size_ + values_size_);
}

void KvCache::write(std::size_t layer, std::size_t sequence, std::size_t place,
                    std::span<const float> key, std::span<const float> value) {
  assert(place < capacity_ && key.size() == config_.n_embd && value.size() == config_.n_embd);
  // Kernels read panels as a whole: what no place or component fills is zero.
  const std::size_t keys_panel = panel_width * head_size_;
  const std::size_t values_width = panel_count(head_size_) * panel_width;
  for (std::size_t head = 0; head < config_.n_head; ++head) {
    float* const keys = numbers_.get() + head_start(layer, sequence, head);
    float* const panel = keys + place / panel_width * keys_panel;
    if (place % panel_width == 0) std::fill_n(panel, keys_panel, 0.0F);
    for (std::size_t c = 0; c < head_size_; ++c) {
      panel[c * panel_width + place % panel_width] = key[head * head_size_ + c];
    }
    float* const values = keys + keys_size_;
    for (std::size_t c = 0; c < values_width; ++c) {
      values[c / panel_width * panel_width * capacity_ + place * panel_width + c % panel_width] =
          c < head_size_ ? value[head * head_size_ + c] : 0.0F;
    }
  }
}

Panels KvCache::keys(std::size_t layer, std::size_t sequence, std::size_t head,
                     std::size_t places) const {
  return {.data = numbers_.get() + head_start(layer, sequence, head),
          .depth = head_size_,
          .columns = places,
          .panel_stride = head_size_ * panel_width};
}

Panels KvCache::values(std::size_t layer, std::size_t sequence, std::size_t head,
                       std::size_t places) const {
  return {.data = numbers_.get() + head_start(layer, sequence, head) + keys_size_,
          .depth = places,
          .columns = head_size_,
          .panel_stride = capacity_ * panel_width};
}

}  // namespace tinygpt
