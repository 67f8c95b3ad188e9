#include "tinygpt/activation.hpp"

#include <cstddef>

#include "tinygpt/f32x4.hpp"
#include "tinygpt/math.hpp"

namespace tinygpt {

void gelu_new(std::span<float> x) {
  const std::size_t whole = x.size() - x.size() % f32x4_lanes;
  for (std::size_t i = 0; i < whole; i += f32x4_lanes) {
    store_f32x4(&x[i], gelu_new_f32x4(load_f32x4(&x[i])));
  }
  for (std::size_t i = whole; i < x.size(); ++i) x[i] = gelu_new_f32(x[i]);
}

void tenth_relu(std::span<float> x) {
  for (float& value : x) value = 0.1F * (value > 0.0F ? value : 0.0F);
}

}  // namespace tinygpt
