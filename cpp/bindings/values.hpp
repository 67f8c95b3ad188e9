#pragma once
/// How values cross between the core and JavaScript.
///
/// Every bound function returns { value } or { error }, and lets no C++ exception out. Arrays
/// come as typed arrays (whole numbers as Float64Array, checked by the caller) and leave as
/// copies outside the heap.

#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tinygpt/array.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt::bindings {

using emscripten::val;

// ---- Into JavaScript -------------------------------------------------------------------------

template <typename T>
val copied_array(const T* data, std::size_t size) {
  return val(emscripten::typed_memory_view(size, data)).template call<val>("slice");
}

/// The same into a Float32Array of that size, or a new one where `into` is undefined.
val copied_into(const val& into, const float* data, std::size_t size);

/// The elements alone, row after row.
val to_js(const Matrix& matrix);
val to_js(const std::vector<float>& values);
/// An Int32Array.
val to_js(const std::vector<Index>& indices);

/// { values, shape: [rows, columns] }
val matrix_to_js(const Matrix& matrix);

/// The exception in flight as a plain object.
val caught_error();

/// Runs `call` and hands over what it returned or, as a plain object, what it threw.
template <typename Call>
val guarded(const Call& call) {
  val result = val::object();
  try {
    result.set("value", call());
  } catch (...) {
    result.set("error", caught_error());
  }
  return result;
}

// ---- From JavaScript -------------------------------------------------------------------------

/// The caller has made sure that these are whole numbers below 2^53.
std::vector<Index> to_indices(const val& float64_array);

/// A seed comes in two halves, each a whole number below 2^32.
inline std::uint64_t joined_seed(double high, double low) {
  return (static_cast<std::uint64_t>(high) << 32U) | static_cast<std::uint64_t>(low);
}

/// From { values, shape }; the caller has made sure that the one is as long as the other says.
Matrix to_matrix(const val& matrix);

}  // namespace tinygpt::bindings
