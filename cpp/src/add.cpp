#include "tinygpt/add.hpp"

#include <cassert>

#include "tinygpt/f32x4.hpp"

namespace tinygpt {
namespace {

constexpr std::size_t step = 8 * f32x4_lanes;

/// All pointers move on, so that every load and store has a constant offset.
class Walk {
 public:
  Walk(std::span<float> sum, std::span<const float> a, std::span<const float> b)
      : sum_(sum.data()), a_(a.data()), b_(b.data()) {}

  void add_step() {
    for (std::size_t i = 0; i < step; i += f32x4_lanes) {
      store_f32x4(sum_ + i, load_f32x4(a_ + i) + load_f32x4(b_ + i));
    }
    sum_ += step;
    a_ += step;
    b_ += step;
  }

 private:
  float* sum_;
  const float* a_;
  const float* b_;
};

}  // namespace

void add_scalar(std::span<float> sum, std::span<const float> a, std::span<const float> b) {
  assert(sum.size() == a.size() && sum.size() == b.size());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
}

void add(std::span<float> sum, std::span<const float> a, std::span<const float> b) {
  assert(sum.size() == a.size() && sum.size() == b.size());
  const std::size_t whole = sum.size() - sum.size() % step;
  Walk walk(sum, a, b);
  for (std::size_t i = 0; i < whole; i += step) walk.add_step();
  add_scalar(sum.subspan(whole), a.subspan(whole), b.subspan(whole));
}

void add_both(const Addition& first, const Addition& second) {
  assert(first.sum.size() == second.sum.size());
  const std::size_t whole = first.sum.size() - first.sum.size() % step;
  Walk walk(first.sum, first.a, first.b);
  Walk other(second.sum, second.a, second.b);
  for (std::size_t i = 0; i < whole; i += step) {
    walk.add_step();
    other.add_step();
  }
  for (const Addition& each : {first, second}) {
    add_scalar(each.sum.subspan(whole), each.a.subspan(whole), each.b.subspan(whole));
  }
}

}  // namespace tinygpt
