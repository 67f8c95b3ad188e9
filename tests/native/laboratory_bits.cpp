/// The native half of the comparison of bits of what is computed with math_f64.hpp;
/// tests/node/laboratories.test.mjs is the other.

#include <doctest/doctest.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json_file.hpp"
#include "tinygpt/interpolation.hpp"
#include "tinygpt/relative_positions.hpp"
#include "tinygpt/rope.hpp"
#include "tinygpt/similarity.hpp"
#include "tinygpt/sinusoidal.hpp"
#include "tinygpt/synthetic.hpp"

using tinygpt::angular_frequencies;
using tinygpt::cosine_similarity;
using tinygpt::elements;
using tinygpt::Frequencies;
using tinygpt::Index;
using tinygpt::interpolate_rows;
using tinygpt::Matrix;
using tinygpt::PairLayout;
using tinygpt::rotate_rows;
using tinygpt::shifted_rows;
using tinygpt::sinusoidal_table;
using tinygpt::tests::Json;

namespace {

/// fnv1a64 of the bytes of all numbers, in sixteen digits.
template <typename Number>
std::string hash_of(std::span<const Number> numbers) {
  std::string bytes;
  for (const Number& number : numbers) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  std::string text(17, '\0');
  std::snprintf(text.data(), text.size(), "%016" PRIx64, tinygpt::fnv1a64(bytes));
  text.pop_back();
  return text;
}

std::string hash_of(const Matrix& matrix) { return hash_of(elements(matrix)); }

std::vector<Index> multiples(Index step, std::size_t count) {
  std::vector<Index> positions(count);
  for (std::size_t i = 0; i < count; ++i) positions[i] = step * static_cast<Index>(i);
  return positions;
}

}  // namespace

TEST_CASE("the native build has the bits of the laboratories that WebAssembly has, too") {
  constexpr Frequencies half{.layout = PairLayout::half, .base = 500000.0};
  constexpr Frequencies whisper{.layout = PairLayout::whisper};
  const Matrix table = sinusoidal_table(512, 64, {});
  const std::vector<double> frequencies = angular_frequencies(1000, {});
  const std::vector<float> slopes = tinygpt::alibi_slopes(48);
  const std::map<std::string, std::string> found{
      {"sinusoidal", hash_of(table)},
      {"half", hash_of(sinusoidal_table(512, 64, half))},
      {"whisper", hash_of(sinusoidal_table(512, 64, whisper))},
      {"frequencies", hash_of(std::span<const double>(frequencies))},
      {"shift", hash_of(shifted_rows(table, 1000, {}))},
      {"rope", hash_of(rotate_rows(table, multiples(37, 512), half))},
      {"cosine", hash_of(cosine_similarity(table))},
      {"cubic", hash_of(interpolate_rows(table, 777, {.mode = tinygpt::InterpolationMode::cubic}))},
      {"slopes", hash_of(std::span<const float>(slopes))},
  };
  const Json agreed = tinygpt::tests::read_json(TINYGPT_TESTS_DIR "/bits/laboratories.json");
  CHECK(agreed.size() == found.size());
  for (const auto& each : found) {
    CAPTURE(each.first);
    CHECK(each.second == agreed.value(each.first, std::string()));
  }
}
