/// Quantisation, and the int8 kernel against its specification over random shapes that are no
/// multiples of anything.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bit_equal.hpp"
#include "random_values.hpp"
#include "tinygpt/int8_matmul.hpp"
#include "tinygpt/int8_panels.hpp"

using tinygpt::int8_matmul;
using tinygpt::int8_matmul_scalar;
using tinygpt::Int8Matrix;
using tinygpt::Int8Panels;
using tinygpt::Int8Rows;
using tinygpt::tests::difference;
using tinygpt::tests::RandomValues;

namespace {

int element(const Int8Panels& w, std::size_t k, std::size_t j) {
  return w.data[j / 8 * w.panel_stride + k / 2 * 16 + j % 8 * 2 + k % 2];
}

int element(const Int8Rows& x, std::size_t t, std::size_t k) {
  const std::size_t first = t / 4 * 4;
  const std::size_t size = std::min<std::size_t>(4, x.row_count() - first);
  const std::size_t whole = (x.depth() + 3) / 4 * 4;
  return x.data()[first * whole + k / 2 * 2 * size + (t - first) * 2 + k % 2];
}

Int8Matrix quantized(std::size_t depth, std::size_t columns, std::span<const float> values) {
  Int8Matrix matrix(depth, columns);
  matrix.quantize(0, values);
  return matrix;
}

/// Fails unless scale * q is within half a scale of x, and the largest of x has q = +-limit.
void check_group(std::span<const float> x, float scale, std::span<const int> q, int limit) {
  float largest = 0.0F;
  int largest_q = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    largest = std::max(largest, std::abs(x[i]));
    largest_q = std::max(largest_q, std::abs(q[i]));
    const double error = std::abs(static_cast<double>(scale) * q[i] - x[i]);
    // The second term is what float32 rounds away before the product becomes a whole number.
    CHECK(error <= 0.5 * scale + 3e-7 * std::abs(x[i]));
  }
  CHECK(scale == largest / static_cast<float>(limit));
  CHECK(largest_q == (largest == 0.0F ? 0 : limit));
}

}  // namespace

TEST_CASE("every weight is kept within half of its column's scale, and zeros fill the panels") {
  RandomValues random(1);
  for (int round = 0; round < 40; ++round) {
    const std::size_t depth = random.between(1, 60);
    const std::size_t columns = random.between(1, 40);
    std::vector<float> values = random.floats(depth * columns);
    const std::size_t zero_column = random.between(0, columns - 1);
    for (std::size_t k = 0; k < depth; ++k) values[k * columns + zero_column] = 0.0F;
    const Int8Matrix matrix = quantized(depth, columns, values);
    const std::size_t whole = (columns + 7) / 8 * 8;
    CHECK(matrix.bytes() == whole * ((depth + 3) / 4 * 4) + whole * sizeof(float));
    const Int8Panels panels = matrix.panels();
    for (std::size_t j = 0; j < whole; ++j) {
      std::vector<float> column(depth);
      std::vector<int> q(depth);
      for (std::size_t k = 0; k < depth; ++k) {
        column[k] = j < columns ? values[k * columns + j] : 0.0F;
        q[k] = element(panels, k, j);
      }
      check_group(column, panels.scales[j], q, 127);
      for (std::size_t k = depth; k < (depth + 3) / 4 * 4; ++k) CHECK(element(panels, k, j) == 0);
    }
  }
}

TEST_CASE("a matrix that arrives in pieces, or transposed in pieces, is the same matrix") {
  RandomValues random(2);
  for (int round = 0; round < 20; ++round) {
    const std::size_t depth = random.between(1, 60);
    const std::size_t columns = random.between(2, 40);
    const std::vector<float> values = random.floats(depth * columns);
    std::vector<float> transposed(values.size());
    for (std::size_t k = 0; k < depth; ++k) {
      for (std::size_t j = 0; j < columns; ++j) {
        transposed[j * depth + k] = values[k * columns + j];
      }
    }
    const Int8Matrix expected = quantized(depth, columns, values);
    const std::size_t cut = random.between(1, columns - 1);
    std::vector<float> left;
    std::vector<float> right;
    for (std::size_t k = 0; k < depth; ++k) {
      const auto row = std::span(values).subspan(k * columns, columns);
      left.insert(left.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(cut));
      right.insert(right.end(), row.begin() + static_cast<std::ptrdiff_t>(cut), row.end());
    }
    Int8Matrix by_columns(depth, columns);
    by_columns.quantize(cut, right);
    by_columns.quantize(0, left);
    Int8Matrix by_rows(depth, columns);
    by_rows.quantize_transposed(cut, std::span(transposed).subspan(cut * depth));
    by_rows.quantize_transposed(0, std::span(transposed).first(cut * depth));
    const Int8Panels b = expected.panels();
    for (const Int8Panels& a : {by_columns.panels(), by_rows.panels()}) {
      CHECK(std::equal(a.scales, a.scales + columns, b.scales));
      CHECK(std::equal(a.data, a.data + (columns + 7) / 8 * a.panel_stride, b.data));
    }
  }
}

TEST_CASE("a row of activations has the same numbers and scale in whatever company it comes") {
  RandomValues random(3);
  Int8Rows together;
  Int8Rows alone;
  for (int round = 0; round < 40; ++round) {
    const std::size_t rows = random.between(1, 13);
    const std::size_t depth = random.between(1, 70);
    const std::size_t stride = depth + random.between(0, 5);
    const std::vector<float> x = random.floats(rows * stride);
    together.quantize({x.data(), stride}, rows, depth);
    for (std::size_t t = 0; t < rows; ++t) {
      const std::span<const float> row = std::span(x).subspan(t * stride, depth);
      alone.quantize({row.data(), depth}, 1, depth);
      std::vector<int> q(depth);
      for (std::size_t k = 0; k < depth; ++k) {
        q[k] = element(together, t, k);
        CHECK(q[k] == element(alone, 0, k));
      }
      CHECK(together.scales()[t] == alone.scales()[0]);
      // 2^31 - 1 = sum of `depth` products of 127, at most; and 16 bits.
      const auto room = static_cast<int>(2147483647 / 127 / depth);
      check_group(row, together.scales()[t], q, std::min(room, 32767));
    }
  }
}

TEST_CASE("int8_matmul gives the bits of its specification and writes nothing beside its result") {
  RandomValues random(4);
  Int8Rows x;
  for (int round = 0; round < 150; ++round) {
    const std::size_t rows = random.between(1, round % 3 == 0 ? 3 : 21);
    const std::size_t depth = random.between(1, round % 4 == 0 ? 3100 : 70);
    const std::size_t columns = random.between(1, 40);
    CAPTURE(rows);
    CAPTURE(depth);
    CAPTURE(columns);
    const std::size_t out_stride = columns + random.between(0, 5);
    const std::vector<float> values = random.floats(rows * depth);
    x.quantize({values.data(), depth}, rows, depth);
    const std::vector<float> bias = random.floats(round % 2 == 0 ? columns : 0);
    const Int8Matrix w = quantized(depth, columns, random.floats(depth * columns));

    std::vector<float> fast(rows * out_stride, 7.0F);
    std::vector<float> specified(rows * out_stride, 7.0F);
    int8_matmul({fast.data(), out_stride}, x, w.panels(), bias);
    int8_matmul_scalar({specified.data(), out_stride}, x, w.panels(), bias);
    CHECK(difference(fast, specified) == "");
  }
}

TEST_CASE("sums are exact where every product is as large as it can be") {
  constexpr std::size_t depth = 3072;
  const std::vector<float> ones(depth, 2.0F);
  std::vector<float> two_columns(2 * depth, 4.0F);
  for (std::size_t k = 0; k < depth; ++k) two_columns[2 * k + 1] = -4.0F;
  Int8Rows x;
  x.quantize({ones.data(), depth}, 1, depth);
  const Int8Matrix w = quantized(depth, 2, two_columns);
  std::vector<float> out(2);
  int8_matmul({out.data(), 2}, x, w.panels(), {});
  const std::int64_t largest_sum = std::int64_t{5504} * 127 * depth;
  CHECK(largest_sum <= 2147483647);
  const auto sum = static_cast<float>(largest_sum);
  const float scale = (2.0F / 5504.0F) * (4.0F / 127.0F);
  CHECK(out[0] == sum * scale);
  CHECK(out[1] == -sum * scale);
}

TEST_CASE("the product lies within what the scales allow of the exact one") {
  RandomValues random(5);
  Int8Rows x;
  for (int round = 0; round < 20; ++round) {
    const std::size_t depth = random.between(1, 800);
    const std::vector<float> values = random.floats(depth);
    const std::vector<float> weights = random.floats(depth);
    x.quantize({values.data(), depth}, 1, depth);
    const Int8Matrix w = quantized(depth, 1, weights);
    float out = 0.0F;
    int8_matmul({&out, 1}, x, w.panels(), {});
    const double a = x.scales()[0];
    const double b = w.panels().scales[0];
    double exact = 0.0;
    double allowed = 0.0;
    for (std::size_t k = 0; k < depth; ++k) {
      exact += static_cast<double>(values[k]) * weights[k];
      allowed += 0.5 * (a * std::abs(weights[k]) + b * std::abs(values[k])) + 0.25 * a * b;
    }
    CHECK(std::abs(out - exact) <= 1.0001 * allowed);
  }
}

TEST_CASE("zeros and magnitudes too small to scale give 0; infinity and NaN give NaN") {
  constexpr std::size_t depth = 9;
  const std::vector<float> weights(depth, 1.0F);
  const Int8Matrix w = quantized(depth, 1, weights);
  Int8Rows x;
  const auto product = [&](float first, float others) {
    std::vector<float> row(depth, others);
    row[0] = first;
    x.quantize({row.data(), depth}, 1, depth);
    float out = 7.0F;
    int8_matmul({&out, 1}, x, w.panels(), {});
    return out;
  };
  CHECK(product(0.0F, 0.0F) == 0.0F);
  CHECK(product(1e-31F, std::numeric_limits<float>::denorm_min()) == 0.0F);
  CHECK(product(1e-29F, 1e-29F) == doctest::Approx(9e-29F));
  CHECK(std::isnan(product(std::numeric_limits<float>::infinity(), 1.0F)));
  CHECK(std::isnan(product(-std::numeric_limits<float>::infinity(), 1.0F)));
  CHECK(std::isnan(product(std::numeric_limits<float>::quiet_NaN(), 1.0F)));
  CHECK(std::isnan(product(-std::numeric_limits<float>::quiet_NaN(), 0.0F)));
  CHECK(product(3e37F, -3e37F) == doctest::Approx(-7.0 * 3e37));
}
