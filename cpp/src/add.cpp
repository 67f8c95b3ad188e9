#include "tinygpt/add.hpp"

#include <cassert>

#include "tinygpt/f32x4.hpp"

namespace tinygpt {

void add_scalar(std::span<float> sum, std::span<const float> a, std::span<const float> b) {
  assert(sum.size() == a.size() && sum.size() == b.size());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
}

void add(std::span<float> sum, std::span<const float> a, std::span<const float> b) {
  assert(sum.size() == a.size() && sum.size() == b.size());
  const std::size_t whole = sum.size() - sum.size() % f32x4_lanes;
  for (std::size_t i = 0; i < whole; i += f32x4_lanes) {
    store_f32x4(&sum[i], load_f32x4(&a[i]) + load_f32x4(&b[i]));
  }
  add_scalar(sum.subspan(whole), a.subspan(whole), b.subspan(whole));
}

}  // namespace tinygpt
