/// The native half of the comparison of bits; tests/node/logit_bits.test.mjs is the other.

#include "../bits/logit_bits.hpp"

#include <doctest/doctest.h>

#include <cinttypes>
#include <cstdio>
#include <string>

#include "json_file.hpp"

TEST_CASE("the native build has the bits that native and WebAssembly agree on") {
  const tinygpt::tests::Json agreed =
      tinygpt::tests::read_json(TINYGPT_TESTS_DIR "/bits/agreed.json");
#ifdef TINYGPT_SLOW_BUILD
  constexpr bool large = false;
#else
  constexpr bool large = true;
#endif
  for (const tinygpt::tests::LogitBits& bits : tinygpt::tests::logit_bits(large)) {
    CAPTURE(bits.model);
    std::string hash(17, '\0');
    std::snprintf(hash.data(), hash.size(), "%016" PRIx64, bits.hash);
    hash.pop_back();
    CHECK(hash == agreed.at(bits.model).get<std::string>());
  }
}
