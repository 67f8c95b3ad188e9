#pragma once
/// Weights as 8-bit whole numbers with a scale, and the rows that they are multiplied with, as the
/// kernel of int8_matmul.hpp reads them. A column of W, and a row of x, keeps
///     scale = max|x| / limit,   q = x / scale, rounded to the nearest, ties to even
/// so that scale * q lies within scale / 2 of x. There is no zero point: 0 stays 0. A group whose
/// largest magnitude is below int8_smallest has the scale 0. One that holds infinity or NaN has an
/// infinite scale or NaN, and everything it is multiplied with becomes NaN.
/// ("Symmetric" quantisation: Jacob et al., arXiv 1712.05877; one scale an output channel for
/// weights and one a token for activations: Dettmers et al., arXiv 2208.07339, section 3.1.)

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tinygpt/matmul.hpp"

namespace tinygpt {

inline constexpr std::size_t int8_panel_width = 8;  // columns of W that one tile takes
inline constexpr std::size_t int8_group = 4;        // rows of x that one tile takes
inline constexpr float int8_smallest = 1e-30F;

/// The limit of weights. That of a row is as large as a sum of `depth` products in 32 bits, and 16
/// bits a number, allow: for GPT-2 small's rows 22,000 and 5,500. It costs no more than 127 would,
/// and leaves the weights' error alone.
inline constexpr std::int32_t int8_limit = 127;
inline constexpr std::int32_t row_limit(std::size_t depth) {
  constexpr std::size_t largest_sum = 0x7FFFFFFF;
  return static_cast<std::int32_t>(std::min<std::size_t>(0x7FFF, largest_sum / int8_limit / depth));
}

/// Depths are filled up with zeros to two pairs, which the kernel takes at once.
inline constexpr std::size_t int8_depth(std::size_t depth) { return (depth + 3) / 4 * 4; }

/// A matrix [depth, columns] in panels of 8 columns. A panel holds pairs along the depth, which one
/// instruction multiplies and adds: element (k, j) is
///     data[(j / 8) * panel_stride + (k / 2) * 16 + (j % 8) * 2 + k % 2]
struct Int8Panels {
  const std::int8_t* data = nullptr;
  const float* scales = nullptr;  // [columns], then zeros up to whole panels
  std::size_t depth = 0;
  std::size_t columns = 0;
  std::size_t panel_stride = 0;
};

class Int8Matrix {
 public:
  Int8Matrix() = default;
  Int8Matrix(std::size_t depth, std::size_t columns);

  std::size_t depth() const { return depth_; }
  std::size_t columns() const { return columns_; }
  std::size_t bytes() const { return values_.size() + scales_.size() * sizeof(float); }

  /// Columns first, first + 1, ...: as many as there are in `values`, [depth, ..] row-major. A
  /// matrix can arrive in pieces, none of which needs the others.
  void quantize(std::size_t first, std::span<const float> values);

  /// The same from the rows of the transposed matrix, [.., depth] row-major.
  void quantize_transposed(std::size_t first, std::span<const float> rows);

  Int8Panels panels() const {
    return {.data = values_.data(),
            .scales = scales_.data(),
            .depth = depth_,
            .columns = columns_,
            .panel_stride = int8_depth(depth_) * int8_panel_width};
  }

 private:
  std::int8_t* place(std::size_t column);

  std::size_t depth_ = 0;
  std::size_t columns_ = 0;
  std::vector<std::int8_t> values_;
  std::vector<float> scales_;
};

/// Rows of x for one multiplication, quantised once for all panels that they meet. They
/// lie in groups of four (the last one smaller), a group pair by pair of k: element (t, k) is
///     data[g * 4 * int8_depth(depth) + (k / 2) * 2 * size + (t % 4) * 2 + k % 2]
/// in group g = t / 4 of `size` rows.
class Int8Rows {
 public:
  /// x: [row_count, depth]. Keeps its memory from one call to the next. Each row's numbers and
  /// scale depend on that row only.
  void quantize(ConstRows x, std::size_t row_count, std::size_t depth);

  const std::int16_t* data() const { return values_.data(); }
  const float* scales() const { return scales_.data(); }
  std::size_t row_count() const { return row_count_; }
  std::size_t depth() const { return depth_; }

 private:
  std::size_t row_count_ = 0;
  std::size_t depth_ = 0;
  std::vector<std::int16_t> values_;
  std::vector<float> scales_;  // [row_count]
};

}  // namespace tinygpt
