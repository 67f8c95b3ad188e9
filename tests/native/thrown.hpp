#pragma once
/// Catching what a call throws, to look at its fields.

#include <stdexcept>

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

}  // namespace tinygpt::tests
