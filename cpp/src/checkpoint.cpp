#include "tinygpt/checkpoint.hpp"

namespace tinygpt {

std::size_t TensorInfo::element_count() const {
  std::size_t count = 1;
  for (const std::size_t length : shape) count *= length;
  return count;
}

std::vector<TensorInfo> checkpoint_tensors(const Gpt2Config& config) {
  const std::size_t d = config.n_embd;
  std::vector<TensorInfo> tensors{
      {"wte.weight", {config.vocab_size, d}},
      {"wpe.weight", {config.n_positions, d}},
  };
  if (config.n_layer == 0) return tensors;

  const auto add_norm = [&](const std::string& name) {
    if (config.norm == NormKind::identity) return;
    tensors.push_back({name + ".weight", {d}});
    tensors.push_back({name + ".bias", {d}});
  };
  // Stored [in, out], as the published checkpoint has it.
  const auto add_linear = [&](const std::string& name, std::size_t in, std::size_t out) {
    tensors.push_back({name + ".weight", {in, out}});
    tensors.push_back({name + ".bias", {out}});
  };
  for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
    const std::string block = "h." + std::to_string(layer);
    add_norm(block + ".ln_1");
    add_linear(block + ".attn.c_attn", d, 3 * d);
    add_linear(block + ".attn.c_proj", d, d);
    add_norm(block + ".ln_2");
    add_linear(block + ".mlp.c_fc", d, 4 * d);
    add_linear(block + ".mlp.c_proj", 4 * d, d);
  }
  add_norm("ln_f");
  if (!config.tie_word_embeddings) tensors.push_back({"lm_head.weight", {logit_count(config), d}});
  return tensors;
}

}  // namespace tinygpt
