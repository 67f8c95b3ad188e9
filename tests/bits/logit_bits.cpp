#include "logit_bits.hpp"

#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "tinygpt/forward.hpp"
#include "tinygpt/model.hpp"
#include "tinygpt/sampling.hpp"
#include "tinygpt/synthetic.hpp"

namespace tinygpt::tests {
namespace {

template <typename Number>
void append(std::string& bytes, std::span<const Number> numbers) {
  const std::size_t before = bytes.size();
  bytes.resize(before + numbers.size_bytes());
  std::memcpy(bytes.data() + before, numbers.data(), numbers.size_bytes());
}

/// The trained model of tests/data/nano-sort: the shape of its config.json, the numbers of its
/// file. Trusts that file, of whose header it looks for names and the numbers after them, no more.
Model nano_sort_model() {
  const Gpt2Config config{.vocab_size = 3,
                          .n_positions = 11,
                          .n_embd = 48,
                          .n_layer = 3,
                          .n_head = 3,
                          .tie_word_embeddings = false};
  std::ifstream file(TINYGPT_TESTS_DIR "/data/nano-sort/model.safetensors", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::uint64_t header_length = 0;
  if (bytes.size() < sizeof header_length) throw std::runtime_error("cannot read nano-sort");
  std::memcpy(&header_length, bytes.data(), sizeof header_length);
  const std::size_t data = sizeof header_length + static_cast<std::size_t>(header_length);
  const std::string_view header = std::string_view(bytes).substr(0, data);

  std::vector<Tensor> tensors;
  for (TensorInfo& info : checkpoint_tensors(config)) {
    const std::size_t entry = header.find('"' + info.name + '"');
    const std::size_t offsets = header.find("data_offsets", entry);
    const std::size_t digit = header.find_first_of("0123456789", offsets);
    if (digit == std::string_view::npos) throw std::runtime_error("nano-sort has no " + info.name);
    std::size_t first = 0;
    std::from_chars(header.data() + digit, header.data() + header.size(), first);
    GivenValues values(info.element_count());
    const std::string_view stored =
        std::string_view(bytes).substr(data + first, values.size() * sizeof(float));
    std::memcpy(values.data(), stored.data(), stored.size());
    tensors.emplace_back(std::move(info), std::move(values));
  }
  return {.config = config, .vocabulary = {}, .weights = Weights(std::move(tensors))};
}

/// All logits of the prompt, then of `count` ids that are drawn and decoded one by one.
LogitBits bits_of(std::string name, const Model& model, const std::vector<Index>& prompt,
                  std::size_t count, Precision precision = Precision::float32) {
  const LoadedWeights weights = load_weights(model.config, model.weights, precision);
  KvCache cache(model.config, prompt.size() + count);
  Workspace workspace;
  Sampler sampler({.temperature = 0.9F, .top_k = 40, .top_p = 0.95}, 7);
  std::string bytes;
  auto logits = forward(weights, cache, workspace, {.ids = prompt}, LogitsOf::all);
  append(bytes, logits);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t drawn = sampler.next(logits.last(logit_count(model.config)));
    Index id = model.logit_ids.empty() ? static_cast<Index>(drawn) : model.logit_ids[drawn];
    if (id < 0) id = 0;  // the book's "other" is no id
    append(bytes, std::span<const Index>(&id, 1));
    logits = forward(weights, cache, workspace, {.ids = {&id, 1}});
    append(bytes, logits);
  }
  return {.model = std::move(name), .hash = fnv1a64(bytes)};
}

}  // namespace

std::vector<LogitBits> logit_bits(bool large) {
  const Gpt2Config config{
      .vocab_size = 203, .n_positions = 200, .n_embd = 84, .n_layer = 4, .n_head = 6};
  const Model synthetic{
      .config = config, .vocabulary = {}, .weights = synthetic_weights(config, 5)};
  std::vector<Index> long_prompt;
  for (Index i = 0; i < 150; ++i) long_prompt.push_back(i * 31 % 203);

  std::vector<LogitBits> all{
      bits_of("teaching", teaching_model(), {0, 1}, 6),
      bits_of("book-3.8", book_3_8_model(), {0, 11, 12, 13, 14, 1}, 2),
      bits_of("nano-sort", nano_sort_model(), {0, 0, 2, 1, 0, 1}, 5),
      bits_of("synthetic", synthetic, long_prompt, 40),
      bits_of("teaching, int8", teaching_model(), {0, 1}, 6, Precision::int8),
      bits_of("synthetic, int8", synthetic, long_prompt, 40, Precision::int8),
  };
  if (!large) return all;
  for (const Precision precision : {Precision::float32, Precision::int8}) {
    all.push_back(bits_of(precision == Precision::int8 ? "gpt2-small, int8" : "gpt2-small",
                          gpt2_small_model(), {15496, 995}, 3, precision));
  }
  return all;
}

}  // namespace tinygpt::tests
