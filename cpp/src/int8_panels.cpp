#include "tinygpt/int8_panels.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "tinygpt/i16x8.hpp"

namespace tinygpt {
namespace {

/// |x| as its bits: ordered as the magnitudes are, infinity above all numbers and NaN above it.
std::int32_t magnitude_bits(float x) { return std::bit_cast<std::int32_t>(x) & 0x7FFFFFFF; }

struct Scale {
  float scale = 0;    // of a group whose largest magnitude is given
  float inverse = 0;  // what its numbers are multiplied with before they are rounded
};

Scale scale_of(std::int32_t largest_bits, std::int32_t limit) {
  const auto largest = std::bit_cast<float>(largest_bits);
  if (largest < int8_smallest) return {};
  const auto steps = static_cast<float>(limit);
  return {.scale = largest / steps, .inverse = steps / largest};
}

/// Adding 1.5 * 2^23 leaves the nearest whole number in the low bits of the sum.
constexpr float round = 12582912.0F;

std::int16_t nearest(float x) {
  return static_cast<std::int16_t>(std::bit_cast<std::int32_t>(x + round));
}

/// The nearest whole numbers to eight floats times `factor`.
I16x8 nearest(const float* x, F32x4 factor) {
  const F32x4 low = load_f32x4(x) * factor + splat_f32x4(round);
  const F32x4 high = load_f32x4(x + 4) * factor + splat_f32x4(round);
  return __builtin_shufflevector(std::bit_cast<I16x8>(low), std::bit_cast<I16x8>(high), 0, 2, 4, 6,
                                 8, 10, 12, 14);
}

std::int32_t largest_of(const float* x, std::size_t count) {
  I32x4 four{};
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    const I32x4 bits = std::bit_cast<I32x4>(load_f32x4(x + k)) & 0x7FFFFFFF;
    const I32x4 larger = bits > four;
    four = (bits & larger) | (four & ~larger);
  }
  std::int32_t largest = std::max(std::max(four[0], four[1]), std::max(four[2], four[3]));
  for (; k < count; ++k) largest = std::max(largest, magnitude_bits(x[k]));
  return largest;
}

}  // namespace

Int8Matrix::Int8Matrix(std::size_t depth, std::size_t columns) : depth_(depth), columns_(columns) {
  const std::size_t whole = (columns + int8_panel_width - 1) / int8_panel_width * int8_panel_width;
  values_.resize(whole * int8_depth(depth));
  scales_.resize(whole);
}

/// Element (0, column). Pairs of k lie 16 apart.
std::int8_t* Int8Matrix::place(std::size_t column) {
  const std::size_t first = column / int8_panel_width * int8_panel_width;
  return values_.data() + first * int8_depth(depth_) + (column - first) * 2;
}

void Int8Matrix::quantize(std::size_t first, std::span<const float> values) {
  const std::size_t count = values.size() / depth_;
  assert(count * depth_ == values.size() && first + count <= columns_);
  std::vector<std::int32_t> largest(count);
  const float* row = values.data();
  for (std::size_t k = 0; k < depth_; ++k, row += count) {
    for (std::size_t j = 0; j < count; ++j) {
      largest[j] = std::max(largest[j], magnitude_bits(row[j]));
    }
  }
  std::vector<float> inverses(count);
  for (std::size_t j = 0; j < count; ++j) {
    const auto [scale, inverse] = scale_of(largest[j], int8_limit);
    scales_[first + j] = scale;
    inverses[j] = inverse;
  }
  row = values.data();
  for (std::size_t k = 0; k < depth_; ++k, row += count) {
    const std::size_t in_panel = k / 2 * 16 + k % 2;
    for (std::size_t j = 0; j < count; ++j) {
      place(first + j)[in_panel] = static_cast<std::int8_t>(nearest(row[j] * inverses[j]));
    }
  }
}

void Int8Matrix::quantize_transposed(std::size_t first, std::span<const float> rows) {
  assert(rows.size() % depth_ == 0 && first + rows.size() / depth_ <= columns_);
  for (const float *row = rows.data(), *const end = row + rows.size(); row != end;
       row += depth_, ++first) {
    const auto [scale, inverse] = scale_of(largest_of(row, depth_), int8_limit);
    scales_[first] = scale;
    std::int8_t* const to = place(first);
    for (std::size_t k = 0; k < depth_; ++k) {
      to[k / 2 * 16 + k % 2] = static_cast<std::int8_t>(nearest(row[k] * inverse));
    }
  }
}

void Int8Rows::quantize(ConstRows x, std::size_t row_count, std::size_t depth) {
  row_count_ = row_count;
  depth_ = depth;
  const std::size_t whole = int8_depth(depth);
  if (values_.size() < row_count * whole) values_.resize(row_count * whole);
  if (scales_.size() < row_count) scales_.resize(row_count);
  for (std::size_t t = 0; t < row_count; ++t) {
    const float* const row = x.data + t * x.stride;
    const auto [scale, inverse] = scale_of(largest_of(row, depth), row_limit(depth));
    scales_[t] = scale;
    const std::size_t size = std::min(int8_group, row_count - t / int8_group * int8_group);
    std::int16_t* to = values_.data() + t / int8_group * int8_group * whole + t % int8_group * 2;
    std::size_t k = 0;
    for (; k + 8 <= depth; k += 8) {
      const auto pairs = std::bit_cast<I32x4>(nearest(row + k, splat_f32x4(inverse)));
      for (std::size_t pair = 0; pair < 4; ++pair, to += 2 * size) {
        const std::int32_t both = pairs[pair];
        std::memcpy(to, &both, sizeof both);
      }
    }
    for (; k < whole; k += 2, to += 2 * size) {
      to[0] = k < depth ? nearest(row[k] * inverse) : std::int16_t{0};
      to[1] = k + 1 < depth ? nearest(row[k + 1] * inverse) : std::int16_t{0};
    }
  }
}

}  // namespace tinygpt
