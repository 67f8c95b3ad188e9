#pragma once
/// The functions that need no model, as they are bound.

#include <emscripten/val.h>

#include <string>

namespace tinygpt::bindings {

using emscripten::val;

val parameter_count_of_config(const std::string& model_type, const val& keys, const val& values);

val sinusoidal(double n, double d, const std::string& layout, double base);
val sinusoidal_frequencies(double d, const std::string& layout, double base);
val sinusoidal_shift(const val& matrix, double k, const std::string& layout, double base);
val dot_products_of(const val& matrix);
val cosine_similarity_of(const val& matrix);

val interpolate(const val& matrix, double rows, bool cubic, bool align_corners);
val interpolate_grid_of(const val& matrix, const val& from, const val& to, bool cubic,
                        bool align_corners, bool class_token);

val windows(double length, double size, double overlap);
val crop_prompt_of(const val& ids, double room, const std::string& policy);

val rope(const val& matrix, const val& positions, const std::string& layout, double base);
val alibi_slopes_of(double heads);
val alibi_bias_of(double heads, double length);
val t5_buckets_of(const val& relative_positions, bool bidirectional, double buckets,
                  double max_distance);

}  // namespace tinygpt::bindings
