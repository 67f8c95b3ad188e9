/// The core as JavaScript sees it: a small private surface that web/runtime wraps.
///
/// Every bound function returns { value } or { error }, and lets no C++ exception out. Arrays
/// come as typed arrays (whole numbers as Float64Array, checked by the caller) and leave as
/// copies outside the heap.

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "tinygpt/elsewhere.hpp"
#include "tinygpt/embedding.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/lookup.hpp"
#include "tinygpt/model.hpp"
#include "tinygpt/positions.hpp"

namespace {

using emscripten::val;
using tinygpt::Index;
using ModelHandle = std::shared_ptr<tinygpt::Model>;

// ---- Into JavaScript -------------------------------------------------------------------------

template <typename T>
val copied_array(const T* data, std::size_t size) {
  return val(emscripten::typed_memory_view(size, data)).template call<val>("slice");
}

val to_js(const tinygpt::Matrix& matrix) { return copied_array(matrix.data(), matrix.size()); }
val to_js(const std::vector<float>& values) { return copied_array(values.data(), values.size()); }

val to_js(const std::vector<Index>& indices) {
  std::vector<std::int32_t> narrow(indices.size());
  std::ranges::transform(indices, narrow.begin(),
                         [](Index index) { return static_cast<std::int32_t>(index); });
  return copied_array(narrow.data(), narrow.size());
}

val error_of_kind(const char* kind, const char* message) {
  val error = val::object();
  error.set("kind", std::string(kind));
  error.set("message", std::string(message));
  return error;
}

/// Runs `call` and hands over what it returned or, as a plain object, what it threw.
template <typename Call>
val guarded(const Call& call) {
  val result = val::object();
  try {
    result.set("value", call());
  } catch (const tinygpt::IndexError& e) {
    val error = error_of_kind("index", e.what());
    error.set("table", e.table());
    error.set("index", static_cast<double>(e.index()));
    error.set("size", static_cast<double>(e.size()));
    error.set("at", static_cast<double>(e.at()));
    result.set("error", error);
  } catch (const tinygpt::ArgumentError& e) {
    result.set("error", error_of_kind("argument", e.what()));
  } catch (const std::bad_alloc&) {
    result.set("error", error_of_kind("memory", "the request needs more memory than there is"));
  } catch (const std::exception& e) {
    result.set("error", error_of_kind("other", e.what()));
  }
  return result;
}

// ---- From JavaScript -------------------------------------------------------------------------

/// The caller has made sure that these are whole numbers below 2^53.
std::vector<Index> to_indices(const val& float64_array) {
  const auto numbers = emscripten::convertJSArrayToNumberVector<double>(float64_array);
  std::vector<Index> indices(numbers.size());
  std::ranges::transform(numbers, indices.begin(),
                         [](double number) { return static_cast<Index>(number); });
  return indices;
}

const tinygpt::Tensor& table_named(const tinygpt::Model& model, const std::string& name) {
  return name == "wte" ? model.weights.wte() : model.weights.wpe();
}

// ---- Models ----------------------------------------------------------------------------------

/// The seed in two halves, each a whole number below 2^32.
val create_preset(const std::string& preset, double seed_high, double seed_low) {
  return guarded([&] {
    const std::uint64_t seed =
        (static_cast<std::uint64_t>(seed_high) << 32U) | static_cast<std::uint64_t>(seed_low);
    return val(std::make_shared<tinygpt::Model>(
        preset == "teaching" ? tinygpt::teaching_model() : tinygpt::gpt2_small_model(seed)));
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

val vocabulary_of(const tinygpt::Model& model) {
  return val::array(model.vocabulary.begin(), model.vocabulary.end());
}

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

tinygpt::PaddingRule padding_rule(const std::string& name, double fill, double padding_index) {
  if (name == "opt") return tinygpt::OptPaddingRule{};
  if (name == "roberta") {
    return tinygpt::RobertaPaddingRule{.padding_index = static_cast<Index>(padding_index)};
  }
  return tinygpt::Gpt2PaddingRule{.fill = static_cast<Index>(fill)};
}

val from_mask(const val& mask, const std::string& rule, double fill, double padding_index) {
  return guarded([&] {
    return to_js(
        tinygpt::position_ids_from_mask(to_indices(mask), padding_rule(rule, fill, padding_index)));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(tinygpt) {
  emscripten::class_<tinygpt::Model>("Model")
      .smart_ptr<ModelHandle>("ModelHandle")
      .function("config", &config_of)
      .function("vocabulary", &vocabulary_of)
      .function("embedAt", &embed_at)
      .function("embedAfter", &embed_after)
      .function("row", &row_of)
      .function("elsewhere", &elsewhere);
  emscripten::function("createPreset", &create_preset);
  emscripten::function("createFromTables", &create_from_tables);
  emscripten::function("decode", &decode);
  emscripten::function("packed", &packed);
  emscripten::function("fromMask", &from_mask);
}
