#include "case_step.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bit_equal.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/lookup.hpp"
#include "tinygpt/positions.hpp"

namespace tinygpt::tests {
namespace {

using Names = std::vector<std::string_view>;

const std::map<std::string, Names> arguments_of{
    {"embed", {"ids", "positionIds", "pastLength", "golden"}},
    {"row", {"table", "index"}},
    {"prefill", {"length"}},
    {"decode", {"length", "pastLength"}},
    {"packed", {"lengths"}},
    {"fromMask", {"mask", "rule", "fill", "paddingIndex", "multiplyByMaskAgain"}},
    {"elsewhere", {"table", "index"}},
};

void require_known_keys(const Json& object, const Names& known) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) == known.end()) {
      throw std::invalid_argument("the key \"" + key + "\" is not known here");
    }
  }
}

/// { repeat, times } and { from, count } as the lists that they stand for.
Json decoded_list(const Json& written) {
  if (!written.is_object()) return written;
  if (written.contains("repeat")) {
    const std::vector<Index> list(written.at("times").get<std::size_t>(),
                                  written.at("repeat").get<Index>());
    return list;
  }
  if (!written.contains("from")) return written;
  std::vector<Index> list(written.at("count").get<std::size_t>());
  std::iota(list.begin(), list.end(), written.at("from").get<Index>());
  return list;
}

const Tensor& table_of(const Model& model, const Json& step) {
  const auto name = step.at("table").get<std::string>();
  if (name != "wte" && name != "wpe") throw std::invalid_argument("no table is named " + name);
  return name == "wte" ? model.weights.wte() : model.weights.wpe();
}

PaddingRule rule_of(const Json& step) {
  const auto name = step.at("rule").get<std::string>();
  if (name == "opt") {
    return OptPaddingRule{.multiply_by_mask_again = step.value("multiplyByMaskAgain", true)};
  }
  if (name == "roberta")
    return RobertaPaddingRule{.padding_index = step.value("paddingIndex", Index{1})};
  if (name == "gpt2") return Gpt2PaddingRule{.fill = step.value("fill", Index{1})};
  throw std::invalid_argument("no rule is named " + name);
}

Embedding perform_embed(const Model& model, const Json& step) {
  const std::vector<Index> ids = index_elements(step.at("ids"));
  if (step.contains("positionIds")) {
    return embed(model.weights, ids, index_elements(step.at("positionIds")));
  }
  return embed(model.weights, ids, step.value("pastLength", Index{0}));
}

const Matrix& matrix_named(const Embedding& embedding, std::string_view name) {
  if (name == "wte") return embedding.wte;
  if (name == "wpe") return embedding.wpe;
  if (name == "x0") return embedding.x0;
  throw std::invalid_argument("no matrix is named " + std::string(name));
}

void check_rows(const Embedding& embedding, const std::string& key, const Json& expected) {
  constexpr std::string_view beginning = "_first8";
  const bool first8 = key.ends_with(beginning);
  const Matrix& matrix = matrix_named(
      embedding, std::string_view(key).substr(0, key.size() - (first8 ? beginning.size() : 0)));
  REQUIRE(rows(matrix) == expected.size());
  for (std::size_t t = 0; t < expected.size(); ++t) {
    CAPTURE(t);
    const std::span<const float> actual = row(matrix, t);
    CHECK(difference(first8 ? actual.first(8) : actual, float32_elements(expected[t])) == "");
  }
}

void check_embedding(const Embedding& embedding, const std::string& key, const Json& expected) {
  if (key == "shape") {
    CHECK(Json{rows(embedding.x0), columns(embedding.x0)} == expected);
  } else if (key == "ids") {
    CHECK(shown(embedding.ids) == shown(index_elements(decoded_list(expected))));
  } else if (key == "positionIds") {
    CHECK(shown(embedding.position_ids) == shown(index_elements(decoded_list(expected))));
  } else if (key == "x0_row_sums_float64") {
    REQUIRE(rows(embedding.x0) == expected.size());
    for (std::size_t t = 0; t < expected.size(); ++t) {
      const std::span<const float> x0 = row(embedding.x0, t);
      CHECK(std::accumulate(x0.begin(), x0.end(), 0.0) == expected[t].get<double>());
    }
  } else {
    check_rows(embedding, key, expected);
  }
}

void check_values(std::span<const float> values, const std::string& key, const Json& expected) {
  if (key != "values" && key != "first8") {
    throw std::invalid_argument("the expectation \"" + key + "\" is not known here");
  }
  CHECK(difference(key == "first8" ? values.first(8) : values, float32_elements(expected)) == "");
}

const ElsewhereAnswer& answer_of(const std::vector<ElsewhereAnswer>& answers,
                                 const std::string& system) {
  const auto found = std::ranges::find(answers, system, &ElsewhereAnswer::system);
  if (found == answers.end()) throw std::invalid_argument("no answer of " + system);
  return *found;
}

void check_outcome_without_row(const ElsewhereAnswer& answer, const std::string& expected,
                               std::size_t width) {
  static const std::map<std::string, Outcome> outcomes{{"raises", Outcome::raises},
                                                       {"zeros", Outcome::zeros},
                                                       {"nan", Outcome::nan},
                                                       {"outside", Outcome::outside}};
  const Outcome outcome = outcomes.at(expected);
  CHECK(answer.outcome == outcome);
  const bool is_row = outcome == Outcome::zeros || outcome == Outcome::nan;
  CHECK(answer.values.size() == (is_row ? width : 0));
  for (const float value : answer.values) {
    CHECK((outcome == Outcome::nan ? std::isnan(value) : value == 0 && !std::signbit(value)));
  }
}

void check_answer(const Tensor& table, const ElsewhereAnswer& answer, const Json& expected) {
  if (expected.is_string()) {
    check_outcome_without_row(answer, expected.get<std::string>(), table.columns());
  } else if (expected.contains("row")) {
    REQUIRE(answer.outcome == Outcome::row);
    const auto expected_row = expected.at("row").get<std::size_t>();
    CHECK(answer.row == expected_row);
    std::vector<float> values(table.columns());
    table.read(expected_row * table.columns(), values);
    CHECK(difference(answer.values, values) == "");
  } else {
    REQUIRE(answer.outcome == Outcome::memory);
    REQUIRE(answer.place.has_value());
    const TensorPlace place = answer.place.value_or(TensorPlace{});
    CHECK(place.tensor == expected.at("tensor").get<std::string>());
    CHECK(place.element == expected.at("element").get<std::size_t>());
    CHECK(answer.values.size() == table.columns());
    for (const auto& [key, value] : expected.items()) {
      if (key != "tensor" && key != "element") check_values(answer.values, key, value);
    }
  }
}

void append_bytes(std::string& bytes, const void* data, std::size_t size) {
  const std::span<const char> view(static_cast<const char*>(data), size);
  bytes.append(view.begin(), view.end());
}

template <typename T>
void append(std::string& bytes, std::span<const T> values) {
  bytes += std::to_string(values.size()) + ":";
  append_bytes(bytes, values.data(), values.size_bytes());
}

}  // namespace

Json decoded_step(const Json& written, const Json& golden) {
  Names known = arguments_of.at(written.at("call").get<std::string>());
  known.insert(known.end(), {"call", "expect", "error"});
  require_known_keys(written, known);

  Json step = written;
  for (const char* list : {"ids", "positionIds", "lengths", "mask"}) {
    if (step.contains(list)) step[list] = decoded_list(step[list]);
  }
  if (written.contains("golden")) {
    const Json& found = golden.at(Json::json_pointer(written.at("golden").get<std::string>()));
    step["ids"] = found.at("ids");
    step["positionIds"] = found.at("position_ids");
    Json& expected = step["expect"];
    expected["positionIds"] = found.at("position_ids");
    for (const char* key :
         {"ids", "wte_first8", "wpe_first8", "x0_first8", "x0_row_sums_float64"}) {
      expected[key] = found.at(key);
    }
  }
  if (step.contains("expect") == step.contains("error")) {
    throw std::invalid_argument("a step has either expect or error");
  }
  return step;
}

std::string call_key(const Json& step) {
  Json call = step;
  call.erase("expect");
  call.erase("error");
  return call.dump();
}

StepResult perform(const Model& model, const Json& step) {
  const auto call = step.at("call").get<std::string>();
  StepResult result;
  if (call == "embed") {
    result.embedding = perform_embed(model, step);
  } else if (call == "row") {
    const std::vector<Index> indices{step.at("index").get<Index>()};
    const Matrix rows = lookup_rows(table_of(model, step), indices);
    result.values.assign(rows.begin(), rows.end());
  } else if (call == "prefill") {
    result.rows = prefill_position_ids(step.at("length").get<Index>());
  } else if (call == "decode") {
    result.rows =
        decode_position_ids(step.at("length").get<Index>(), step.at("pastLength").get<Index>());
  } else if (call == "packed") {
    result.rows = packed_position_ids(index_elements(step.at("lengths")));
  } else if (call == "fromMask") {
    result.rows = position_ids_from_mask(index_elements(step.at("mask")), rule_of(step));
  } else {
    result.answers =
        answers_elsewhere(model.weights, table_of(model, step), step.at("index").get<Index>());
  }
  return result;
}

std::string bytes_of(const StepResult& result) {
  std::string bytes;
  if (result.embedding) {
    append(bytes, std::span<const Index>(result.embedding->ids));
    append(bytes, std::span<const Index>(result.embedding->position_ids));
    append(bytes, elements(result.embedding->wte));
    append(bytes, elements(result.embedding->wpe));
    append(bytes, elements(result.embedding->x0));
  }
  append(bytes, std::span<const Index>(result.rows));
  append(bytes, std::span<const float>(result.values));
  for (const ElsewhereAnswer& answer : result.answers) {
    append(bytes, std::span<const float>(answer.values));
  }
  return bytes;
}

void check_result(const Model& model, const Json& step, const StepResult& result) {
  const Json& expect = step.at("expect");
  REQUIRE_FALSE(expect.empty());
  for (const auto& item : expect.items()) {
    const std::string& key = item.key();
    const Json& expected = item.value();
    CAPTURE(key);
    if (result.embedding) {
      check_embedding(*result.embedding, key, expected);
    } else if (!result.answers.empty()) {
      check_answer(table_of(model, step), answer_of(result.answers, key), expected);
    } else if (step.at("call") == "row") {
      check_values(result.values, key, expected);
    } else {
      REQUIRE(key == "rows");
      CHECK(shown(result.rows) == shown(index_elements(decoded_list(expected))));
    }
  }
}

void check_error(const Model& model, const Json& step) {
  const Json& expected = step.at("error");
  require_known_keys(expected, {"table", "index", "size", "at", "argument", "says"});
  std::string message;
  if (expected.contains("argument")) {
    const auto error = thrown<ArgumentError>([&] { perform(model, step); });
    message = error.what();
    CHECK(error.argument() == expected.at("argument").get<std::string>());
  } else {
    const auto error = thrown<IndexError>([&] { perform(model, step); });
    message = error.what();
    CHECK(error.table() == expected.at("table").get<std::string>());
    CHECK(error.index() == expected.at("index").get<std::int64_t>());
    CHECK(error.size() == expected.at("size").get<std::size_t>());
    CHECK(error.at() == expected.at("at").get<std::size_t>());
  }
  for (const Json& part : expected.value("says", Json::array())) {
    CAPTURE(message);
    CHECK(message.find(part.get<std::string>()) != std::string::npos);
  }
}

}  // namespace tinygpt::tests
