/// x [128, 768] times W [768, 3072], the multiplication kernel of prefill, as a tiny WebAssembly
/// module of its own: tests/bench measures it in a page beside what the machine gives at most.

#include <cstddef>
#include <vector>

#include "tinygpt/matmul.hpp"
#include "tinygpt/panels.hpp"

namespace {

constexpr std::size_t rows = 128;
constexpr std::size_t depth = 768;
constexpr std::size_t columns = 3072;

struct Numbers {
  Numbers() : x(rows * depth, 0.5F), bias(columns, 1.0F), out(rows * columns) {
    // Several in turn, as the layers of a model, so that none waits in a cache.
    const std::vector<float> values(depth * columns, 0.25F);
    for (int i = 0; i < 12; ++i) weights.emplace_back(depth, columns).pack_rows(0, values);
  }

  std::vector<float> x;
  std::vector<float> bias;
  std::vector<float> out;
  std::vector<tinygpt::PackedMatrix> weights;
};

}  // namespace

/// Floating-point operations of one multiplication.
extern "C" double gemm_operations() { return 2.0 * rows * depth * columns; }

/// Multiplies `times` times; the sum of two results, which is 194 (96 + 1 each).
extern "C" float gemm(int times) {
  static Numbers numbers;
  for (int i = 0; i < times; ++i) {
    const auto turn = static_cast<std::size_t>(i) % numbers.weights.size();
    tinygpt::matmul({numbers.out.data(), columns}, {numbers.x.data(), depth}, rows,
                    numbers.weights[turn].panels(), numbers.bias);
  }
  return numbers.out.front() + numbers.out.back();
}
