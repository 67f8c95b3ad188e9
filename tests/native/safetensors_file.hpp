#pragma once
/// A model from tests/data/<folder>/config.json and model.safetensors. Trusts its files.

#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "json_file.hpp"
#include "tinygpt/model.hpp"

namespace tinygpt::tests {

inline Model read_safetensors_model(const std::string& folder) {
  const Json keys = read_test_data(folder + "/config.json");
  const Gpt2Config config{.vocab_size = keys["vocab_size"].get<std::size_t>(),
                          .n_positions = keys["n_positions"].get<std::size_t>(),
                          .n_embd = keys["n_embd"].get<std::size_t>(),
                          .n_layer = keys["n_layer"].get<std::size_t>(),
                          .n_head = keys["n_head"].get<std::size_t>(),
                          .layer_norm_epsilon = keys["layer_norm_epsilon"].get<float>(),
                          .tie_word_embeddings = keys["tie_word_embeddings"].get<bool>()};

  const std::string path = TINYGPT_TESTS_DIR "/data/" + folder + "/model.safetensors";
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  std::uint64_t header_length = 0;
  file.read(reinterpret_cast<char*>(&header_length), sizeof header_length);
  std::string header(header_length, ' ');
  file.read(header.data(), static_cast<std::streamsize>(header.size()));
  const Json entries = Json::parse(header);

  std::vector<Tensor> tensors;
  for (TensorInfo& info : checkpoint_tensors(config)) {
    const Json& offsets = entries.at(info.name)["data_offsets"];
    GivenValues values(info.element_count());
    file.seekg(static_cast<std::streamoff>(sizeof header_length + header_length +
                                           offsets[0].get<std::uint64_t>()));
    file.read(reinterpret_cast<char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(float)));
    tensors.emplace_back(std::move(info), std::move(values));
  }
  return {.config = config, .vocabulary = {}, .weights = Weights(std::move(tensors))};
}

}  // namespace tinygpt::tests
