#pragma once
/// How values cross between the core and JavaScript.
///
/// Every bound function returns { value } or { error }, and lets no C++ exception out. Arrays
/// come as typed arrays (whole numbers as Float64Array, checked by the caller) and leave as
/// copies outside the heap.

#include <emscripten/val.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "tinygpt/array.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt::bindings {

using emscripten::val;

// ---- Into JavaScript -------------------------------------------------------------------------

template <typename T>
val copied_array(const T* data, std::size_t size) {
  return val(emscripten::typed_memory_view(size, data)).template call<val>("slice");
}

inline val to_js(const Matrix& matrix) { return copied_array(matrix.data(), matrix.size()); }
inline val to_js(const std::vector<float>& values) {
  return copied_array(values.data(), values.size());
}

inline val to_js(const std::vector<Index>& indices) {
  std::vector<std::int32_t> narrow(indices.size());
  std::ranges::transform(indices, narrow.begin(),
                         [](Index index) { return static_cast<std::int32_t>(index); });
  return copied_array(narrow.data(), narrow.size());
}

inline val error_of_kind(const char* kind, const char* message) {
  val error = val::object();
  error.set("kind", std::string(kind));
  error.set("message", std::string(message));
  return error;
}

/// Runs `call` and hands over what it returned or, as a plain object, what it threw.
template <typename Call>
val guarded(const Call& call) {
  val result = val::object();
  try {
    result.set("value", call());
  } catch (const IndexError& e) {
    val error = error_of_kind("index", e.what());
    error.set("table", e.table());
    error.set("index", static_cast<double>(e.index()));
    error.set("size", static_cast<double>(e.size()));
    error.set("at", static_cast<double>(e.at()));
    result.set("error", error);
  } catch (const ArgumentError& e) {
    result.set("error", error_of_kind("argument", e.what()));
  } catch (const CapacityError& e) {
    result.set("error", error_of_kind("capacity", e.what()));
  } catch (const std::bad_alloc&) {
    result.set("error", error_of_kind("memory", "the request needs more memory than there is"));
  } catch (const std::exception& e) {
    result.set("error", error_of_kind("other", e.what()));
  }
  return result;
}

// ---- From JavaScript -------------------------------------------------------------------------

/// The caller has made sure that these are whole numbers below 2^53.
inline std::vector<Index> to_indices(const val& float64_array) {
  const auto numbers = emscripten::convertJSArrayToNumberVector<double>(float64_array);
  std::vector<Index> indices(numbers.size());
  std::ranges::transform(numbers, indices.begin(),
                         [](double number) { return static_cast<Index>(number); });
  return indices;
}

}  // namespace tinygpt::bindings
