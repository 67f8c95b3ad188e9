#include "tinygpt/panels.hpp"

#include <algorithm>
#include <cassert>

namespace tinygpt {

PackedMatrix::PackedMatrix(std::size_t depth, std::size_t columns)
    : depth_(depth), columns_(columns), values_(panel_count(columns) * depth * panel_width) {}

void PackedMatrix::pack_rows(std::size_t first_row, std::span<const float> rows) {
  assert(rows.size() % columns_ == 0 && first_row + rows.size() / columns_ <= depth_);
  const std::size_t row_count = rows.size() / columns_;
  for (std::size_t j = 0; j < columns_; j += panel_width) {
    const std::size_t width = std::min(panel_width, columns_ - j);
    float* to = values_.data() + j * depth_ + first_row * panel_width;
    for (std::size_t k = 0; k < row_count; ++k, to += panel_width) {
      std::copy_n(rows.data() + k * columns_ + j, width, to);
    }
  }
}

}  // namespace tinygpt
