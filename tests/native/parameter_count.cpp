#include "tinygpt/parameter_count.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "json_file.hpp"
#include "thrown.hpp"
#include "tinygpt/checkpoint.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::ConfigEntry;
using tinygpt::count_parameters;
using tinygpt::Index;
using tinygpt::ParameterCount;
using tinygpt::ParameterTerm;
using tinygpt::tests::Json;
using tinygpt::tests::read_test_data;
using tinygpt::tests::refused;
using tinygpt::tests::shown;

namespace {

using Config = std::vector<ConfigEntry>;

Config gpt2(Index vocab_size, Index n_positions, Index n_embd, Index n_layer) {
  return {{"vocab_size", vocab_size},
          {"n_positions", n_positions},
          {"n_embd", n_embd},
          {"n_layer", n_layer}};
}

Config bert(Index vocab_size, Index max_position_embeddings, Index type_vocab_size) {
  return {{"vocab_size", vocab_size},
          {"max_position_embeddings", max_position_embeddings},
          {"type_vocab_size", type_vocab_size},
          {"hidden_size", 768},
          {"num_hidden_layers", 12},
          {"intermediate_size", 3072}};
}

Config opt(Index hidden_size, Index num_hidden_layers) {
  return {{"vocab_size", 50272},
          {"max_position_embeddings", 2048},
          {"hidden_size", hidden_size},
          {"num_hidden_layers", num_hidden_layers},
          {"ffn_dim", 4 * hidden_size}};
}

Config whisper_tiny() {
  return {{"vocab_size", 51865},         {"num_mel_bins", 80},      {"max_source_positions", 1500},
          {"max_target_positions", 448}, {"d_model", 384},          {"encoder_layers", 4},
          {"decoder_layers", 4},         {"encoder_ffn_dim", 1536}, {"decoder_ffn_dim", 1536}};
}

Config vit_base() {
  return {{"image_size", 224},  {"patch_size", 16},        {"num_channels", 3},
          {"hidden_size", 768}, {"num_hidden_layers", 12}, {"intermediate_size", 3072}};
}

Config with(Config config, std::string key, Index value) {
  const auto found = std::ranges::find(config, key, &ConfigEntry::key);
  if (found == config.end()) {
    config.push_back({.key = std::move(key), .value = value});
  } else {
    found->value = value;
  }
  return config;
}

Config without(Config config, const std::string& key) {
  std::erase_if(config, [&](const ConfigEntry& entry) { return entry.key == key; });
  return config;
}

const ParameterTerm& term(const ParameterCount& count, const std::string& name) {
  const auto found = std::ranges::find(count.terms, name, &ParameterTerm::name);
  REQUIRE(found != count.terms.end());
  return *found;
}

}  // namespace

TEST_CASE("GPT-2 in its four sizes and BERT have the golden counts") {
  const Json golden = read_test_data("positions.json")["parameters"];
  const auto check = [&](const std::string& name, const ParameterCount& count) {
    CAPTURE(name);
    CHECK(count.total == golden[name]["total"].get<Index>());
    CHECK(count.learned == count.total);
    const std::string position = golden[name].contains("wpe") ? "wpe" : "position";
    CHECK(count.position == golden[name][position].get<Index>());
  };
  check("gpt2-small", count_parameters("gpt2", gpt2(50257, 1024, 768, 12)));
  check("gpt2-medium", count_parameters("gpt2", gpt2(50257, 1024, 1024, 24)));
  check("gpt2-large", count_parameters("gpt2", gpt2(50257, 1024, 1280, 36)));
  check("gpt2-xl", count_parameters("gpt2", gpt2(50257, 1024, 1600, 48)));
  check("bert-base", count_parameters("bert", bert(30522, 512, 2)));
  CHECK(count_parameters("gpt2", gpt2(50257, 2048, 12288, 96)).position ==
        golden["gpt3-175b"]["position"].get<Index>());
}

TEST_CASE("the other models have the counts that their publishers give") {
  const ParameterCount opt_125m = count_parameters("opt", opt(768, 12));
  CHECK(opt_125m.total == 125'239'296);
  CHECK(opt_125m.position == Index{2050} * 768);
  CHECK(count_parameters("opt", opt(2048, 24)).total == 1'315'758'080);
  CHECK(count_parameters(
            "opt", with(with(opt(1024, 24), "word_embed_proj_dim", 512), "do_layer_norm_before", 0))
            .total == 331'196'416);
  CHECK(count_parameters("roberta", bert(50265, 514, 1)).total == 124'645'632);
  CHECK(count_parameters("vit", with(vit_base(), "num_labels", 1000)).total == 86'567'656);
  const ParameterCount vit = count_parameters("vit", vit_base());
  CHECK(vit.total == 85'798'656);
  CHECK(vit.position == Index{197} * 768);
}

TEST_CASE("Whisper's encoder positions are stored and not learned") {
  const ParameterCount count = count_parameters("whisper", whisper_tiny());
  CHECK(count.total == 37'760'640);
  CHECK(count.learned == 37'184'640);
  CHECK(count.position == Index{448} * 384);
  const ParameterTerm& encoder = term(count, "encoder.embed_positions.weight");
  CHECK_FALSE(encoder.learned);
  CHECK(encoder.count == Index{1500} * 384);
  CHECK(std::ranges::count(count.terms, false, &ParameterTerm::learned) == 1);
}

TEST_CASE("GPT-2's terms are the tensors of a checkpoint of that shape") {
  for (const bool tied : {true, false}) {
    const tinygpt::Gpt2Config config{.vocab_size = 11,
                                     .n_positions = 7,
                                     .n_embd = 6,
                                     .n_layer = 3,
                                     .n_head = 2,
                                     .tie_word_embeddings = tied};
    std::vector<std::string> expected;
    for (const tinygpt::TensorInfo& tensor : tinygpt::checkpoint_tensors(config)) {
      expected.push_back(tensor.name);
    }
    std::vector<std::string> found;
    const Config counted = with(gpt2(11, 7, 6, 3), "tie_word_embeddings", tied ? 1 : 0);
    for (const ParameterTerm& each : count_parameters("gpt2", counted).terms) {
      for (Index layer = 0; layer < each.times; ++layer) {
        std::string name = each.name;
        if (const auto star = name.find('*'); star != std::string::npos) {
          name.replace(star, 1, std::to_string(layer));
        }
        found.push_back(name);
      }
    }
    std::ranges::sort(expected);
    std::ranges::sort(found);
    CHECK(found == expected);
  }
}

TEST_CASE("a term is its shape and how often it is there") {
  const ParameterCount count =
      count_parameters("gpt2", with(gpt2(50257, 1024, 768, 12), "n_head", 12));
  const ParameterTerm& attention = term(count, "h.*.attn.c_attn.weight");
  CHECK(shown(attention.shape) == "768 2304");
  CHECK(attention.times == 12);
  CHECK(attention.count == Index{12} * 768 * 2304);
  const ParameterCount narrow =
      count_parameters("gpt2", with(gpt2(50257, 1024, 768, 12), "n_inner", 5));
  CHECK(shown(term(narrow, "h.*.mlp.c_fc.weight").shape) == "768 5");
  const ParameterCount vit = count_parameters("vit", vit_base());
  const ParameterTerm& patches = term(vit, "embeddings.patch_embeddings.projection.weight");
  CHECK(shown(patches.shape) == "768 3 16 16");
}

TEST_CASE("what is there no times is left out, and the sum of the terms is the total") {
  const ParameterCount bare = count_parameters("gpt2", gpt2(5, 8, 4, 0));
  CHECK(bare.total == 5 * 4 + 8 * 4 + 2 * 4);
  CHECK(bare.terms.size() == 4);
  for (const ParameterCount& count :
       {bare, count_parameters("whisper", whisper_tiny()), count_parameters("vit", vit_base())}) {
    Index sum = 0;
    for (const ParameterTerm& each : count.terms) sum += each.count;
    CHECK(sum == count.total);
  }
}

TEST_CASE("a configuration with a wrong key or value is refused by the key") {
  const Config good = gpt2(50257, 1024, 768, 12);
  const auto refused_key = [](const Config& config) {
    return refused([&] { count_parameters("gpt2", config); });
  };
  CHECK(refused_key({}) == "vocab_size");
  CHECK(refused_key(without(good, "n_embd")) == "n_embd");
  CHECK(refused_key(with(without(good, "n_embd"), "n_embed", 768)) == "n_embed");
  CHECK(refused_key(with(good, "hidden_size", 768)) == "hidden_size");
  CHECK(refused_key(with(good, "", 1)) == "");
  CHECK(refused_key(with(good, "n_embd", 0)) == "n_embd");
  CHECK(refused_key(with(good, "n_layer", -1)) == "n_layer");
  CHECK(refused_key(with(good, "tie_word_embeddings", 2)) == "tie_word_embeddings");
  Config twice = good;
  twice.push_back({.key = "n_embd", .value = 768});
  CHECK(refused_key(twice) == "n_embd");
  CHECK(refused([&] { count_parameters("gpt3", good); }) == "model_type");
  CHECK(refused([&] { count_parameters("", good); }) == "model_type");
  CHECK(refused([] { count_parameters("vit", with(vit_base(), "patch_size", 15)); }) ==
        "patch_size");
}

TEST_CASE("2^53 parameters are counted, more are refused by the largest key") {
  constexpr Index most = Index{1} << 53U;
  const Config good = gpt2(1, 1, 1, 0);
  // wte has vocab_size entries, wpe, ln_f.weight and ln_f.bias one each.
  CHECK(count_parameters("gpt2", with(good, "vocab_size", most - 3)).total == most);
  CHECK(refused([&] { count_parameters("gpt2", with(good, "vocab_size", most - 2)); }) ==
        "vocab_size");
  CHECK(refused([&] { count_parameters("gpt2", with(good, "vocab_size", most + 1)); }) ==
        "vocab_size");
  CHECK(refused([&] { count_parameters("gpt2", with(good, "n_embd", most)); }) == "n_embd");
  CHECK(refused([&] { count_parameters("gpt2", with(good, "n_layer", most)); }) == "n_layer");
  CHECK(refused([&] {
          count_parameters("vit", with(vit_base(), "image_size", Index{1} << 50U));
        }) == "image_size");
}
