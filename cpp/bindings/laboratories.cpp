#include "laboratories.hpp"

#include <algorithm>
#include <cstddef>
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

}  // namespace

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

val crop_prompt_of(const val& ids, double room, const std::string& policy) {
  return guarded([&] {
    const std::vector<Index> prompt = to_indices(ids);
    // No prompt is longer than max_position, whatever room there is.
    const auto n_positions =
        static_cast<std::size_t>(std::clamp(whole(room), Index{0}, max_position));
    const CroppedPrompt cropped = crop_prompt(prompt, n_positions,
                                              policy == "keep-head"   ? CropPolicy::keep_head
                                              : policy == "keep-tail" ? CropPolicy::keep_tail
                                                                      : CropPolicy::error);
    return to_js(std::vector<Index>{static_cast<Index>(cropped.dropped_first),
                                    static_cast<Index>(cropped.dropped_last)});
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

}  // namespace tinygpt::bindings
