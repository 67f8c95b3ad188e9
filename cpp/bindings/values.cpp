#include "values.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <new>
#include <string>

#include "tinygpt/errors.hpp"

namespace tinygpt::bindings {
namespace {

val error_of_kind(const char* kind, const char* message) {
  val error = val::object();
  error.set("kind", std::string(kind));
  error.set("message", std::string(message));
  return error;
}

}  // namespace

val copied_into(const val& into, const float* data, std::size_t size) {
  if (into.isUndefined()) return copied_array(data, size);
  // Not the array's own `set`, which could be anyone's: a view of the heap must not get out.
  const val set = val::global("Float32Array")["prototype"]["set"];
  set.call<void>("call", into, val(emscripten::typed_memory_view(size, data)));
  return into;
}

val to_js(const Matrix& matrix) { return copied_array(matrix.data(), matrix.size()); }
val to_js(const std::vector<float>& values) { return copied_array(values.data(), values.size()); }

val to_js(const std::vector<Index>& indices) {
  std::vector<std::int32_t> narrow(indices.size());
  std::ranges::transform(indices, narrow.begin(),
                         [](Index index) { return static_cast<std::int32_t>(index); });
  return copied_array(narrow.data(), narrow.size());
}

val matrix_to_js(const Matrix& matrix) {
  val shape = val::array();
  shape.call<void>("push", static_cast<double>(rows(matrix)), static_cast<double>(columns(matrix)));
  val result = val::object();
  result.set("values", to_js(matrix));
  result.set("shape", shape);
  return result;
}

val caught_error() {
  try {
    throw;
  } catch (const IndexError& e) {
    val error = error_of_kind("index", e.what());
    error.set("table", e.table());
    error.set("index", static_cast<double>(e.index()));
    error.set("size", static_cast<double>(e.size()));
    error.set("at", static_cast<double>(e.at()));
    return error;
  } catch (const ArgumentError& e) {
    return error_of_kind("argument", e.what());
  } catch (const CapacityError& e) {
    return error_of_kind("capacity", e.what());
  } catch (const std::bad_alloc&) {
    return error_of_kind("memory", "the request needs more memory than there is");
  } catch (const std::exception& e) {
    return error_of_kind("other", e.what());
  }
}

std::vector<Index> to_indices(const val& float64_array) {
  const auto numbers = emscripten::convertJSArrayToNumberVector<double>(float64_array);
  std::vector<Index> indices(numbers.size());
  std::ranges::transform(numbers, indices.begin(),
                         [](double number) { return static_cast<Index>(number); });
  return indices;
}

Matrix to_matrix(const val& matrix) {
  const std::vector<Index> shape = to_indices(matrix["shape"]);
  Matrix copy =
      uninitialized_matrix(static_cast<std::size_t>(shape[0]), static_cast<std::size_t>(shape[1]));
  val(emscripten::typed_memory_view(copy.size(), copy.data())).call<void>("set", matrix["values"]);
  return copy;
}

}  // namespace tinygpt::bindings
