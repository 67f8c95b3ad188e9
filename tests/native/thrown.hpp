#pragma once
/// Catching what a call throws, to look at its fields.

#include <stdexcept>
#include <string>

#include "tinygpt/errors.hpp"

namespace tinygpt::tests {

/// The Error that `call` throws. Anything else that it throws, or nothing, fails the test.
template <typename Error, typename Call>
Error thrown(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  throw std::logic_error("the call was expected to throw, and it returned");
}

/// The name of the argument that `call` refuses.
template <typename Call>
std::string refused(const Call& call) {
  return thrown<ArgumentError>(call).argument();
}

}  // namespace tinygpt::tests
