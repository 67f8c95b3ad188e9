#pragma once
/// One step of a shared case (tests/cases/README.md): making its call, comparing what came back.

#include <optional>
#include <string>
#include <vector>

#include "json_file.hpp"
#include "tinygpt/elsewhere.hpp"
#include "tinygpt/embedding.hpp"
#include "tinygpt/model.hpp"

namespace tinygpt::tests {

/// What a call returned; only the part that belongs to its kind is filled.
struct StepResult {
  std::optional<Embedding> embedding;
  std::vector<Index> rows;
  std::vector<float> values;
  std::vector<ElsewhereAnswer> answers;
};

/// The step with lists written out and golden data put in. Throws for a key that is not known.
Json decoded_step(const Json& written, const Json& golden);

/// The call with its arguments, without what is expected of it.
std::string call_key(const Json& step);

/// `model` is not used by position rules.
StepResult perform(const Model& model, const Json& step);

/// Every number that was returned, as bytes.
std::string bytes_of(const StepResult& result);

/// doctest checks of `step["expect"]`, which is an object.
void check_result(const Model& model, const Json& step, const StepResult& result);

/// doctest checks that the step throws what `step["error"]` says.
void check_error(const Model& model, const Json& step);

}  // namespace tinygpt::tests
