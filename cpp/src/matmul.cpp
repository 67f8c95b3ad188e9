#include "tinygpt/matmul.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "tinygpt/f32x4.hpp"

namespace tinygpt {
namespace {

/// Rows of W that are taken at once: a panel's 256 rows are 16 KB and stay in the nearest cache
/// while all rows of x pass. Between two such blocks a sum waits in `out`, which costs no bits.
constexpr std::size_t depth_block = 256;

/// What a tile adds: sums start at 0 for the first block and take the bias after the last.
struct Block {
  std::size_t first = 0;
  std::size_t count = 0;
  bool is_first = true;
  const float* bias = nullptr;  // null while sums are not complete, or where there is none
};

/// `Rows` rows of out by 4 * `Registers` columns, of which all exist.
template <std::size_t RowCount, std::size_t Registers>
void tile(Rows out, ConstRows x, const float* panel, const Block& block) {
  // Plain arrays of known length, so that every element becomes a register.
  F32x4 sums[RowCount][Registers];  // NOLINT(modernize-avoid-c-arrays)
  for (std::size_t t = 0; t < RowCount; ++t) {
    for (std::size_t r = 0; r < Registers; ++r) {
      sums[t][r] = block.is_first ? F32x4{} : load_f32x4(out.data + t * out.stride + 4 * r);
    }
  }
  const float* const x_first = x.data + block.first;
  const float* w = panel + block.first * panel_width;
  for (std::size_t k = 0; k < block.count; ++k, w += panel_width) {
    F32x4 columns[Registers];  // NOLINT(modernize-avoid-c-arrays)
    for (std::size_t r = 0; r < Registers; ++r) columns[r] = load_f32x4(w + 4 * r);
    for (std::size_t t = 0; t < RowCount; ++t) {
      const F32x4 factor = splat_f32x4(x_first[t * x.stride + k]);
      for (std::size_t r = 0; r < Registers; ++r) sums[t][r] += factor * columns[r];
    }
  }
  for (std::size_t t = 0; t < RowCount; ++t) {
    for (std::size_t r = 0; r < Registers; ++r) {
      if (block.bias != nullptr) sums[t][r] += load_f32x4(block.bias + 4 * r);
      store_f32x4(out.data + t * out.stride + 4 * r, sums[t][r]);
    }
  }
}

/// All 16 columns of a panel for `RowCount` rows, in tiles of at most 8 registers.
template <std::size_t RowCount>
void whole_panel(Rows out, ConstRows x, const float* panel, const Block& block) {
  constexpr std::size_t registers = RowCount <= 2 ? 4 : 2;
  for (std::size_t j = 0; j < panel_width; j += 4 * registers) {
    Block part = block;
    if (part.bias != nullptr) part.bias += j;
    tile<RowCount, registers>({out.data + j, out.stride}, x, panel + j, part);
  }
}

void panel_rows(Rows out, ConstRows x, std::size_t row_count, const float* panel,
                const Block& block) {
  std::size_t t = 0;
  for (; t + 4 <= row_count; t += 4) {
    whole_panel<4>({out.data + t * out.stride, out.stride}, {x.data + t * x.stride, x.stride},
                   panel, block);
  }
  const Rows out_rest{out.data + t * out.stride, out.stride};
  const ConstRows x_rest{x.data + t * x.stride, x.stride};
  switch (row_count - t) {
    case 1:
      whole_panel<1>(out_rest, x_rest, panel, block);
      break;
    case 2:
      whole_panel<2>(out_rest, x_rest, panel, block);
      break;
    case 3:
      whole_panel<3>(out_rest, x_rest, panel, block);
      break;
    default:
      break;
  }
}

/// A whole panel of W, and where its 16 sums go.
struct Stream {
  const float* w = nullptr;
  const float* bias = nullptr;  // null for none
  float* out = nullptr;
};

/// One row of x meets every number of W once, and memory sets the pace. Two streams that lie far
/// apart come faster than one; two beside each other come slower than one (tests/bench/README.md).
void two_panels(const float* x, std::size_t depth, const Stream& first, const Stream& second) {
  constexpr std::size_t registers = panel_width / 4;
  // Plain arrays of known length, so that every element becomes a register.
  F32x4 sums[2][registers]{};  // NOLINT(modernize-avoid-c-arrays)
  const float* a = first.w;
  const float* b = second.w;
  for (const float* const end = x + depth; x != end; ++x, a += panel_width, b += panel_width) {
    const F32x4 factor = splat_f32x4(*x);
    for (std::size_t r = 0; r < registers; ++r) sums[0][r] += factor * load_f32x4(a + 4 * r);
    for (std::size_t r = 0; r < registers; ++r) sums[1][r] += factor * load_f32x4(b + 4 * r);
  }
  for (std::size_t r = 0; r < registers; ++r) {
    if (first.bias != nullptr) sums[0][r] += load_f32x4(first.bias + 4 * r);
    if (second.bias != nullptr) sums[1][r] += load_f32x4(second.bias + 4 * r);
    store_f32x4(first.out + 4 * r, sums[0][r]);
    store_f32x4(second.out + 4 * r, sums[1][r]);
  }
}

/// The whole panels of W but the last of an odd number, each with the one half of W further on.
/// Returns how many columns these are.
std::size_t panel_pairs(float* out, const float* x, const Panels& w, std::span<const float> bias) {
  const std::size_t half = w.columns / panel_width / 2;
  const auto stream = [&](std::size_t panel) {
    const std::size_t j = panel * panel_width;
    return Stream{.w = w.data + panel * w.panel_stride,
                  .bias = bias.empty() ? nullptr : &bias[j],
                  .out = out + j};
  };
  for (std::size_t panel = 0; panel < half; ++panel) {
    two_panels(x, w.depth, stream(panel), stream(half + panel));
  }
  return 2 * half * panel_width;
}

/// The last panel where `width` < 16 columns exist: by way of a copy that is whole.
void narrow_panel(Rows out, ConstRows x, std::size_t row_count, const float* panel,
                  const Block& block, std::size_t width) {
  std::array<float, panel_width> bias{};
  Block whole = block;
  if (block.bias != nullptr) {
    std::copy_n(block.bias, width, bias.begin());
    whole.bias = bias.data();
  }
  std::array<float, 4 * panel_width> copy{};
  for (std::size_t t = 0; t < row_count; t += 4) {
    const std::size_t rows = std::min<std::size_t>(4, row_count - t);
    for (std::size_t r = 0; r < rows && !block.is_first; ++r) {
      std::copy_n(out.data + (t + r) * out.stride, width, &copy[r * panel_width]);
    }
    panel_rows({copy.data(), panel_width}, {x.data + t * x.stride, x.stride}, rows, panel, whole);
    for (std::size_t r = 0; r < rows; ++r) {
      std::copy_n(&copy[r * panel_width], width, out.data + (t + r) * out.stride);
    }
  }
}

}  // namespace

void matmul_scalar(Rows out, ConstRows x, std::size_t row_count, const Panels& w,
                   std::span<const float> bias) {
  for (std::size_t t = 0; t < row_count; ++t) {
    for (std::size_t j = 0; j < w.columns; ++j) {
      const float* const column = w.data + j / panel_width * w.panel_stride + j % panel_width;
      float sum = 0.0F;
      for (std::size_t k = 0; k < w.depth; ++k) {
        sum += x.data[t * x.stride + k] * column[k * panel_width];
      }
      out.data[t * out.stride + j] = bias.empty() ? sum : sum + bias[j];
    }
  }
}

void matmul(Rows out, ConstRows x, std::size_t row_count, const Panels& w,
            std::span<const float> bias) {
  assert(bias.empty() || bias.size() == w.columns);
  const std::size_t done = row_count == 1 ? panel_pairs(out.data, x.data, w, bias) : 0;
  // One or two rows have no use for blocks: they meet every number of W once.
  const std::size_t block_size = row_count <= 2 ? w.depth : depth_block;
  for (std::size_t first = 0; first < w.depth; first += block_size) {
    const std::size_t count = std::min(block_size, w.depth - first);
    const bool is_last = first + count == w.depth;
    for (std::size_t j = done; j < w.columns; j += panel_width) {
      const Block block{.first = first,
                        .count = count,
                        .is_first = first == 0,
                        .bias = is_last && !bias.empty() ? &bias[j] : nullptr};
      const float* const panel = w.data + j / panel_width * w.panel_stride;
      const Rows to{out.data + j, out.stride};
      const std::size_t width = w.columns - j;
      if (width >= panel_width) {
        panel_rows(to, x, row_count, panel, block);
      } else {
        narrow_panel(to, x, row_count, panel, block, width);
      }
    }
  }
}

}  // namespace tinygpt
