#pragma once
/// All tensors of a model in memory, the matrices packed as the kernels read them.

#include <cstddef>
#include <deque>
#include <memory>
#include <variant>
#include <vector>

#include "tinygpt/config.hpp"
#include "tinygpt/panels.hpp"
#include "tinygpt/weights.hpp"

namespace tinygpt {

struct NormWeights {
  std::vector<float> weight;  // [n_embd]; both empty for the identity
  std::vector<float> bias;    // [n_embd]
};

struct LinearWeights {
  PackedMatrix weight;      // [in, out]
  std::vector<float> bias;  // [out]
};

struct BlockWeights {
  NormWeights ln_1;
  LinearWeights c_attn;     // [n_embd, 3 n_embd]: q, k, v
  LinearWeights attn_proj;  // [n_embd, n_embd]
  NormWeights ln_2;
  LinearWeights c_fc;      // [n_embd, 4 n_embd]
  LinearWeights mlp_proj;  // [4 n_embd, n_embd]
};

/// Movable and costly to copy; forward passes only read it.
struct LoadedWeights {
  Gpt2Config config;
  Tensor wte;  // [vocab_size, n_embd], in memory
  Tensor wpe;  // [n_positions, n_embd], in memory
  std::vector<BlockWeights> blocks;
  NormWeights ln_f;
  Tensor lm_head;  // [logit_count, n_embd]; a tied head shares the memory of wte

  std::size_t bytes() const;
};

/// Loads piece by piece, so that the caller can show how far it is, and stop between two pieces by
/// dropping the loader:   WeightLoader loader(config, weights); while (loader.step()) {...}
///
/// Given tables (wte, wpe, lm_head) are shared with `weights`, not copied. Matrices are packed and
/// their unpacked tensors let go one by one: with `weights` moved in and no other owner, there is
/// never more than one matrix twice in memory.
class WeightLoader {
 public:
  /// Throws ArgumentError, naming the tensor, when `weights` lacks one that `config` asks for or
  /// has it in another shape, and when config is not valid or has no layers. Loads nothing yet.
  WeightLoader(const Gpt2Config& config, Weights weights);

  /// Loads up to a million numbers; false when nothing is left.
  bool step();

  /// Of all numbers, how many are loaded: 0 .. 1.
  double fraction() const;

  /// The result, once step() has returned false.
  LoadedWeights take();

 private:
  using Place = std::variant<Tensor*, std::vector<float>*, PackedMatrix*>;
  struct Arrival {
    Tensor source;
    Place place;  // in *loaded_
  };

  std::vector<Place> places();
  std::size_t load(const Tensor& source, Tensor& table);
  std::size_t load(const Tensor& source, std::vector<float>& values) const;
  std::size_t load(const Tensor& source, PackedMatrix& matrix);

  std::unique_ptr<LoadedWeights> loaded_;
  std::deque<Arrival> arrivals_;  // the first is being loaded
  std::vector<float> buffer_;     // the part of a table that is there, or rows of a matrix
  std::size_t next_ = 0;          // the first tensor's first element that is not loaded
  std::size_t loaded_count_ = 0;
  std::size_t total_count_ = 0;
};

/// All pieces at once.
LoadedWeights load_weights(const Gpt2Config& config, Weights weights);

}  // namespace tinygpt
