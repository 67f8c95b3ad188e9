#include "tinygpt/int8_matmul.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "tinygpt/i16x8.hpp"

namespace tinygpt {
namespace {

/// Where the 8 columns of a tile go, and what they are scaled with.
struct Target {
  Rows out{};
  const float* x_scales = nullptr;
  const float* w_scales = nullptr;
  const float* bias = nullptr;
};

void store_row(const Target& to, std::size_t t, I32x4 low, I32x4 high) {
  float* const out = to.out.data + t * to.out.stride;
  const F32x4 x_scale = splat_f32x4(to.x_scales[t]);
  store_f32x4(out, to_f32x4(low) * (x_scale * load_f32x4(to.w_scales)) + load_f32x4(to.bias));
  store_f32x4(out + 4,
              to_f32x4(high) * (x_scale * load_f32x4(to.w_scales + 4)) + load_f32x4(to.bias + 4));
}

/// A group of `RowCount` rows by the 8 columns of a panel. A function of its own: among other
/// code, engines keep its sums in memory instead of registers.
template <std::size_t RowCount>
[[gnu::noinline]] void tile(const Target& to, const std::int16_t* x, const std::int8_t* w,
                            std::size_t depth) {
  // Few rows get two sums a column, so that an addition need not wait for the one before.
  constexpr std::size_t chains = RowCount <= 2 ? 2 : 1;
  // Plain arrays of known length, so that every element becomes a register.
  I32x4 low[chains][RowCount]{};   // NOLINT(modernize-avoid-c-arrays)
  I32x4 high[chains][RowCount]{};  // NOLINT(modernize-avoid-c-arrays)
  for (const std::int8_t* const end = w + depth * int8_panel_width; w != end;
       w += chains * 2 * int8_panel_width, x += chains * 2 * RowCount) {
    for (std::size_t pair = 0; pair < chains; ++pair) {
      const I16x8 low_columns = load_i8x8(w + pair * 2 * int8_panel_width);
      const I16x8 high_columns = load_i8x8(w + pair * 2 * int8_panel_width + 8);
      for (std::size_t t = 0; t < RowCount; ++t) {
        const I16x8 factors = splat_pair(x + 2 * (pair * RowCount + t));
        low[pair][t] += dot_pairs(factors, low_columns);
        high[pair][t] += dot_pairs(factors, high_columns);
      }
    }
  }
#pragma GCC unroll 4
  for (std::size_t t = 0; t < RowCount; ++t) {
    if constexpr (chains == 2) {
      low[0][t] += low[1][t];
      high[0][t] += high[1][t];
    }
    store_row(to, t, low[0][t], high[0][t]);
  }
}

void group(const Target& to, std::size_t row_count, const std::int16_t* x, const std::int8_t* w,
           std::size_t depth) {
  switch (row_count) {
    case 1:
      return tile<1>(to, x, w, depth);
    case 2:
      return tile<2>(to, x, w, depth);
    case 3:
      return tile<3>(to, x, w, depth);
    default:
      return tile<int8_group>(to, x, w, depth);
  }
}

/// One row by two panels that lie far apart, whose streams come faster than one (matmul.cpp). Four
/// sums, so that an addition need not wait for the one before.
[[gnu::noinline]] void two_panels(const Target& to_a, const Target& to_b, const std::int16_t* x,
                                  const std::int8_t* a, const std::int8_t* b, std::size_t depth) {
  I32x4 low_a{};
  I32x4 high_a{};
  I32x4 low_b{};
  I32x4 high_b{};
  constexpr std::size_t step = 2 * int8_panel_width;
  for (const std::int8_t* const end = a + depth * int8_panel_width; a != end;
       a += step, b += step, x += 2) {
    const I16x8 factors = splat_pair(x);
    low_a += dot_pairs(factors, load_i8x8(a));
    high_a += dot_pairs(factors, load_i8x8(a + 8));
    low_b += dot_pairs(factors, load_i8x8(b));
    high_b += dot_pairs(factors, load_i8x8(b + 8));
  }
  store_row(to_a, 0, low_a, high_a);
  store_row(to_b, 0, low_b, high_b);
}

/// The last panel where `width` < 8 columns exist: by way of a copy that is whole.
void narrow_group(const Target& to, std::size_t row_count, const std::int16_t* x,
                  const std::int8_t* w, std::size_t depth, std::size_t width) {
  std::array<float, int8_panel_width> bias{};
  std::copy_n(to.bias, width, bias.begin());
  std::array<float, int8_group * int8_panel_width> copy{};
  group({.out = {copy.data(), int8_panel_width},
         .x_scales = to.x_scales,
         .w_scales = to.w_scales,
         .bias = bias.data()},
        row_count, x, w, depth);
  for (std::size_t t = 0; t < row_count; ++t) {
    std::copy_n(&copy[t * int8_panel_width], width, to.out.data + t * to.out.stride);
  }
}

constexpr std::array<float, int8_panel_width> no_bias{};

Target target(Rows out, const Int8Rows& x, const Int8Panels& w, std::span<const float> bias,
              std::size_t t, std::size_t j) {
  return {.out = {out.data + t * out.stride + j, out.stride},
          .x_scales = x.scales() + t,
          .w_scales = w.scales + j,
          .bias = bias.empty() ? no_bias.data() : &bias[j]};
}

/// One row by the whole panels but the last of an odd number. Returns how many panels these are.
std::size_t panel_pairs(Rows out, const Int8Rows& x, const Int8Panels& w,
                        std::span<const float> bias) {
  const std::size_t half = w.columns / int8_panel_width / 2;
  const std::int8_t* a = w.data;
  const std::int8_t* b = a + half * w.panel_stride;
  for (std::size_t panel = 0; panel < half; ++panel, a += w.panel_stride, b += w.panel_stride) {
    two_panels(target(out, x, w, bias, 0, panel * int8_panel_width),
               target(out, x, w, bias, 0, (half + panel) * int8_panel_width), x.data(), a, b,
               int8_depth(w.depth));
  }
  return 2 * half;
}

}  // namespace

void int8_matmul_scalar(Rows out, const Int8Rows& x, const Int8Panels& w,
                        std::span<const float> bias) {
  for (std::size_t t = 0; t < x.row_count(); ++t) {
    const std::size_t first = t / int8_group * int8_group;
    const std::size_t size = std::min(int8_group, x.row_count() - first);
    const std::int16_t* const row = x.data() + first * int8_depth(w.depth) + (t - first) * 2;
    for (std::size_t j = 0; j < w.columns; ++j) {
      const std::int8_t* const column =
          w.data + j / int8_panel_width * w.panel_stride + j % int8_panel_width * 2;
      std::int32_t sum = 0;
      for (std::size_t k = 0; k < w.depth; ++k) {
        sum += row[k / 2 * 2 * size + k % 2] * column[k / 2 * 2 * int8_panel_width + k % 2];
      }
      const float product = static_cast<float>(sum) * (x.scales()[t] * w.scales[j]);
      out.data[t * out.stride + j] = product + (bias.empty() ? 0.0F : bias[j]);
    }
  }
}

void int8_matmul(Rows out, const Int8Rows& x, const Int8Panels& w, std::span<const float> bias) {
  assert(x.depth() == w.depth && (bias.empty() || bias.size() == w.columns));
  const std::size_t depth = int8_depth(w.depth);
  const std::size_t done = x.row_count() == 1 ? panel_pairs(out, x, w, bias) : 0;
  const std::int8_t* panel = w.data + done * w.panel_stride;
  for (std::size_t j = done * int8_panel_width; j < w.columns;
       j += int8_panel_width, panel += w.panel_stride) {
    const std::size_t width = w.columns - j;
    for (std::size_t t = 0; t < x.row_count(); t += int8_group) {
      const Target to = target(out, x, w, bias, t, j);
      const std::size_t rows = std::min(int8_group, x.row_count() - t);
      const std::int16_t* const x_group = x.data() + t * depth;
      if (width >= int8_panel_width) {
        group(to, rows, x_group, panel, depth);
      } else {
        narrow_group(to, rows, x_group, panel, depth, width);
      }
    }
  }
}

}  // namespace tinygpt
