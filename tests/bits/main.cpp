/// Prints {"teaching": "0123456789abcdef", ...}: what tests/bits/agreed.json holds.

#include <cinttypes>
#include <cstdio>

#include "logit_bits.hpp"

int main() {
  const char* before = "{\n";
  for (const tinygpt::tests::LogitBits& bits : tinygpt::tests::logit_bits(true)) {
    std::printf("%s  \"%s\": \"%016" PRIx64 "\"", before, bits.model.c_str(), bits.hash);
    before = ",\n";
  }
  std::printf("\n}\n");
}
