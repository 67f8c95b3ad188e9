#pragma once
/// All tensors of a model in memory, the matrices packed as the kernels read them.
///
/// With Precision::int8 every matrix is kept in 8 bits with one scale a column (int8_panels.hpp):
/// c_attn, both c_proj, c_fc and the head. A tied head is a quantised copy of wte. The tables
/// themselves stay float32 where they lie: given values shared, synthetic ones read by rule, so x0
/// has the same bits in either precision. Norms and biases stay float32, too.

#include <cstddef>
#include <deque>
#include <memory>
#include <variant>
#include <vector>

#include "tinygpt/config.hpp"
#include "tinygpt/int8_panels.hpp"
#include "tinygpt/panels.hpp"
#include "tinygpt/weights.hpp"

namespace tinygpt {

enum class Precision { float32, int8 };

struct NormWeights {
  std::vector<float> weight;  // [n_embd]; both empty for the identity
  std::vector<float> bias;    // [n_embd]
};

struct LinearWeights {
  std::variant<PackedMatrix, Int8Matrix> weight;  // [in, out]
  std::vector<float> bias;                        // [out]
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
  Tensor wte;  // [vocab_size, n_embd], in memory unless int8
  Tensor wpe;  // [n_positions, n_embd], the same
  std::vector<BlockWeights> blocks;
  NormWeights ln_f;
  /// A table [logit_count, n_embd] in memory, that of wte where the head is tied; or its
  /// transpose [n_embd, logit_count].
  std::variant<Tensor, Int8Matrix> lm_head;

  std::size_t bytes() const;
};

/// Loads piece by piece, so that the caller can show how far it is, and stop between two pieces by
/// dropping the loader:   WeightLoader loader(config, weights); while (loader.step()) {...}
///
/// Given tables (wte, wpe, lm_head) are shared with `weights`, not copied. Matrices are packed and
/// their unpacked tensors let go one by one: with `weights` moved in and no other owner, there is
/// never more than one matrix twice in memory. What is quantised is so piece by piece: a megabyte
/// of it is float32 at a time.
class WeightLoader {
 public:
  /// Throws ArgumentError, naming the tensor, when `weights` lacks one that `config` asks for or
  /// has it in another shape, and when config is not valid or has no layers. Loads nothing yet.
  WeightLoader(const Gpt2Config& config, Weights weights, Precision precision = Precision::float32);

  /// Loads up to a million numbers; false when nothing is left.
  bool step();

  /// Of all numbers, how many are loaded: 0 .. 1.
  double fraction() const;

  /// The result, once step() has returned false.
  LoadedWeights take();

 private:
  /// Where a tensor goes in *loaded_: a matrix whose transpose it is, or nowhere.
  struct Transpose {
    Int8Matrix* matrix = nullptr;
  };
  struct Stays {};
  using Place =
      std::variant<Tensor*, std::vector<float>*, PackedMatrix*, Int8Matrix*, Transpose, Stays>;
  struct Arrival {
    Tensor source;
    Place place;
  };

  std::vector<Place> places(Precision precision);
  std::size_t load(const Tensor& source, Tensor& table);
  std::size_t load(const Tensor& source, std::vector<float>& values) const;
  std::size_t load(const Tensor& source, PackedMatrix& matrix);
  std::size_t load(const Tensor& source, Int8Matrix& matrix);
  std::size_t load(const Tensor& source, Transpose to);
  static std::size_t load(const Tensor& source, Stays to);

  std::unique_ptr<LoadedWeights> loaded_;
  std::deque<Arrival> arrivals_;  // the first is being loaded
  std::vector<float> buffer_;     // the part of a table that is there, or rows of a matrix
  std::size_t next_ = 0;          // how many of the first tensor's elements are loaded
  std::size_t loaded_count_ = 0;
  std::size_t total_count_ = 0;
};

/// All pieces at once.
LoadedWeights load_weights(const Gpt2Config& config, Weights weights,
                           Precision precision = Precision::float32);

}  // namespace tinygpt
