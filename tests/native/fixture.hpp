#pragma once
/// Tables whose values tell their row:  wte[t][c] = t + c/4,  wpe[p][c] = 16 (p + 1).
/// Every value and every sum is exact in float32.

#include <cstddef>
#include <utility>

#include "tinygpt/model.hpp"

namespace tinygpt::tests {

inline float fixture_wte(std::size_t t, std::size_t c) {
  return static_cast<float>(t) + static_cast<float>(c) / 4.0F;
}

inline float fixture_wpe(std::size_t p) { return 16.0F * static_cast<float>(p + 1); }

inline Model fixture_model(std::size_t vocab_size = 5, std::size_t n_positions = 8,
                           std::size_t n_embd = 4) {
  GivenValues wte;
  for (std::size_t t = 0; t < vocab_size; ++t) {
    for (std::size_t c = 0; c < n_embd; ++c) wte.push_back(fixture_wte(t, c));
  }
  GivenValues wpe;
  for (std::size_t p = 0; p < n_positions; ++p) wpe.insert(wpe.end(), n_embd, fixture_wpe(p));
  return model_from_tables(n_embd, std::move(wte), std::move(wpe));
}

}  // namespace tinygpt::tests
