#pragma once
/// A learned table made to fit another length or another grid, by the rules of PyTorch's
/// torch.nn.functional.interpolate. Evaluated in float64, rounded to float32 once, where PyTorch
/// works in the table's own precision: they agree within 1e-6 of the largest element.

#include <cstddef>

#include "tinygpt/array.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt {

enum class InterpolationMode {
  linear,  ///< between two neighbours
  cubic,   ///< of four neighbours, cubic convolution with a = -0.75; the border is repeated
};

struct Interpolation {
  InterpolationMode mode = InterpolationMode::linear;
  bool align_corners = false;  ///< true: the first and last element stay where they are
};

/// [n, d] -> [new_rows, d], along the rows. Throws ArgumentError "matrix" where it has no rows,
/// "rows" where new_rows is below 1 or the result would have more than max_length elements.
Matrix interpolate_rows(const Matrix& matrix, Index new_rows, const Interpolation& interpolation);

struct GridSize {
  Index height = 0;
  Index width = 0;
};

/// The table of a vision transformer (Dosovitskiy et al., arXiv 2010.11929, section 3.2) for
/// another image size: row y * width + x belongs to the patch at (y, x), after one row of the class
/// token where there is one, which is kept.  [from + 1, d] -> [to + 1, d] Throws ArgumentError
/// "from", "to" for a size below 1 or a result of more than max_length elements, "matrix" where its
/// rows are not those of `from`.
Matrix interpolate_grid(const Matrix& matrix, GridSize from, GridSize to,
                        const Interpolation& interpolation, bool class_token);

}  // namespace tinygpt
