/// The functions that need no model, as they are bound.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tinygpt/interpolation.hpp"
#include "tinygpt/parameter_count.hpp"
#include "tinygpt/prompt.hpp"
#include "tinygpt/relative_positions.hpp"
#include "tinygpt/rope.hpp"
#include "tinygpt/similarity.hpp"
#include "tinygpt/sinusoidal.hpp"
#include "values.hpp"

namespace tinygpt::bindings {
namespace {

Index whole(double number) { return static_cast<Index>(number); }
double number(Index whole_number) { return static_cast<double>(whole_number); }

Frequencies frequencies(const std::string& layout, double base) {
  return {.layout = layout == "half"      ? PairLayout::half
                    : layout == "whisper" ? PairLayout::whisper
                                          : PairLayout::interleaved,
          .base = base};
}

Interpolation interpolation(bool cubic, bool align_corners) {
  return {.mode = cubic ? InterpolationMode::cubic : InterpolationMode::linear,
          .align_corners = align_corners};
}

/// From [height, width].
GridSize grid_size(const val& pair) {
  const std::vector<Index> sizes = to_indices(pair);
  return {.height = sizes[0], .width = sizes[1]};
}

val term_to_js(const ParameterTerm& term) {
  val shape = val::array();
  for (const Index size : term.shape) shape.call<void>("push", number(size));
  val result = val::object();
  result.set("name", term.name);
  result.set("shape", shape);
  result.set("times", number(term.times));
  result.set("count", number(term.count));
  result.set("learned", term.learned);
  return result;
}

val parameter_count_of_config(const std::string& model_type, const val& keys, const val& values) {
  return guarded([&] {
    std::vector<ConfigEntry> config;
    for (const Index value : to_indices(values)) {
      config.push_back({.key = keys[config.size()].as<std::string>(), .value = value});
    }
    const ParameterCount count = count_parameters(model_type, config);
    val terms = val::array();
    for (const ParameterTerm& term : count.terms) terms.call<void>("push", term_to_js(term));
    val result = val::object();
    result.set("total", number(count.total));
    result.set("learned", number(count.learned));
    result.set("position", number(count.position));
    result.set("terms", terms);
    return result;
  });
}

val sinusoidal(double n, double d, const std::string& layout, double base) {
  return guarded([&] {
    return matrix_to_js(sinusoidal_table(whole(n), whole(d), frequencies(layout, base)));
  });
}

val sinusoidal_frequencies(double d, const std::string& layout, double base) {
  return guarded([&] {
    const std::vector<double> angular = angular_frequencies(whole(d), frequencies(layout, base));
    return copied_array(angular.data(), angular.size());
  });
}

val sinusoidal_shift(const val& matrix, double k, const std::string& layout, double base) {
  return guarded([&] {
    return matrix_to_js(shifted_rows(to_matrix(matrix), whole(k), frequencies(layout, base)));
  });
}

val dot_products_of(const val& matrix) {
  return guarded([&] { return matrix_to_js(dot_products(to_matrix(matrix))); });
}

val cosine_similarity_of(const val& matrix) {
  return guarded([&] { return matrix_to_js(cosine_similarity(to_matrix(matrix))); });
}

val interpolate(const val& matrix, double rows, bool cubic, bool align_corners) {
  return guarded([&] {
    return matrix_to_js(
        interpolate_rows(to_matrix(matrix), whole(rows), interpolation(cubic, align_corners)));
  });
}

val interpolate_grid_of(const val& matrix, const val& from, const val& to, bool cubic,
                        bool align_corners, bool class_token) {
  return guarded([&] {
    return matrix_to_js(interpolate_grid(to_matrix(matrix), grid_size(from), grid_size(to),
                                         interpolation(cubic, align_corners), class_token));
  });
}

val windows(double length, double size, double overlap) {
  return guarded([&] {
    std::vector<Index> ends;
    for (const Window& window : sliding_windows(whole(length), whole(size), whole(overlap))) {
      ends.push_back(window.start);
      ends.push_back(window.end);
    }
    return to_js(ends);
  });
}

val rope(const val& matrix, const val& positions, const std::string& layout, double base) {
  return guarded([&] {
    return matrix_to_js(
        rotate_rows(to_matrix(matrix), to_indices(positions), frequencies(layout, base)));
  });
}

val alibi_slopes_of(double heads) {
  return guarded([&] { return to_js(alibi_slopes(whole(heads))); });
}

val alibi_bias_of(double heads, double length) {
  return guarded([&] { return matrix_to_js(alibi_bias(whole(heads), whole(length))); });
}

val t5_buckets_of(const val& relative_positions, bool bidirectional, double buckets,
                  double max_distance) {
  return guarded([&] {
    return to_js(t5_buckets(to_indices(relative_positions), {.bidirectional = bidirectional,
                                                             .buckets = whole(buckets),
                                                             .max_distance = whole(max_distance)}));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(laboratories) {
  emscripten::function("parameterCount", &parameter_count_of_config);
  emscripten::function("sinusoidal", &sinusoidal);
  emscripten::function("sinusoidalFrequencies", &sinusoidal_frequencies);
  emscripten::function("sinusoidalShift", &sinusoidal_shift);
  emscripten::function("dotProducts", &dot_products_of);
  emscripten::function("cosineSimilarity", &cosine_similarity_of);
  emscripten::function("interpolate", &interpolate);
  emscripten::function("interpolateGrid", &interpolate_grid_of);
  emscripten::function("windows", &windows);
  emscripten::function("rope", &rope);
  emscripten::function("alibiSlopes", &alibi_slopes_of);
  emscripten::function("alibiBias", &alibi_bias_of);
  emscripten::function("t5Buckets", &t5_buckets_of);
}

}  // namespace tinygpt::bindings
