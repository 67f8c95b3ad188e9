#pragma once
/// Fetching rows of a table by index.

#include <cstddef>
#include <span>
#include <string_view>

#include "tinygpt/array.hpp"
#include "tinygpt/positions.hpp"
#include "tinygpt/weights.hpp"

namespace tinygpt {

/// "wte" of "wte.weight": the table's name in messages.
std::string_view table_name(const Tensor& table);

/// Throws IndexError for the first of `indices` that is not a row of `table`.
void check_indices(const Tensor& table, std::span<const Index> indices);

/// Writes table[index] into `out`, which has table.columns() elements. `index` has been checked.
void read_row(const Tensor& table, Index index, std::span<float> out);

/// table[index] where it lies in memory; a row made by rule is written into `made` and found there.
/// made: [columns]. `index` has been checked.
std::span<const float> row_at(const Tensor& table, Index index, std::span<float> made);

/// table[indices]: row indices[t] becomes row t of the result.  [T] -> [T, columns]
/// Throws IndexError before the result is allocated.
Matrix lookup_rows(const Tensor& table, std::span<const Index> indices);

}  // namespace tinygpt
