/// The forward pass against itself: the same bits however a sequence is cut, padded or packed, and
/// a cache that no mistake touches.

#include "tinygpt/forward.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "random_values.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/model.hpp"

using tinygpt::ArgumentError;
using tinygpt::AttentionMasks;
using tinygpt::CapacityError;
using tinygpt::Chunk;
using tinygpt::forward;
using tinygpt::ForwardPass;
using tinygpt::Gpt2Config;
using tinygpt::Index;
using tinygpt::IndexError;
using tinygpt::KvCache;
using tinygpt::LoadedWeights;
using tinygpt::LogitsOf;
using tinygpt::Trace;
using tinygpt::Workspace;
using tinygpt::tests::difference;
using tinygpt::tests::RandomValues;
using tinygpt::tests::thrown;

namespace {

/// Sizes that are no multiples of panel, tile or register, and a wide spread of weights.
constexpr Gpt2Config small_config{
    .vocab_size = 37, .n_positions = 60, .n_embd = 42, .n_layer = 3, .n_head = 2};
constexpr std::size_t vocab_size = small_config.vocab_size;

const LoadedWeights& small_weights() {
  static const LoadedWeights weights =
      load_weights(small_config, tinygpt::synthetic_weights(small_config, 3));
  return weights;
}

std::vector<Index> some_ids(std::size_t count, unsigned seed = 1) {
  RandomValues random(seed);
  std::vector<Index> ids(count);
  for (Index& id : ids) id = static_cast<Index>(random.between(0, vocab_size - 1));
  return ids;
}

std::vector<float> copied(std::span<const float> values) { return {values.begin(), values.end()}; }

/// Logits of all places, computed at once in a new cache.
std::vector<float> prefill(const Chunk& chunk) {
  KvCache cache(small_config, 60);
  Workspace workspace;
  return copied(forward(small_weights(), cache, workspace, chunk, LogitsOf::all));
}

/// The same sequence in pieces of the given lengths.
std::vector<float> in_pieces(std::span<const Index> ids, std::span<const std::size_t> lengths,
                             std::size_t rows_at_once) {
  KvCache cache(small_config, ids.size());
  Workspace workspace(rows_at_once);
  std::vector<float> all;
  for (const std::size_t length : lengths) {
    const auto logits = forward(small_weights(), cache, workspace,
                                {.ids = ids.subspan(cache.length(), length)}, LogitsOf::all);
    all.insert(all.end(), logits.begin(), logits.end());
  }
  CHECK(cache.length() == ids.size());
  return all;
}

/// Everything that can be seen of a cache: its lengths, and the keys and values of its places.
std::vector<float> contents(const KvCache& cache) {
  std::vector<float> all;
  for (std::size_t sequence = 0; sequence < cache.batch(); ++sequence) {
    const std::size_t places = cache.length(sequence);
    all.push_back(static_cast<float>(places));
    for (std::size_t layer = 0; layer < cache.config().n_layer; ++layer) {
      for (std::size_t head = 0; head < cache.config().n_head; ++head) {
        for (const tinygpt::Panels& panels : {cache.keys(layer, sequence, head, places),
                                              cache.values(layer, sequence, head, places)}) {
          for (std::size_t panel = 0; panel < tinygpt::panel_count(panels.columns); ++panel) {
            const float* const first = panels.data + panel * panels.panel_stride;
            all.insert(all.end(), first, first + panels.depth * tinygpt::panel_width);
          }
        }
      }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("prefill, decoding one by one and any chunks give the same bits") {
  const std::vector<Index> ids = some_ids(45);
  const std::vector<float> whole = prefill({.ids = ids});
  CHECK(difference(in_pieces(ids, std::vector<std::size_t>(45, 1), 128), whole) == "");
  CHECK(difference(in_pieces(ids, std::vector<std::size_t>(9, 5), 128), whole) == "");
  CHECK(difference(in_pieces(ids, std::vector<std::size_t>{2, 30, 1, 1, 11}, 128), whole) == "");
  for (const std::size_t rows_at_once : {1U, 2U, 3U, 7U, 17U, 44U}) {
    CAPTURE(rows_at_once);
    CHECK(difference(in_pieces(ids, std::vector<std::size_t>{45}, rows_at_once), whole) == "");
    CHECK(difference(in_pieces(ids, std::vector<std::size_t>{20, 25}, rows_at_once), whole) == "");
  }
}

TEST_CASE("the logits of the last place are the last of all, and none leaves the cache filled") {
  const std::vector<Index> ids = some_ids(12);
  const std::vector<float> all = prefill({.ids = ids});
  KvCache cache(small_config, 13);
  Workspace workspace;
  CHECK(forward(small_weights(), cache, workspace, {.ids = std::span(ids).first(5)}, LogitsOf::none)
            .empty());
  CHECK(cache.length() == 5);
  const auto last = forward(small_weights(), cache, workspace, {.ids = std::span(ids).subspan(5)});
  CHECK(difference(last, std::span(all).last(vocab_size)) == "");
}

TEST_CASE("truncate goes back to an earlier state; reset to the first") {
  const std::vector<Index> ids = some_ids(20);
  const std::vector<float> all = prefill({.ids = ids});
  KvCache cache(small_config, 60);
  Workspace workspace;
  const std::vector<Index> others = some_ids(15, 9);
  forward(small_weights(), cache, workspace, {.ids = std::span(ids).first(8)}, LogitsOf::none);
  forward(small_weights(), cache, workspace, {.ids = others}, LogitsOf::none);
  cache.truncate(8);
  const auto rest =
      forward(small_weights(), cache, workspace, {.ids = std::span(ids).subspan(8)}, LogitsOf::all);
  CHECK(difference(rest, std::span(all).subspan(8 * vocab_size)) == "");
  cache.reset();
  CHECK(cache.length() == 0);
  CHECK(difference(forward(small_weights(), cache, workspace, {.ids = ids}, LogitsOf::all), all) ==
        "");
  CHECK(thrown<ArgumentError>([&] { cache.truncate(21); }).argument() == "length");
  CHECK(thrown<ArgumentError>([&] { cache.truncate(0, 1); }).argument() == "sequence");
}

TEST_CASE("sequences of different past lengths in one batch have the bits of each alone") {
  const std::vector<std::vector<Index>> sequences{some_ids(30, 1), some_ids(17, 2),
                                                  some_ids(23, 3)};
  const std::vector<std::size_t> pasts{20, 3, 0};
  for (const std::size_t rows_at_once : {128U, 6U}) {
    KvCache cache(small_config, 30, 3);
    Workspace workspace(rows_at_once);
    std::vector<Chunk> chunks;
    std::vector<float> expected;
    for (std::size_t s = 0; s < 3; ++s) {
      const std::span<const Index> ids = sequences[s];
      if (pasts[s] > 0) {
        forward(small_weights(), cache, workspace, {.sequence = s, .ids = ids.first(pasts[s])},
                LogitsOf::none);
      }
      chunks.push_back({.sequence = s, .ids = ids.subspan(pasts[s])});
      const std::vector<float> alone = prefill({.ids = ids});
      expected.insert(expected.end(),
                      alone.begin() + static_cast<std::ptrdiff_t>(pasts[s] * vocab_size),
                      alone.end());
    }
    ForwardPass pass(small_weights(), cache, workspace, chunks, LogitsOf::all);
    while (pass.step()) {
    }
    CHECK(difference(pass.logits(), expected) == "");
    for (std::size_t s = 0; s < 3; ++s) CHECK(cache.length(s) == sequences[s].size());
  }
}

TEST_CASE("a sequence padded on the left, with its mask and positions, has the bits of the plain") {
  const std::vector<Index> ids = some_ids(14);
  const std::vector<float> plain = prefill({.ids = ids});
  for (const std::size_t pads : {1U, 5U, 18U}) {
    std::vector<Index> padded(pads, 0);
    padded.insert(padded.end(), ids.begin(), ids.end());
    std::vector<Index> mask(pads, 0);
    mask.resize(padded.size(), 1);
    const std::vector<Index> positions =
        tinygpt::position_ids_from_mask(mask, tinygpt::Gpt2PaddingRule{});
    const std::vector<float> logits =
        prefill({.ids = padded, .position_ids = positions, .masks = {.places = mask}});
    CHECK(difference(std::span(logits).subspan(pads * vocab_size), plain) == "");
  }
}

TEST_CASE("sequences packed in one row under a block-diagonal mask have the bits of each alone") {
  const std::vector<Index> lengths{9, 1, 13};
  std::vector<Index> ids;
  std::vector<Index> owner;
  std::vector<float> expected;
  for (std::size_t s = 0; s < lengths.size(); ++s) {
    const std::vector<Index> own = some_ids(static_cast<std::size_t>(lengths[s]), 40 + unsigned(s));
    ids.insert(ids.end(), own.begin(), own.end());
    owner.insert(owner.end(), own.size(), static_cast<Index>(s));
    const std::vector<float> alone = prefill({.ids = own});
    expected.insert(expected.end(), alone.begin(), alone.end());
  }
  std::vector<Index> pairs;
  for (const Index of_query : owner) {
    for (const Index of_key : owner) pairs.push_back(of_query == of_key ? 1 : 0);
  }
  const std::vector<Index> positions = tinygpt::packed_position_ids(lengths);
  CHECK(difference(prefill({.ids = ids, .position_ids = positions, .masks = {.pairs = pairs}}),
                   expected) == "");
}

TEST_CASE("a mistake is raised before anything is written, and the next call is as if new") {
  const std::vector<Index> ids = some_ids(10);
  KvCache cache(small_config, 12, 2);
  Workspace workspace;
  forward(small_weights(), cache, workspace, {.ids = std::span(ids).first(6)});
  const std::vector<float> before = contents(cache);
  const auto refused = [&]<typename Error>(const Chunk& chunk, Error* /*kind*/) {
    auto error = thrown<Error>([&] { forward(small_weights(), cache, workspace, chunk); });
    CHECK(difference(contents(cache), before) == "");
    return error;
  };
  IndexError* const index = nullptr;
  ArgumentError* const argument = nullptr;
  CapacityError* const capacity = nullptr;

  const std::vector<Index> unknown_id{1, 2, 37};
  const IndexError id_error = refused({.ids = unknown_id}, index);
  CHECK((id_error.table() == "wte" && id_error.index() == 37 && id_error.at() == 2));
  const std::vector<Index> far{6, 60};
  const std::vector<Index> two{1, 2};
  const IndexError position_error = refused({.ids = two, .position_ids = far}, index);
  CHECK((position_error.table() == "wpe" && position_error.index() == 60 &&
         position_error.size() == 60 && position_error.at() == 1));
  const CapacityError full = refused({.ids = some_ids(7)}, capacity);
  CHECK((full.capacity() == 12 && full.past_length() == 6 && full.new_length() == 7));

  CHECK(refused({}, argument).argument() == "ids");
  CHECK(refused({.sequence = 2, .ids = two}, argument).argument() == "sequence");
  CHECK(refused({.ids = some_ids(3), .position_ids = far}, argument).argument() == "position_ids");
  const std::vector<Index> short_mask(7, 1);
  const AttentionMasks too_short{.places = short_mask};
  CHECK(refused({.ids = two, .masks = too_short}, argument).argument() == "attentionMask");
  std::vector<Index> wrong_mask(8, 1);
  wrong_mask[3] = 2;
  CHECK(refused({.ids = two, .masks = {.places = wrong_mask}}, argument).argument() ==
        "attentionMask");
  CHECK(refused({.ids = two, .masks = {.pairs = short_mask}}, argument).argument() == "pairMask");

  const std::vector<Chunk> twice{{.ids = two}, {.ids = two}};
  const auto start = [&](std::span<const Chunk> chunks) {
    return thrown<ArgumentError>([&] { ForwardPass(small_weights(), cache, workspace, chunks); })
        .argument();
  };
  CHECK(start(twice) == "sequence");
  CHECK(start({}) == "chunks");
  KvCache of_another({.vocab_size = 37, .n_positions = 60, .n_embd = 42, .n_layer = 2, .n_head = 2},
                     12);
  CHECK(thrown<ArgumentError>([&] {
          forward(small_weights(), of_another, workspace, {.ids = two});
        }).argument() == "cache");

  const auto next = forward(small_weights(), cache, workspace, {.ids = std::span(ids).subspan(6)});
  const std::vector<float> fresh = prefill({.ids = ids});
  CHECK(difference(next, std::span(fresh).last(vocab_size)) == "");
}

TEST_CASE("a pass that is dropped half way leaves the cache as it was") {
  const std::vector<Index> ids = some_ids(20);
  const std::vector<float> all = prefill({.ids = ids});
  KvCache cache(small_config, 40);
  Workspace workspace(4);
  forward(small_weights(), cache, workspace, {.ids = std::span(ids).first(7)});
  for (std::size_t steps = 1; steps < 15; ++steps) {
    const std::vector<Index> others = some_ids(30, 77);
    const Chunk chunk{.ids = others};
    ForwardPass pass(small_weights(), cache, workspace, {&chunk, 1});
    double fraction = 0.0;
    for (std::size_t i = 0; i < steps; ++i) {
      CHECK(pass.step());
      CHECK(pass.fraction() > fraction);
      fraction = pass.fraction();
    }
    CHECK(cache.length() == 7);
  }
  const auto rest =
      forward(small_weights(), cache, workspace, {.ids = std::span(ids).subspan(7)}, LogitsOf::all);
  CHECK(difference(rest, std::span(all).subspan(7 * vocab_size)) == "");
}

TEST_CASE("a trace has every row, however the pass is cut, and changes no bits") {
  const std::vector<Index> ids = some_ids(19);
  const std::vector<std::string> names{"x0", "h.1.q.1", "scores", "h.2.weights", "block", "logits"};
  const std::vector<float> plain = prefill({.ids = ids});
  std::vector<Trace> traces;
  for (const std::size_t rows_at_once : {128U, 3U}) {
    KvCache cache(small_config, 19);
    Workspace workspace(rows_at_once);
    traces.emplace_back(names, small_config);
    const auto logits =
        forward(small_weights(), cache, workspace, {.ids = ids}, LogitsOf::all, &traces.back());
    CHECK(difference(logits, plain) == "");
  }
  CHECK(traces[0].records().size() == 1 + 1 + 6 + 2 + 3 + 1);
  for (const tinygpt::TraceRecord& record : traces[0].records()) {
    const std::string name = record.name();
    CAPTURE(name);
    const tinygpt::TraceRecord* other = traces[1].find(name);
    REQUIRE(other != nullptr);
    CHECK((record.rows == 19 && other->columns == record.columns));
    CHECK(difference(other->values, record.values) == "");
  }
  CHECK(traces[0].find("h.1.q.1")->columns == 21);
  CHECK(traces[0].find("h.1.q.0") == nullptr);
  CHECK(difference(traces[0].find("logits")->values, plain) == "");
}

TEST_CASE("a trace refuses names that the model does not have") {
  for (const std::string name : {"", "Q", "h", "h.3.q", "h.0.q.2", "h.0.x0", "h.0.mlp.0", "q.0",
                                 "h.-1.q", "h.0.q.0.0", "h..q"}) {
    CAPTURE(name);
    CHECK(thrown<ArgumentError>([&] { Trace(std::vector{name}, small_config); }).argument() ==
          "trace");
  }
}

TEST_CASE("a loader goes forward in pieces, shares given tables and names what is missing") {
  const tinygpt::Model model = tinygpt::teaching_model();
  tinygpt::WeightLoader loader(model.config, model.weights);
  double fraction = 0.0;
  while (loader.step()) {
    CHECK(loader.fraction() > fraction);
    fraction = loader.fraction();
  }
  CHECK(loader.fraction() == 1.0);
  const LoadedWeights weights = loader.take();
  CHECK(weights.wte.in_memory().data() == model.weights.wte().in_memory().data());
  CHECK(std::get<tinygpt::Tensor>(weights.lm_head).in_memory().data() ==
        weights.wte.in_memory().data());

  Gpt2Config deeper = model.config;
  deeper.n_layer = 2;
  CHECK(thrown<ArgumentError>([&] { load_weights(deeper, model.weights); }).argument() ==
        "h.1.ln_1.weight");
  Gpt2Config longer = model.config;
  longer.n_positions = 9;
  CHECK(thrown<ArgumentError>([&] { load_weights(longer, model.weights); }).argument() ==
        "wpe.weight");
  Gpt2Config untied = model.config;
  untied.tie_word_embeddings = false;
  CHECK(thrown<ArgumentError>([&] { load_weights(untied, model.weights); }).argument() ==
        "lm_head.weight");
  Gpt2Config empty = model.config;
  empty.n_layer = 0;
  CHECK(thrown<ArgumentError>([&] { load_weights(empty, model.weights); }).argument() == "n_layer");
}

TEST_CASE("a cache in memory that held something else gives the bits of one in new memory") {
  const std::vector<Index> ids = some_ids(21);
  const std::vector<float> expected = prefill({.ids = ids});
  // Memory that is let go comes back for the cache with what was in it.
  for (const float rubbish : {std::numeric_limits<float>::quiet_NaN(), 1e30F}) {
    const std::size_t bytes = KvCache(small_config, 60).bytes();
    { const std::vector<float> before(bytes / sizeof(float), rubbish); }
    KvCache cache(small_config, 60);
    Workspace workspace;
    for (const Index& id : ids) {
      const auto logits = forward(small_weights(), cache, workspace, {.ids = {&id, 1}});
      const std::size_t place = cache.length() - 1;
      CHECK(difference(logits, std::span(expected).subspan(place * vocab_size, vocab_size)) == "");
    }
  }
}

TEST_CASE("a cache refuses sizes that it cannot have") {
  CHECK(thrown<ArgumentError>([] { KvCache(small_config, 0); }).argument() == "capacity");
  CHECK(thrown<ArgumentError>([] { KvCache(small_config, std::size_t{1} << 30U); }).argument() ==
        "capacity");
  CHECK(thrown<ArgumentError>([] { KvCache(small_config, 8, 0); }).argument() == "batch");
}
