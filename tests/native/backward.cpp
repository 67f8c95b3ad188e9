#include "tinygpt/backward.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <random>
#include <vector>

using tinygpt::Affine;
using tinygpt::CausalAttention;
using tinygpt::Index;
using tinygpt::Numbers;
using tinygpt::Parameter;

namespace {

class Draw {
 public:
  /// Between -1 and 1.
  Numbers operator()(std::size_t count) {
    Numbers values(count);
    for (double& value : values) value = static_cast<double>(engine_()) * 0x1p-31 - 1.0;
    return values;
  }
  Affine affine(std::size_t weights, std::size_t biases) {
    return {.weight = parameter(weights), .bias = parameter(biases)};
  }
  Parameter parameter(std::size_t count) {
    return {.value = (*this)(count), .gradient = Numbers(count, 0.0)};
  }

 private:
  std::mt19937 engine_{20};
};

double inner(const Numbers& a, const Numbers& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The largest distance of `derivatives` from those of loss() by `values`, as central differences
/// give them: right to about 1e-9 where the third derivative is near 1.
double off(Numbers& values, const Numbers& derivatives, const std::function<double()>& loss) {
  constexpr double h = 1e-5;
  if (values.size() != derivatives.size()) return INFINITY;
  double largest = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double before = values[i];
    values[i] = before + h;
    const double above = loss();
    values[i] = before - h;
    const double below = loss();
    values[i] = before;
    largest = std::max(largest, std::abs((above - below) / (2.0 * h) - derivatives[i]));
  }
  return largest;
}

constexpr double tolerance = 2e-9;

}  // namespace

TEST_CASE("a matrix with bias: its value by hand, its derivatives by differences") {
  const Affine given{.weight = {.value = {1, 2, 3, 4, 5, 6}, .gradient = Numbers(6)},
                     .bias = {.value = {10, 20, 30}, .gradient = Numbers(3)}};
  CHECK(tinygpt::linear({1, 10, 2, 0}, given) == Numbers{51, 72, 93, 12, 24, 36});

  Draw draw;
  Affine affine = draw.affine(12, 4);
  Numbers x = draw(15);
  const Numbers dy = draw(20);
  const auto loss = [&] { return inner(tinygpt::linear(x, affine), dy); };
  const Numbers dx = tinygpt::linear_backward(dy, x, affine);
  CHECK(off(x, dx, loss) < tolerance);
  CHECK(off(affine.weight.value, affine.weight.gradient, loss) < tolerance);
  CHECK(off(affine.bias.value, affine.bias.gradient, loss) < tolerance);
}

TEST_CASE("LayerNorm: its value by hand, its derivatives by differences") {
  const Affine given{.weight = {.value = {1, 2}, .gradient = Numbers(2)},
                     .bias = {.value = {0, 10}, .gradient = Numbers(2)}};
  const Numbers y = tinygpt::norm_rows({3, 7}, given, 0.0);
  CHECK(y == Numbers{-1, 12});

  Draw draw;
  Affine affine = draw.affine(5, 5);
  Numbers x = draw(15);
  const Numbers dy = draw(15);
  const auto loss = [&] { return inner(tinygpt::norm_rows(x, affine, 1e-5), dy); };
  const Numbers dx = tinygpt::norm_rows_backward(dy, x, affine, 1e-5);
  CHECK(off(x, dx, loss) < tolerance);
  CHECK(off(affine.weight.value, affine.weight.gradient, loss) < tolerance);
  CHECK(off(affine.bias.value, affine.bias.gradient, loss) < tolerance);
}

TEST_CASE("gelu: libm's value to 1e-15, its derivative by differences, at both ends constant") {
  Numbers x{-3.0, -1.0, -0.3, 0.0, 1e-9, 0.2, 0.7, 1.0, 2.5};
  const Numbers y = tinygpt::gelu(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = std::sqrt(2.0 / std::acos(-1.0)) * (x[i] + 0.044715 * x[i] * x[i] * x[i]);
    CHECK(std::abs(y[i] - 0.5 * x[i] * (1.0 + std::tanh(u))) < 1e-15);
  }
  const Numbers dy(x.size(), 1.0);
  CHECK(off(x, tinygpt::gelu_backward(dy, x), [&] { return inner(tinygpt::gelu(x), dy); }) <
        tolerance);
  CHECK(tinygpt::gelu({-1e6, 1e6}) == Numbers{0.0, 1e6});
  CHECK(tinygpt::gelu_backward({1.0, 1.0}, {-1e6, 1e6}) == Numbers{0.0, 1.0});
}

TEST_CASE("attention: equal scores average, later places weigh 0, derivatives by differences") {
  Numbers weights;
  // One head of one number; q = 0, so that every score is 0.
  const Numbers averaged =
      CausalAttention{.n_embd = 1, .n_head = 1}.forward({0, 5, 2, 0, 7, 4, 0, 9, 9}, weights);
  CHECK(averaged[0] == 2.0);
  CHECK(averaged[1] == 3.0);
  CHECK(std::abs(averaged[2] - 5.0) < 1e-15);
  CHECK(weights[0 * 3 + 1] == 0.0);
  CHECK(weights[0 * 3 + 2] == 0.0);
  CHECK(weights[1 * 3 + 2] == 0.0);
  CHECK(weights[1 * 3 + 1] == 0.5);

  Draw draw;
  const CausalAttention attention{.n_embd = 6, .n_head = 3};
  Numbers qkv = draw(std::size_t{4} * 18);
  const Numbers dy = draw(std::size_t{4} * 6);
  attention.forward(qkv, weights);
  const Numbers dqkv = attention.backward(dy, qkv, weights);
  Numbers other;
  CHECK(off(qkv, dqkv, [&] { return inner(attention.forward(qkv, other), dy); }) < tolerance);
}

TEST_CASE("scores that are far apart make weights of 0 and 1, not NaN") {
  Numbers weights;
  const CausalAttention attention{.n_embd = 1, .n_head = 1};
  const Numbers qkv{1, 0, 3, 1000, 5, 4};
  CHECK(attention.forward(qkv, weights) == Numbers{3, 4});
  CHECK(weights == Numbers{1, 0, 0, 1});
  const Numbers dqkv = attention.backward({1, 1}, qkv, weights);
  CHECK(std::ranges::all_of(dqkv, [](double value) { return std::isfinite(value); }));
}

TEST_CASE("cross entropy: log 4 for four equal logits, and softmax minus the target") {
  Numbers z(4, 17.0);
  CHECK(std::abs(tinygpt::cross_entropy(z, 1) - std::log(4.0)) < 1e-15);
  CHECK(z == Numbers{0.25, -0.75, 0.25, 0.25});
}

TEST_CASE("head and loss: derivatives by differences, targets of -1 left out") {
  Draw draw;
  Parameter table = draw.parameter(std::size_t{5} * 3);
  Numbers x = draw(std::size_t{4} * 3);
  const std::vector<Index> targets{2, -1, 0, 2};
  Numbers dx;
  tinygpt::head_loss(dx, x, table, targets, 0.25);
  Parameter other = table;
  Numbers unused;
  const auto loss = [&] {
    other.value = table.value;
    return tinygpt::head_loss(unused, x, other, targets, 0.25);
  };
  CHECK(off(x, dx, loss) < tolerance);
  CHECK(off(table.value, table.gradient, loss) < tolerance);
  CHECK(std::all_of(dx.begin() + 3, dx.begin() + 6, [](double value) { return value == 0.0; }));
}
