/// Kernels at GPT-2 small's sizes on one thread. `GFLOP/s` counts a multiplication and an addition
/// as two, of whole numbers, too; `GB/s` counts the bytes of every weight once. limit_mul_add and
/// limit_read are what the machine gives to nothing but multiplications and additions from the
/// nearest cache, and to nothing but reading.

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "tinygpt/attention.hpp"
#include "tinygpt/f32x4.hpp"
#include "tinygpt/int8_matmul.hpp"
#include "tinygpt/int8_panels.hpp"
#include "tinygpt/kv_cache.hpp"
#include "tinygpt/layer_norm.hpp"
#include "tinygpt/lm_head.hpp"
#include "tinygpt/matmul.hpp"
#include "tinygpt/panels.hpp"

namespace {

using benchmark::Counter;
using benchmark::State;
using tinygpt::F32x4;
using tinygpt::load_f32x4;
using tinygpt::splat_f32x4;

constexpr std::size_t n_embd = 768;

void set_rate(State& state, const char* name, std::size_t per_iteration) {
  state.counters[name] =
      Counter(static_cast<double>(per_iteration) * 1e-9, Counter::kIsIterationInvariantRate);
}

void limit_mul_add(State& state) {
  const std::vector<float> numbers(2048, 1.0F);  // 8 KB
  std::array<F32x4, 8> sums{};
  for (auto _ : state) {
    for (std::size_t i = 0; i < numbers.size(); i += 32) {
      for (std::size_t r = 0; r < 8; ++r) {
        sums[r] += load_f32x4(&numbers[i + 4 * r]) * splat_f32x4(0.5F);
      }
    }
    benchmark::DoNotOptimize(sums);
  }
  set_rate(state, "GFLOP/s", 2 * numbers.size());
}

void limit_read(State& state) {
  const std::vector<float> numbers(std::size_t{32} << 20U, 1.0F);  // 128 MiB
  for (auto _ : state) {
    std::array<F32x4, 4> sums{};
    for (std::size_t i = 0; i < numbers.size(); i += 16) {
      for (std::size_t r = 0; r < 4; ++r) sums[r] += load_f32x4(&numbers[i + 4 * r]);
    }
    benchmark::DoNotOptimize(sums);
  }
  set_rate(state, "GB/s", numbers.size() * sizeof(float));
}

/// x [rows, depth] times W [depth, columns]; several W in turn, so that none waits in a cache.
void matmul(State& state) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const auto depth = static_cast<std::size_t>(state.range(1));
  const auto columns = static_cast<std::size_t>(state.range(2));
  const std::vector<float> x(rows * depth, 0.5F);
  const std::vector<float> bias(columns, 1.0F);
  std::vector<float> out(rows * columns);
  std::vector<tinygpt::PackedMatrix> weights;
  for (int i = 0; i < 12; ++i) {
    weights.emplace_back(depth, columns).pack_rows(0, std::vector<float>(depth * columns, 0.25F));
  }
  std::size_t turn = 0;
  for (auto _ : state) {
    tinygpt::matmul({out.data(), columns}, {x.data(), depth}, rows,
                    weights[turn++ % weights.size()].panels(), bias);
    benchmark::DoNotOptimize(out.data());
  }
  set_rate(state, "GFLOP/s", 2 * rows * depth * columns);
  set_rate(state, "GB/s", depth * columns * sizeof(float));
}

/// The same in int8, with the rows quantised anew each time, as the forward pass does it.
void int8_matmul(State& state) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const auto depth = static_cast<std::size_t>(state.range(1));
  const auto columns = static_cast<std::size_t>(state.range(2));
  const std::vector<float> x(rows * depth, 0.5F);
  const std::vector<float> bias(columns, 1.0F);
  std::vector<float> out(rows * columns);
  std::vector<tinygpt::Int8Matrix> weights;
  for (int i = 0; i < 12; ++i) {
    weights.emplace_back(depth, columns).quantize(0, std::vector<float>(depth * columns, 0.25F));
  }
  tinygpt::Int8Rows quantized;
  std::size_t turn = 0;
  for (auto _ : state) {
    quantized.quantize({x.data(), depth}, rows, depth);
    tinygpt::int8_matmul({out.data(), columns}, quantized,
                         weights[turn++ % weights.size()].panels(), bias);
    benchmark::DoNotOptimize(out.data());
  }
  set_rate(state, "GFLOP/s", 2 * rows * depth * columns);
  set_rate(state, "GB/s", depth * columns);
}

void lm_head(State& state) {
  constexpr std::size_t vocab_size = 50257;
  const std::vector<float> table(vocab_size * n_embd, 0.25F);
  const std::vector<float> hidden(n_embd, 0.5F);
  std::vector<float> logits(vocab_size);
  for (auto _ : state) {
    tinygpt::lm_head(logits, hidden, table);
    benchmark::DoNotOptimize(logits.data());
  }
  set_rate(state, "GB/s", table.size() * sizeof(float));
}

void int8_lm_head(State& state) {
  constexpr std::size_t vocab_size = 50257;
  tinygpt::Int8Matrix table(n_embd, vocab_size);
  table.quantize_transposed(0, std::vector<float>(vocab_size * n_embd, 0.25F));
  const std::vector<float> hidden(n_embd, 0.5F);
  std::vector<float> logits(vocab_size);
  tinygpt::Int8Rows quantized;
  for (auto _ : state) {
    quantized.quantize({hidden.data(), n_embd}, 1, n_embd);
    tinygpt::int8_matmul({logits.data(), vocab_size}, quantized, table.panels(), {});
    benchmark::DoNotOptimize(logits.data());
  }
  set_rate(state, "GB/s", vocab_size * n_embd);
}

void layer_norm(State& state) {
  const std::vector<float> x(n_embd, 0.5F);
  const std::vector<float> weight(n_embd, 1.0F);
  std::vector<float> out(n_embd);
  for (auto _ : state) {
    tinygpt::layer_norm(out, x, weight, x, 1e-5F);
    benchmark::DoNotOptimize(out.data());
  }
  set_rate(state, "Grows/s", 1);
}

/// `rows` new places that look back at `past` and at each other, one layer, all 12 heads.
void attention(State& state) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const auto past = static_cast<std::size_t>(state.range(1));
  tinygpt::Gpt2Config config;
  config.n_layer = 1;
  tinygpt::KvCache cache(config, past + rows);
  const std::vector<float> row(n_embd, 0.1F);
  for (std::size_t place = 0; place < past + rows; ++place) cache.write(0, 0, place, row, row);
  const std::vector<float> q(rows * n_embd, 0.1F);
  std::vector<float> context(rows * n_embd);
  std::vector<float> scratch(tinygpt::attention_rows * cache.capacity());
  for (auto _ : state) {
    tinygpt::attend({context.data(), n_embd}, {q.data(), n_embd}, cache,
                    {.past_length = past, .row_count = rows, .new_length = rows}, {}, scratch,
                    nullptr);
    benchmark::DoNotOptimize(context.data());
  }
  // Every pair of places costs two products of a head's length per head.
  const std::size_t pairs = rows * past + rows * (rows + 1) / 2;
  set_rate(state, "GFLOP/s", 4 * pairs * n_embd);
}

}  // namespace

BENCHMARK(limit_mul_add);
BENCHMARK(matmul)->ArgNames({"rows", "depth", "columns"})->Args({128, 768, 3072});
BENCHMARK(matmul)->ArgNames({"rows", "depth", "columns"})->Args({128, 3072, 768});
BENCHMARK(int8_matmul)->ArgNames({"rows", "depth", "columns"})->Args({128, 768, 3072});
BENCHMARK(int8_matmul)->ArgNames({"rows", "depth", "columns"})->Args({128, 3072, 768});
BENCHMARK(attention)->ArgNames({"rows", "past"})->Args({128, 0})->Args({128, 384})->Args({1, 1000});
BENCHMARK(layer_norm);
BENCHMARK(limit_read);
BENCHMARK(matmul)->ArgNames({"rows", "depth", "columns"})->Args({1, 768, 3072});
BENCHMARK(int8_matmul)->ArgNames({"rows", "depth", "columns"})->Args({1, 768, 3072});
BENCHMARK(lm_head);
BENCHMARK(int8_lm_head);
BENCHMARK_MAIN();
