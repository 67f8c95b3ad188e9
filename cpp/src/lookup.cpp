#include "tinygpt/lookup.hpp"

#include <string>

#include "tinygpt/errors.hpp"

namespace tinygpt {

std::string_view table_name(const Tensor& table) {
  const std::string_view name = table.name();
  return name.substr(0, name.find('.'));
}

void check_indices(const Tensor& table, std::span<const Index> indices) {
  const auto size = static_cast<Index>(table.rows());
  for (std::size_t t = 0; t < indices.size(); ++t) {
    if (indices[t] < 0 || indices[t] >= size) {
      throw IndexError(std::string(table_name(table)), indices[t], table.rows(), t);
    }
  }
}

void read_row(const Tensor& table, Index index, std::span<float> out) {
  table.read(static_cast<std::size_t>(index) * table.columns(), out);
}

std::span<const float> row_at(const Tensor& table, Index index, std::span<float> made) {
  const std::span<const float> all = table.in_memory();
  if (all.empty()) {
    read_row(table, index, made);
    return made;
  }
  return all.subspan(static_cast<std::size_t>(index) * table.columns(), table.columns());
}

Matrix lookup_rows(const Tensor& table, std::span<const Index> indices) {
  check_indices(table, indices);
  Matrix result = uninitialized_matrix(indices.size(), table.columns());
  for (std::size_t t = 0; t < indices.size(); ++t) {
    read_row(table, indices[t], row(result, t));
  }
  return result;
}

}  // namespace tinygpt
