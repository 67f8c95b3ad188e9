#pragma once
/// The JSON files that the suites compare with.

#include <cstddef>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "tinygpt/positions.hpp"

namespace tinygpt::tests {

/// Keeps the order of keys, which for weights is the order of the checkpoint.
using Json = nlohmann::ordered_json;

inline Json read_json(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot open " + path);
  return Json::parse(file);
}

inline Json read_test_data(const std::string& name) {
  return read_json(std::string(TINYGPT_TESTS_DIR "/data/") + name);
}

inline Json read_teaching_preset() { return read_json(TINYGPT_PRESETS_DIR "/teaching.json"); }

/// All numbers of a nested array, row after row, each rounded to float32.
inline std::vector<float> float32_elements(const Json& array) {
  std::vector<float> elements;
  for (const Json& item : array) {
    if (item.is_array()) {
      const std::vector<float> inner = float32_elements(item);
      elements.insert(elements.end(), inner.begin(), inner.end());
    } else {
      elements.push_back(static_cast<float>(item.get<double>()));
    }
  }
  return elements;
}

inline std::vector<Index> index_elements(const Json& array) {
  return array.get<std::vector<Index>>();
}

/// The lengths of a nested array, outermost first.
inline std::vector<std::size_t> shape_of(const Json& array) {
  std::vector<std::size_t> shape;
  for (const Json* level = &array; level->is_array(); level = &level->front()) {
    shape.push_back(level->size());
  }
  return shape;
}

}  // namespace tinygpt::tests
