/// Runs tests/cases/*.json on the core. Node and browsers run the same files on the built module.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "case_step.hpp"
#include "fixture.hpp"
#include "json_file.hpp"
#include "tinygpt/model.hpp"

namespace tinygpt::tests {
namespace {

struct CaseFile {
  std::string name;
  Json cases;
};

std::vector<CaseFile> case_files() {
  std::vector<CaseFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(TINYGPT_TESTS_DIR "/cases")) {
    if (entry.path().extension() != ".json") continue;
    files.push_back({.name = entry.path().filename().string(),
                     .cases = read_json(entry.path().string()).at("cases")});
  }
  std::ranges::sort(files, {}, &CaseFile::name);
  return files;
}

Model model_of(const Json& testcase) {
  const Json model = testcase.value("model", Json("fixture"));
  if (model == "fixture") return fixture_model();
  if (model == "teaching") return teaching_model();
  if (model == "gpt2-small") return gpt2_small_model();
  return fixture_model(model.at("vocab_size").get<std::size_t>(),
                       model.at("n_positions").get<std::size_t>(),
                       model.at("n_embd").get<std::size_t>());
}

/// A case with an error ends with a call that was made before the error: that proves recovery.
bool ends_with_recovery(const std::vector<Json>& steps) {
  const auto failing =
      std::ranges::find_if(steps, [](const Json& s) { return s.contains("error"); });
  if (failing == steps.end()) return true;
  const std::string last = call_key(steps.back());
  return std::any_of(steps.begin(), failing, [&](const Json& s) { return call_key(s) == last; });
}

void run_case(const Json& testcase, const Json& golden) {
  std::vector<Json> steps;
  for (const Json& step : testcase.at("steps")) {
    steps.push_back(decoded_step(step, golden));
  }
  CHECK(ends_with_recovery(steps));

  const Model model = model_of(testcase);
  std::map<std::string, std::string> earlier;
  for (const Json& step : steps) {
    const std::string key = call_key(step);
    CAPTURE(key);
    if (step.contains("error")) {
      check_error(model, step);
      continue;
    }
    const StepResult result = perform(model, step);
    const std::string bytes = bytes_of(result);
    if (step.at("expect") == "as before") {
      CHECK(earlier.contains(key));
      CHECK((bytes == bytes_of(perform(model_of(testcase), step))));
    } else {
      check_result(model, step, result);
    }
    const auto [before, is_first] = earlier.emplace(key, bytes);
    CHECK((is_first || before->second == bytes));
  }
}

}  // namespace

TEST_CASE("the core does what the shared cases say") {
  const Json golden = read_test_data("gpt2-small-synthetic.json");
  std::size_t run = 0;
  std::size_t only_javascript = 0;
  for (const CaseFile& file : case_files()) {
    CAPTURE(file.name);
    for (const Json& testcase : file.cases) {
      const auto name = testcase.at("name").get<std::string>();
      CAPTURE(name);
      if (testcase.contains("only")) {
        CHECK(testcase.at("only") == "javascript");
        ++only_javascript;
        continue;
      }
      try {
        run_case(testcase, golden);
      } catch (const std::exception& error) {
        FAIL_CHECK(error.what());
      }
      ++run;
    }
  }
  MESSAGE(run << " cases run, " << only_javascript << " take values that only JavaScript has");
  CHECK(run >= 50);
  CHECK(only_javascript >= 5);
}

}  // namespace tinygpt::tests
