/// A step of decoding allocates nothing. This program counts what operator new is asked for.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "tinygpt/forward.hpp"
#include "tinygpt/model.hpp"

namespace {

std::size_t allocation_count = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocation_count;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

using tinygpt::Gpt2Config;
using tinygpt::Index;
using tinygpt::KvCache;
using tinygpt::LoadedWeights;
using tinygpt::Workspace;

TEST_CASE("what is allocated is counted") {
  const std::size_t before = allocation_count;
  const std::vector<float> numbers(3);
  const auto array = std::make_unique<float[]>(3);  // NOLINT(modernize-avoid-c-arrays)
  CHECK(allocation_count == before + 2);
}

TEST_CASE("after the first step of decoding no other allocates, whatever came before it") {
  const Gpt2Config config{
      .vocab_size = 37, .n_positions = 80, .n_embd = 42, .n_layer = 3, .n_head = 2};
  const LoadedWeights weights = load_weights(config, tinygpt::synthetic_weights(config, 3));
  for (const std::size_t prompt : {0U, 1U, 17U}) {
    CAPTURE(prompt);
    KvCache cache(config, config.n_positions);
    Workspace workspace;
    const std::vector<Index> ids(prompt, 5);
    if (prompt > 0) forward(weights, cache, workspace, {.ids = ids});
    Index id = 7;
    forward(weights, cache, workspace, {.ids = {&id, 1}});
    const std::size_t before = allocation_count;
    // The last step ends at the last place of the cache.
    while (cache.length() < cache.capacity()) {
      const auto logits = forward(weights, cache, workspace, {.ids = {&id, 1}});
      id = logits[0] < logits[1] ? id % 36 + 1 : 0;
    }
    CHECK(allocation_count == before);
  }
}
