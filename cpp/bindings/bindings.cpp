/// The core as JavaScript sees it: a small private surface that web/runtime wraps. How values
/// cross is in values.hpp.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tinygpt/elsewhere.hpp"
#include "tinygpt/embedding.hpp"
#include "tinygpt/forward.hpp"
#include "tinygpt/kv_cache.hpp"
#include "tinygpt/loaded_weights.hpp"
#include "tinygpt/lookup.hpp"
#include "tinygpt/model.hpp"
#include "tinygpt/positions.hpp"
#include "tinygpt/prompt.hpp"
#include "tinygpt/sampling.hpp"
#include "tinygpt/trace.hpp"
#include "values.hpp"

namespace {

using emscripten::val;
using tinygpt::Index;
using tinygpt::bindings::copied_into;
using tinygpt::bindings::guarded;
using tinygpt::bindings::joined_seed;
using tinygpt::bindings::to_indices;
using tinygpt::bindings::to_js;
using ModelHandle = std::shared_ptr<tinygpt::Model>;

const tinygpt::Tensor& table_named(const tinygpt::Model& model, const std::string& name) {
  return name == "wte" ? model.weights.wte() : model.weights.wpe();
}

// ---- Models ----------------------------------------------------------------------------------

val create_preset(const std::string& preset, double seed_high, double seed_low) {
  return guarded([&] {
    const std::uint64_t seed = joined_seed(seed_high, seed_low);
    return val(std::make_shared<tinygpt::Model>(preset == "teaching" ? tinygpt::teaching_model()
                                                : preset == "book-3.8"
                                                    ? tinygpt::book_3_8_model()
                                                    : tinygpt::gpt2_small_model(seed)));
  });
}

val create_from_tables(double n_embd, const val& wte, const val& wpe) {
  return guarded([&] {
    return val(std::make_shared<tinygpt::Model>(tinygpt::model_from_tables(
        static_cast<std::size_t>(n_embd), emscripten::convertJSArrayToNumberVector<float>(wte),
        emscripten::convertJSArrayToNumberVector<float>(wpe))));
  });
}

val config_of(const tinygpt::Model& model) {
  const tinygpt::Gpt2Config& config = model.config;
  val result = val::object();
  result.set("vocab_size", static_cast<double>(config.vocab_size));
  result.set("n_positions", static_cast<double>(config.n_positions));
  result.set("n_embd", static_cast<double>(config.n_embd));
  result.set("n_layer", static_cast<double>(config.n_layer));
  result.set("n_head", static_cast<double>(config.n_head));
  return result;
}

double parameter_count_of(const tinygpt::Model& model) {
  return static_cast<double>(tinygpt::parameter_count(model.weights));
}

val vocabulary_of(const tinygpt::Model& model) {
  return val::array(model.vocabulary.begin(), model.vocabulary.end());
}

/// The id of each logit, -1 for none; empty where logit i is id i.
val logit_ids_of(const tinygpt::Model& model) { return to_js(model.logit_ids); }

val embedding_to_js(const tinygpt::Embedding& embedding) {
  val result = val::object();
  result.set("ids", to_js(embedding.ids));
  result.set("positionIds", to_js(embedding.position_ids));
  result.set("wte", to_js(embedding.wte));
  result.set("wpe", to_js(embedding.wpe));
  result.set("x0", to_js(embedding.x0));
  return result;
}

val embed_at(const tinygpt::Model& model, const val& ids, const val& position_ids) {
  return guarded([&] {
    return embedding_to_js(
        tinygpt::embed(model.weights, to_indices(ids), to_indices(position_ids)));
  });
}

val embed_after(const tinygpt::Model& model, const val& ids, double past_length) {
  return guarded([&] {
    return embedding_to_js(
        tinygpt::embed(model.weights, to_indices(ids), static_cast<Index>(past_length)));
  });
}

/// position_ids: a Float64Array, or the past length.
val stage_embed(const tinygpt::Model& model, tinygpt::EmbeddingStage& stage, const val& ids,
                const val& position_ids) {
  return guarded([&] {
    if (position_ids.isNumber()) {
      stage.embed(model.weights, to_indices(ids), static_cast<Index>(position_ids.as<double>()));
    } else {
      stage.embed(model.weights, to_indices(ids), to_indices(position_ids));
    }
    return val::undefined();
  });
}

/// Rows first ... first + count - 1, which the stage has, in `into` where it is given.
val read_stage(const tinygpt::Model& model, const tinygpt::EmbeddingStage& stage,
               const std::string& part, double first, double count, const val& into) {
  return guarded([&] {
    const std::size_t n_embd = model.weights.wte().columns();
    const auto from = static_cast<std::size_t>(first);
    const auto row_count = static_cast<std::size_t>(count);
    tinygpt::Matrix looked_up;
    std::span<const float> values;
    if (part == "x0") {
      values = stage.x0().subspan(from * n_embd, row_count * n_embd);
    } else {
      const auto indices = part == "wte" ? stage.ids() : stage.position_ids();
      looked_up = tinygpt::lookup_rows(table_named(model, part), indices.subspan(from, row_count));
      values = tinygpt::elements(looked_up);
    }
    return copied_into(into, values.data(), values.size());
  });
}

val row_of(const tinygpt::Model& model, const std::string& table, double index) {
  return guarded([&] {
    const std::vector<Index> indices{static_cast<Index>(index)};
    return to_js(tinygpt::lookup_rows(table_named(model, table), indices));
  });
}

std::string outcome_name(tinygpt::Outcome outcome) {
  switch (outcome) {
    case tinygpt::Outcome::raises:
      return "raises";
    case tinygpt::Outcome::row:
      return "row";
    case tinygpt::Outcome::zeros:
      return "zeros";
    case tinygpt::Outcome::nan:
      return "nan";
    case tinygpt::Outcome::memory:
      return "memory";
    case tinygpt::Outcome::outside:
      break;
  }
  return "outside";
}

val elsewhere(const tinygpt::Model& model, const std::string& table, double index) {
  return guarded([&] {
    val answers = val::array();
    for (const tinygpt::ElsewhereAnswer& answer : tinygpt::answers_elsewhere(
             model.weights, table_named(model, table), static_cast<Index>(index))) {
      val item = val::object();
      item.set("system", std::string(answer.system));
      item.set("outcome", outcome_name(answer.outcome));
      if (answer.row) item.set("row", static_cast<double>(*answer.row));
      if (answer.place) {
        item.set("tensor", answer.place->tensor);
        item.set("element", static_cast<double>(answer.place->element));
      }
      item.set("values", to_js(answer.values));
      answers.call<void>("push", item);
    }
    return answers;
  });
}

// ---- The whole model ---------------------------------------------------------------------------

/// Weights on their way into memory.
struct Loading {
  Loading(ModelHandle of, tinygpt::Precision precision)
      : model(std::move(of)), loader(model->config, model->weights, precision) {}

  ModelHandle model;
  tinygpt::WeightLoader loader;
};

/// Weights in memory, and the scratch of their passes.
struct Network {
  explicit Network(tinygpt::LoadedWeights loaded) : weights(std::move(loaded)) {}

  tinygpt::LoadedWeights weights;
  tinygpt::Workspace workspace;
};

using NetworkHandle = std::shared_ptr<Network>;
using CacheHandle = std::shared_ptr<tinygpt::KvCache>;

val start_loading(const ModelHandle& model, bool int8) {
  const auto precision = int8 ? tinygpt::Precision::int8 : tinygpt::Precision::float32;
  return guarded([&] { return val(std::make_shared<Loading>(model, precision)); });
}

val loading_step(Loading& loading) {
  return guarded([&] { return val(loading.loader.step()); });
}

double loading_fraction(const Loading& loading) { return loading.loader.fraction(); }

val loading_take(Loading& loading) {
  return guarded([&] {
    auto network = std::make_shared<Network>(loading.loader.take());
    // From now on rows are copied where they were made by rule.
    loading.model->weights.set_tables(network->weights.wte, network->weights.wpe);
    return val(std::move(network));
  });
}

double network_bytes(const Network& network) {
  return static_cast<double>(network.weights.bytes());
}

val create_cache(const Network& network, double capacity, double batch) {
  return guarded([&] {
    return val(std::make_shared<tinygpt::KvCache>(network.weights.config,
                                                  static_cast<std::size_t>(capacity),
                                                  static_cast<std::size_t>(batch)));
  });
}

double cache_capacity(const tinygpt::KvCache& cache) {
  return static_cast<double>(cache.capacity());
}
double cache_batch(const tinygpt::KvCache& cache) { return static_cast<double>(cache.batch()); }
double cache_bytes(const tinygpt::KvCache& cache) { return static_cast<double>(cache.bytes()); }

double cache_length(const tinygpt::KvCache& cache, double sequence) {
  return static_cast<double>(cache.length(static_cast<std::size_t>(sequence)));
}

val cache_truncate(tinygpt::KvCache& cache, double length, double sequence) {
  return guarded([&] {
    cache.truncate(static_cast<std::size_t>(length), static_cast<std::size_t>(sequence));
    return val::undefined();
  });
}

void cache_reset(tinygpt::KvCache& cache) { cache.reset(); }

/// A forward pass over one sequence, with all that it refers to.
class Pass {
 public:
  Pass(NetworkHandle network, CacheHandle cache, const val& request)
      : network_(std::move(network)),
        cache_(std::move(cache)),
        ids_(to_indices(request["ids"])),
        position_ids_(optional_indices(request["positionIds"])),
        place_mask_(optional_indices(request["attentionMask"])),
        pair_mask_(optional_indices(request["pairMask"])),
        chunk_{.sequence = static_cast<std::size_t>(request["sequence"].as<double>()),
               .ids = ids_,
               .position_ids = position_ids_,
               .masks = {.places = place_mask_, .pairs = pair_mask_}},
        pass_(network_->weights, *cache_, network_->workspace, std::span(&chunk_, 1),
              request["all"].as<bool>() ? tinygpt::LogitsOf::all : tinygpt::LogitsOf::last,
              traced(request["trace"])) {}

  bool step() { return pass_.step(); }
  double fraction() const { return pass_.fraction(); }

  std::span<const float> logits() const { return pass_.logits(); }

  val trace() const {
    val records = val::array();
    if (trace_) {
      for (const tinygpt::TraceRecord& record : trace_->records()) {
        val item = val::object();
        item.set("name", record.name());
        item.set("rows", static_cast<double>(record.rows));
        item.set("columns", static_cast<double>(record.columns));
        item.set("values", to_js(record.values));
        records.call<void>("push", item);
      }
    }
    return records;
  }

 private:
  static std::vector<Index> optional_indices(const val& value) {
    return value.isUndefined() ? std::vector<Index>{} : to_indices(value);
  }

  tinygpt::Trace* traced(const val& names) {
    if (names.isUndefined()) return nullptr;
    trace_.emplace(emscripten::vecFromJSArray<std::string>(names), network_->weights.config);
    return &*trace_;
  }

  NetworkHandle network_;
  CacheHandle cache_;
  std::vector<Index> ids_;
  std::vector<Index> position_ids_;
  std::vector<Index> place_mask_;
  std::vector<Index> pair_mask_;
  std::optional<tinygpt::Trace> trace_;
  tinygpt::Chunk chunk_;
  tinygpt::ForwardPass pass_;
};

val start_pass(const NetworkHandle& network, const CacheHandle& cache, const val& request) {
  return guarded([&] { return val(std::make_shared<Pass>(network, cache, request)); });
}

val pass_logits(const Pass& pass, const val& into) {
  const std::span<const float> logits = pass.logits();
  return copied_into(into, logits.data(), logits.size());
}

val pass_step(Pass& pass) {
  return guarded([&] { return val(pass.step()); });
}

// ---- Choosing the next word -----------------------------------------------------------------

val create_sampler(double temperature, double top_k, double top_p, double seed_high,
                   double seed_low) {
  return guarded([&] {
    const tinygpt::SamplingOptions options{.temperature = static_cast<float>(temperature),
                                           .top_k = static_cast<std::size_t>(top_k),
                                           .top_p = top_p};
    return val(std::make_shared<tinygpt::Sampler>(options, joined_seed(seed_high, seed_low)));
  });
}

/// From the logits of a pass that has come to its end.
val sampler_next(tinygpt::Sampler& sampler, const Pass& pass) {
  return guarded([&] { return val(static_cast<double>(sampler.next(pass.logits()))); });
}

// ---- Position rules --------------------------------------------------------------------------

val decode(double length, double past_length) {
  return guarded([&] {
    return to_js(
        tinygpt::decode_position_ids(static_cast<Index>(length), static_cast<Index>(past_length)));
  });
}

val packed(const val& lengths) {
  return guarded([&] { return to_js(tinygpt::packed_position_ids(to_indices(lengths))); });
}

tinygpt::PaddingRule padding_rule(const std::string& name, double fill, double padding_index,
                                  bool multiply_by_mask_again) {
  if (name == "opt") {
    return tinygpt::OptPaddingRule{.multiply_by_mask_again = multiply_by_mask_again};
  }
  if (name == "roberta") {
    return tinygpt::RobertaPaddingRule{.padding_index = static_cast<Index>(padding_index)};
  }
  return tinygpt::Gpt2PaddingRule{.fill = static_cast<Index>(fill)};
}

val from_mask(const val& mask, const std::string& rule, double fill, double padding_index,
              bool multiply_by_mask_again) {
  return guarded([&] {
    return to_js(tinygpt::position_ids_from_mask(
        to_indices(mask), padding_rule(rule, fill, padding_index, multiply_by_mask_again)));
  });
}

// ---- Prompts that are too long ----------------------------------------------------------------

val crop_prompt_of(const val& ids, double room, const std::string& policy) {
  return guarded([&] {
    const std::vector<Index> prompt = to_indices(ids);
    // No prompt is longer than max_position, whatever room there is.
    const auto n_positions = static_cast<std::size_t>(
        std::clamp(static_cast<Index>(room), Index{0}, tinygpt::max_position));
    const tinygpt::CroppedPrompt cropped =
        tinygpt::crop_prompt(prompt, n_positions,
                             policy == "keep-head"   ? tinygpt::CropPolicy::keep_head
                             : policy == "keep-tail" ? tinygpt::CropPolicy::keep_tail
                                                     : tinygpt::CropPolicy::error);
    return to_js(std::vector<Index>{static_cast<Index>(cropped.dropped_first),
                                    static_cast<Index>(cropped.dropped_last)});
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(tinygpt) {
  emscripten::class_<tinygpt::Model>("Model")
      .smart_ptr<ModelHandle>("ModelHandle")
      .function("config", &config_of)
      .function("parameterCount", &parameter_count_of)
      .function("vocabulary", &vocabulary_of)
      .function("embedAt", &embed_at)
      .function("embedAfter", &embed_after)
      .function("embedInto", &stage_embed)
      .function("readStage", &read_stage)
      .function("row", &row_of)
      .function("elsewhere", &elsewhere)
      .function("logitIds", &logit_ids_of);
  emscripten::class_<tinygpt::EmbeddingStage>("EmbeddingStage").constructor();
  emscripten::class_<Loading>("Loading")
      .smart_ptr<std::shared_ptr<Loading>>("LoadingHandle")
      .function("step", &loading_step)
      .function("fraction", &loading_fraction)
      .function("take", &loading_take);
  emscripten::class_<Network>("Network")
      .smart_ptr<NetworkHandle>("NetworkHandle")
      .function("bytes", &network_bytes)
      .function("createCache", &create_cache);
  emscripten::class_<tinygpt::KvCache>("KvCache")
      .smart_ptr<CacheHandle>("CacheHandle")
      .function("capacity", &cache_capacity)
      .function("batch", &cache_batch)
      .function("bytes", &cache_bytes)
      .function("length", &cache_length)
      .function("truncate", &cache_truncate)
      .function("reset", &cache_reset);
  emscripten::class_<Pass>("Pass")
      .smart_ptr<std::shared_ptr<Pass>>("PassHandle")
      .function("step", &pass_step)
      .function("fraction", &Pass::fraction)
      .function("logits", &pass_logits)
      .function("trace", &Pass::trace);
  emscripten::class_<tinygpt::Sampler>("Sampler")
      .smart_ptr<std::shared_ptr<tinygpt::Sampler>>("SamplerHandle")
      .function("next", &sampler_next);
  emscripten::function("startLoading", &start_loading);
  emscripten::function("startPass", &start_pass);
  emscripten::function("createSampler", &create_sampler);
  emscripten::function("createPreset", &create_preset);
  emscripten::function("createFromTables", &create_from_tables);
  emscripten::function("decode", &decode);
  emscripten::function("packed", &packed);
  emscripten::function("fromMask", &from_mask);
  emscripten::function("cropPrompt", &crop_prompt_of);
}
