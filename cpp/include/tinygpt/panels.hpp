#pragma once
/// The layout in which matrices wait for the multiplication kernel (matmul.hpp).
///
/// A matrix [depth, columns] is cut into panels of 16 columns. A panel holds its 16 numbers of row
/// 0, then those of row 1, ...: one contiguous stream, whether one row of x meets it (decoding) or
/// many (prefill). The last panel is filled up with zeros.

#include <cstddef>
#include <span>
#include <vector>

#include "tinygpt/f32x4.hpp"

namespace tinygpt {

inline constexpr std::size_t panel_width = 16;
static_assert(panel_width % f32x4_lanes == 0);

inline constexpr std::size_t panel_count(std::size_t columns) {
  return (columns + panel_width - 1) / panel_width;
}

/// A view of panels. Element (k, j) is data[(j / 16) * panel_stride + k * 16 + j % 16].
struct Panels {
  const float* data = nullptr;
  std::size_t depth = 0;
  std::size_t columns = 0;
  std::size_t panel_stride = 0;  ///< floats from one panel to the next, at least 16 * depth
};

/// Owns a matrix in panels. It is filled row by row, so that a large one can arrive in pieces.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  PackedMatrix(std::size_t depth, std::size_t columns);

  std::size_t depth() const { return depth_; }
  std::size_t columns() const { return columns_; }
  std::size_t bytes() const { return values_.size() * sizeof(float); }

  /// Writes rows first_row, first_row + 1, ...; `rows` holds whole rows [.., columns], row-major.
  void pack_rows(std::size_t first_row, std::span<const float> rows);

  Panels panels() const {
    return {.data = values_.data(),
            .depth = depth_,
            .columns = columns_,
            .panel_stride = depth_ * panel_width};
  }

 private:
  std::size_t depth_ = 0;
  std::size_t columns_ = 0;
  std::vector<float> values_;
};

}  // namespace tinygpt
