#include "tinygpt/elsewhere.hpp"

#include <algorithm>
#include <limits>

namespace tinygpt {
namespace {

ElsewhereAnswer raises(std::string_view system) {
  return {.system = system, .outcome = Outcome::raises, .row = {}, .place = {}, .values = {}};
}

ElsewhereAnswer filled(std::string_view system, Outcome outcome, std::size_t columns, float value) {
  return {.system = system,
          .outcome = outcome,
          .row = {},
          .place = {},
          .values = std::vector<float>(columns, value)};
}

ElsewhereAnswer row_of(std::string_view system, const Tensor& table, Index row) {
  ElsewhereAnswer answer{.system = system,
                         .outcome = Outcome::row,
                         .row = static_cast<std::size_t>(row),
                         .place = {},
                         .values = std::vector<float>(table.columns())};
  table.read(*answer.row * table.columns(), answer.values);
  return answer;
}

bool is_row(const Tensor& table, Index index) {
  return index >= 0 && index < static_cast<Index>(table.rows());
}

/// Python's convention: -1 is the last row.
Index wrap_negative(const Tensor& table, Index index) {
  return index < 0 ? index + static_cast<Index>(table.rows()) : index;
}

/// flat[index * columns + c] of a JavaScript typed array: undefined outside, NaN in arithmetic.
ElsewhereAnswer typed_array_answer(const Tensor& table, Index index) {
  constexpr std::string_view system = "typed-array";
  if (is_row(table, index)) return row_of(system, table, index);
  return filled(system, Outcome::nan, table.columns(), std::numeric_limits<float>::quiet_NaN());
}

Index first_element_of(const Weights& weights, const Tensor& table) {
  Index first = 0;
  for (const Tensor& tensor : weights.tensors()) {
    if (&tensor == &table) break;
    first += static_cast<Index>(tensor.element_count());
  }
  return first;
}

/// *(table + index * columns + c) in C, in the one block of memory that holds all tensors.
ElsewhereAnswer c_array_answer(const Weights& weights, const Tensor& table, Index index) {
  constexpr std::string_view system = "c-array";
  if (is_row(table, index)) return row_of(system, table, index);

  const auto columns = static_cast<Index>(table.columns());
  const auto total = static_cast<Index>(parameter_count(weights));
  // The first test keeps the product below from overflowing.
  const bool far_away = index < -total || index > total;
  const Index begin = far_away ? -1 : first_element_of(weights, table) + index * columns;
  if (begin < 0 || begin + columns > total) {
    return {.system = system, .outcome = Outcome::outside, .row = {}, .place = {}, .values = {}};
  }

  ElsewhereAnswer answer = filled(system, Outcome::memory, table.columns(), 0);
  Index tensor_begin = 0;
  for (const Tensor& tensor : weights.tensors()) {
    const Index tensor_end = tensor_begin + static_cast<Index>(tensor.element_count());
    const Index from = std::max(begin, tensor_begin);
    const Index to = std::min(begin + columns, tensor_end);
    if (from < to) {
      const auto element = static_cast<std::size_t>(from - tensor_begin);
      tensor.read(element, std::span(answer.values)
                               .subspan(static_cast<std::size_t>(from - begin),
                                        static_cast<std::size_t>(to - from)));
      if (!answer.place) answer.place = TensorPlace{.tensor = tensor.name(), .element = element};
    }
    tensor_begin = tensor_end;
  }
  return answer;
}

}  // namespace

std::vector<ElsewhereAnswer> answers_elsewhere(const Weights& weights, const Tensor& table,
                                               Index index) {
  const std::size_t columns = table.columns();
  const bool valid = is_row(table, index);
  const Index wrapped = wrap_negative(table, index);
  const Index clamped = std::clamp(wrapped, Index{0}, static_cast<Index>(table.rows()) - 1);
  const auto row_or = [&](std::string_view system, bool takes_row, Index row,
                          ElsewhereAnswer otherwise) {
    return takes_row ? row_of(system, table, row) : std::move(otherwise);
  };
  return {
      row_or("pytorch-cpu", valid, index, raises("pytorch-cpu")),
      row_or("pytorch-cuda", valid, index, raises("pytorch-cuda")),
      row_or("tensorflow-cpu", valid, index, raises("tensorflow-cpu")),
      row_or("tensorflow-gpu", valid, index,
             filled("tensorflow-gpu", Outcome::zeros, columns, 0.0F)),
      row_of("jax-index", table, clamped),
      row_or("jax-take", is_row(table, wrapped), wrapped,
             filled("jax-take", Outcome::nan, columns, std::numeric_limits<float>::quiet_NaN())),
      row_or("numpy", is_row(table, wrapped), wrapped, raises("numpy")),
      typed_array_answer(table, index),
      c_array_answer(weights, table, index),
  };
}

}  // namespace tinygpt
