#include "tinygpt/synthetic.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bit_equal.hpp"
#include "json_file.hpp"
#include "tinygpt/checkpoint.hpp"

using tinygpt::fnv1a64;
using tinygpt::read_synthetic;
using tinygpt::synthetic_tensor;
using tinygpt::SyntheticTensor;
using tinygpt::tests::difference;
using tinygpt::tests::float32_elements;
using tinygpt::tests::Json;
using tinygpt::tests::read_test_data;

namespace {

constexpr std::size_t gpt2_layers = 12;

std::vector<float> elements_of(const SyntheticTensor& tensor, std::size_t first,
                               std::size_t count) {
  std::vector<float> elements(count);
  read_synthetic(tensor, first, elements);
  return elements;
}

float lane_sum_around_zero(std::uint64_t h) {
  const std::uint64_t sum =
      (h & 0xFFFFU) + ((h >> 16U) & 0xFFFFU) + ((h >> 32U) & 0xFFFFU) + (h >> 48U);
  return static_cast<float>(sum) - 131070.0F;
}

struct Moments {
  double mean = 0;
  double deviation = 0;
};

Moments moments(std::span<const float> values) {
  double sum = 0;
  double squares = 0;
  for (const float value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  for (const float value : values) squares += (value - mean) * (value - mean);
  return {.mean = mean, .deviation = std::sqrt(squares / static_cast<double>(values.size()))};
}

void check_moments(std::string_view name, double mean, double deviation) {
  CAPTURE(name);
  const Moments found = moments(elements_of(synthetic_tensor(name, gpt2_layers, 0), 0, 100'000));
  CHECK(std::abs(found.mean - mean) < 0.02 * deviation);
  CHECK(found.deviation == doctest::Approx(deviation).epsilon(0.01));
}

}  // namespace

TEST_CASE("fnv1a64 gives the published test vectors") {
  CHECK(fnv1a64("") == 0xCBF29CE484222325U);
  CHECK(fnv1a64("a") == 0xAF63DC4C8601EC8CU);
  CHECK(fnv1a64("b") == 0xAF63DF4C8601F1A5U);
  CHECK(fnv1a64("foo") == 0xDCB27518FED9D577U);
  CHECK(fnv1a64("foobar") == 0x85944171F73967E8U);
}

TEST_CASE("fnv1a64 takes bytes above 127 as unsigned") {
  CHECK(fnv1a64("\xFF") == 0xAF64724C8602EB6EU);
  CHECK(fnv1a64("\xE7\x8C\xAB") == 0x2798B01B6CF1574FU);
}

TEST_CASE("the stream is splitmix64: known outputs, seen through their lane sums") {
  // The generator's well-known first outputs for the seeds 0 and 1234567.
  const std::array<std::uint64_t, 5> from_zero{0xE220A8397B1DCDAFU, 0x6E789E6AA1B965F4U,
                                               0x06C45D188009454FU, 0xF88BB8A8724C81ECU,
                                               0x1B39896A51A8749BU};
  const std::array<std::uint64_t, 5> from_1234567{6457827717110365317U, 3203168211198807973U,
                                                  9817491932198370423U, 4593380528125082431U,
                                                  16408922859458223821U};
  const std::vector<float> zero = elements_of({.seed = 0, .scale = 1}, 0, 5);
  const std::vector<float> other = elements_of({.seed = 1234567, .scale = 1}, 0, 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(zero[i] == lane_sum_around_zero(from_zero[i]));
    CHECK(other[i] == lane_sum_around_zero(from_1234567[i]));
  }
}

TEST_CASE("the seed of a tensor is the hash of its name, xor the model's seed") {
  CHECK(synthetic_tensor("wte.weight", 12, 0).seed == fnv1a64("wte.weight"));
  CHECK(synthetic_tensor("wte.weight", 12, 77).seed == (fnv1a64("wte.weight") ^ 77U));
}

TEST_CASE("the scale of a tensor is float(std / 37837.22753106423)") {
  const auto scale_of = [](std::string_view name, std::size_t n_layer) {
    return synthetic_tensor(name, n_layer, 0).scale;
  };
  CHECK(scale_of("wte.weight", 12) == static_cast<float>(0.02 / 37837.22753106423));
  CHECK(scale_of("wpe.weight", 12) == static_cast<float>(0.01 / 37837.22753106423));
  CHECK(scale_of("h.0.mlp.c_fc.weight", 12) == scale_of("wte.weight", 12));
  CHECK(scale_of("h.0.mlp.c_proj.weight", 2) ==
        static_cast<float>(0.02 / std::sqrt(4.0) / 37837.22753106423));
  CHECK(scale_of("h.9.attn.c_proj.weight", 12) ==
        static_cast<float>(0.02 / std::sqrt(24.0) / 37837.22753106423));
  CHECK(scale_of("h.9.attn.c_proj.bias", 12) == scale_of("wte.weight", 12));
}

TEST_CASE("LayerNorm weights lie around 1, added in float32, and nothing else does") {
  for (const tinygpt::TensorInfo& info : tinygpt::checkpoint_tensors({.n_layer = 2})) {
    CAPTURE(info.name);
    const bool is_norm_weight =
        info.name.find("ln_") != std::string::npos && info.name.find("weight") != std::string::npos;
    SyntheticTensor tensor = synthetic_tensor(info.name, 2, 0);
    CHECK(tensor.around_one == is_norm_weight);
    if (!is_norm_weight) continue;

    const std::vector<float> around_one = elements_of(tensor, 0, 64);
    tensor.around_one = false;
    std::vector<float> expected = elements_of(tensor, 0, 64);
    for (float& w : expected) w += 1.0F;
    CHECK(difference(around_one, expected) == "");
  }
}

TEST_CASE("GPT-2 small's golden rows are reproduced bit for bit") {
  const Json golden = read_test_data("gpt2-small-synthetic.json");
  const std::uint64_t seed = golden["seed"].get<std::uint64_t>();
  const SyntheticTensor wte = synthetic_tensor("wte.weight", gpt2_layers, seed);
  const SyntheticTensor wpe = synthetic_tensor("wpe.weight", gpt2_layers, seed);
  std::size_t rows = 0;
  for (const Json& example : golden["cases"]) {
    for (std::size_t t = 0; t < example["ids"].size(); ++t, ++rows) {
      CAPTURE(rows);
      const auto id = example["ids"][t].get<std::size_t>();
      const auto position = example["position_ids"][t].get<std::size_t>();
      CHECK(difference(elements_of(wte, id * 768, 8), float32_elements(example["wte_first8"][t])) ==
            "");
      CHECK(difference(elements_of(wpe, position * 768, 8),
                       float32_elements(example["wpe_first8"][t])) == "");
    }
  }
  CHECK(rows == 13);
}

TEST_CASE("a row read in two parts is the row read whole, wherever it is cut") {
  const SyntheticTensor tensor = synthetic_tensor("wte.weight", gpt2_layers, 0);
  constexpr std::size_t first = std::size_t{31'337} * 768;
  constexpr std::size_t count = 70;
  const std::vector<float> whole = elements_of(tensor, first, count);
  for (std::size_t cut = 0; cut <= count; ++cut) {
    CAPTURE(cut);
    std::vector<float> parts = elements_of(tensor, first, cut);
    const std::vector<float> rest = elements_of(tensor, first + cut, count - cut);
    parts.insert(parts.end(), rest.begin(), rest.end());
    CHECK(difference(parts, whole) == "");
  }
}

TEST_CASE("another seed or another name changes nearly every element") {
  constexpr std::size_t count = 10'000;
  const auto equal_elements = [](const SyntheticTensor& a, const SyntheticTensor& b) {
    const std::vector<float> left = elements_of(a, 0, count);
    const std::vector<float> right = elements_of(b, 0, count);
    std::size_t equal = 0;
    for (std::size_t i = 0; i < count; ++i) equal += left[i] == right[i] ? 1 : 0;
    return equal;
  };
  const SyntheticTensor tensor = synthetic_tensor("wte.weight", gpt2_layers, 0);
  CHECK(equal_elements(tensor, tensor) == count);
  CHECK(equal_elements(tensor, synthetic_tensor("wte.weight", gpt2_layers, 1)) < 10);
  CHECK(equal_elements(tensor, synthetic_tensor("wte.weight", gpt2_layers, 1ULL << 63U)) < 10);
  CHECK(equal_elements(tensor, synthetic_tensor("h.0.mlp.c_fc.weight", gpt2_layers, 0)) < 10);
}

TEST_CASE("mean and standard deviation are the stated ones") {
  check_moments("wte.weight", 0, 0.02);
  check_moments("wpe.weight", 0, 0.01);
  check_moments("h.0.attn.c_attn.weight", 0, 0.02);
  check_moments("h.0.attn.c_proj.weight", 0, 0.02 / std::sqrt(24.0));
  check_moments("h.11.mlp.c_proj.weight", 0, 0.02 / std::sqrt(24.0));
  check_moments("h.11.mlp.c_proj.bias", 0, 0.02);
  check_moments("ln_f.weight", 1, 0.02);
  check_moments("ln_f.bias", 0, 0.02);
}

TEST_CASE("an empty read writes nothing") {
  std::array<float, 2> guard{7, 7};
  read_synthetic(synthetic_tensor("wte.weight", gpt2_layers, 0), 5, std::span(guard).first(0));
  CHECK(guard == std::array<float, 2>{7, 7});
}
