#include "logit_bits.hpp"

#include <cstring>
#include <span>
#include <string_view>

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
