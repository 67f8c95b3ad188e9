/// Every fast kernel and its specification, over random shapes that are no multiples of anything.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "bit_equal.hpp"
#include "random_values.hpp"
#include "tinygpt/activation.hpp"
#include "tinygpt/layer_norm.hpp"
#include "tinygpt/lm_head.hpp"
#include "tinygpt/math.hpp"
#include "tinygpt/matmul.hpp"
#include "tinygpt/panels.hpp"
#include "tinygpt/softmax.hpp"
#include "tinygpt/sum.hpp"

using tinygpt::matmul;
using tinygpt::matmul_scalar;
using tinygpt::PackedMatrix;
using tinygpt::tests::difference;
using tinygpt::tests::RandomValues;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

PackedMatrix packed(std::size_t depth, std::size_t columns, std::span<const float> values) {
  PackedMatrix matrix(depth, columns);
  // In two pieces, as a loader does it.
  const std::size_t half = depth / 2;
  matrix.pack_rows(0, values.first(half * columns));
  matrix.pack_rows(half, values.subspan(half * columns));
  return matrix;
}

}  // namespace

TEST_CASE("a packed matrix keeps every element, and zeros fill its last panel") {
  RandomValues random(1);
  for (int round = 0; round < 30; ++round) {
    const std::size_t depth = random.between(1, 40);
    const std::size_t columns = random.between(1, 40);
    const std::vector<float> values = random.floats(depth * columns);
    const PackedMatrix matrix = packed(depth, columns, values);
    const tinygpt::Panels panels = matrix.panels();
    CHECK(matrix.bytes() == (columns + 15) / 16 * 16 * depth * sizeof(float));
    for (std::size_t k = 0; k < depth; ++k) {
      for (std::size_t j = 0; j < (columns + 15) / 16 * 16; ++j) {
        const float element = panels.data[j / 16 * panels.panel_stride + k * 16 + j % 16];
        CHECK(element == (j < columns ? values[k * columns + j] : 0.0F));
      }
    }
  }
}

TEST_CASE("matmul gives the bits of its specification and writes nothing beside its result") {
  RandomValues random(2);
  for (int round = 0; round < 120; ++round) {
    const std::size_t rows = random.between(1, round % 3 == 0 ? 3 : 21);
    const std::size_t depth = random.between(1, round % 4 == 0 ? 700 : 70);
    const std::size_t columns = random.between(1, 70);
    CAPTURE(rows);
    CAPTURE(depth);
    CAPTURE(columns);
    const std::size_t x_stride = depth + random.between(0, 5);
    const std::size_t out_stride = columns + random.between(0, 5);
    const std::vector<float> x = random.floats(rows * x_stride);
    const std::vector<float> bias = random.floats(round % 2 == 0 ? columns : 0);
    const PackedMatrix w = packed(depth, columns, random.floats(depth * columns));

    std::vector<float> fast(rows * out_stride, 7.0F);
    std::vector<float> specified(rows * out_stride, 7.0F);
    matmul({fast.data(), out_stride}, {x.data(), x_stride}, rows, w.panels(), bias);
    matmul_scalar({specified.data(), out_stride}, {x.data(), x_stride}, rows, w.panels(), bias);
    CHECK(difference(fast, specified) == "");
  }
}

TEST_CASE("a row of matmul has the same bits alone and among any number of others") {
  RandomValues random(3);
  constexpr std::size_t rows = 11;
  constexpr std::size_t depth = 600;
  const std::vector<float> x = random.floats(rows * depth);
  for (const std::size_t columns : std::array<std::size_t, 6>{8, 16, 37, 48, 64, 90}) {
    CAPTURE(columns);
    const std::vector<float> bias = random.floats(columns);
    const PackedMatrix w = packed(depth, columns, random.floats(depth * columns));
    std::vector<float> together(rows * columns);
    matmul({together.data(), columns}, {x.data(), depth}, rows, w.panels(), bias);
    for (std::size_t cut = 1; cut < rows; ++cut) {
      std::vector<float> apart(rows * columns);
      matmul({apart.data(), columns}, {x.data(), depth}, cut, w.panels(), bias);
      matmul({apart.data() + cut * columns, columns}, {x.data() + cut * depth, depth}, rows - cut,
             w.panels(), bias);
      CHECK(difference(apart, together) == "");
    }
  }
}

TEST_CASE("sum, dot and the head give the bits of their specification") {
  RandomValues random(4);
  for (std::size_t length = 1; length < 150; ++length) {
    const std::vector<float> a = random.floats(length);
    const std::vector<float> b = random.floats(length);
    const std::array fast{tinygpt::sum(a), tinygpt::dot(a, b)};
    const std::array specified{tinygpt::sum_scalar(a), tinygpt::dot_scalar(a, b)};
    CHECK(difference(fast, specified) == "");
    const auto [with_b, with_a] = tinygpt::two_dots(a.data(), b.data(), a.data(), length);
    CHECK(difference(std::array{with_b, with_a},
                     std::array{specified[1], tinygpt::dot_scalar(a, a)}) == "");

    const std::size_t rows = 1 + length % 7;
    const std::vector<float> table = random.floats(rows * length);
    std::vector<float> logits(rows);
    std::vector<float> specified_logits(rows);
    tinygpt::lm_head(logits, a, table);
    tinygpt::lm_head_scalar(specified_logits, a, table);
    CHECK(difference(logits, specified_logits) == "");
  }
}

TEST_CASE("layer_norm gives the bits of its specification, also in place") {
  RandomValues random(5);
  for (std::size_t length = 1; length < 120; ++length) {
    std::vector<float> x = random.floats(length);
    const std::vector<float> weight = random.floats(length);
    const std::vector<float> bias = random.floats(length);
    std::vector<float> specified(length);
    tinygpt::layer_norm_scalar(specified, x, weight, bias, 1e-5F);
    std::vector<float> fast(length);
    tinygpt::layer_norm(fast, x, weight, bias, 1e-5F);
    CHECK(difference(fast, specified) == "");
    tinygpt::layer_norm(x, x, weight, bias, 1e-5F);
    CHECK(difference(x, specified) == "");
  }
}

TEST_CASE("layer_norm leaves mean 0 and variance 1; the identity leaves everything") {
  const std::vector<float> x{1.0F, 2.0F, 3.0F, 6.0F};
  std::vector<float> out(4);
  tinygpt::layer_norm(out, x, std::vector<float>(4, 1.0F), std::vector<float>(4, 0.0F), 0.0F);
  // mean 3, variance (4 + 1 + 0 + 9) / 4 = 3.5
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(out[i] == doctest::Approx((x[i] - 3.0F) / std::sqrt(3.5F)).epsilon(1e-6));
  }
  tinygpt::identity_norm(out, x, {}, {}, 1e-5F);
  CHECK(difference(out, x) == "");
}

TEST_CASE("softmax gives the bits of its specification and sums to 1") {
  RandomValues random(6);
  for (std::size_t length = 1; length < 120; ++length) {
    std::vector<float> fast = random.floats(length);
    if (length % 3 == 0) fast[random.between(0, length - 2)] = -infinity;
    std::vector<float> specified = fast;
    tinygpt::softmax(fast);
    tinygpt::softmax_scalar(specified);
    CHECK(difference(fast, specified) == "");
    double sum = 0.0;
    for (const float weight : fast) sum += weight;
    CHECK(sum == doctest::Approx(1.0).epsilon(1e-5));
  }
}

TEST_CASE("a score of -infinity weighs 0 and leaves the others' bits; only such scores give 0") {
  RandomValues random(7);
  std::vector<float> without = random.floats(29);
  std::vector<float> with;
  for (const float score : without) {
    with.insert(with.end(), random.between(0, 2), -infinity);
    with.push_back(score);
  }
  const std::vector<float> scores = with;
  tinygpt::softmax(with);
  tinygpt::softmax(without);
  std::vector<float> kept;
  for (std::size_t i = 0; i < with.size(); ++i) {
    if (scores[i] == -infinity) {
      CHECK(with[i] == 0.0F);
    } else {
      kept.push_back(with[i]);
    }
  }
  CHECK(difference(kept, without) == "");

  std::vector<float> nothing(5, -infinity);
  tinygpt::softmax(nothing);
  CHECK(difference(nothing, std::vector<float>(5, 0.0F)) == "");
}

TEST_CASE("activations go over spans of any length") {
  RandomValues random(8);
  for (std::size_t length = 0; length < 12; ++length) {
    const std::vector<float> x = random.floats(length);
    std::vector<float> gelu = x;
    tinygpt::gelu_new(gelu);
    std::vector<float> relu = x;
    tinygpt::tenth_relu(relu);
    for (std::size_t i = 0; i < length; ++i) {
      CHECK(gelu[i] == tinygpt::gelu_new_f32(x[i]));
      CHECK(relu[i] == 0.1F * std::max(x[i], 0.0F));
    }
  }
}
