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

Matrix lookup_rows(const Tensor& table, std::span<const Index> indices) {
  check_indices(table, indices);
  Matrix result = uninitialized_matrix(indices.size(), table.columns());
  for (std::size_t t = 0; t < indices.size(); ++t) {
    table.read(static_cast<std::size_t>(indices[t]) * table.columns(), row(result, t));
  }
  return result;
}

}  // namespace tinygpt
