#pragma once
/// Where a model's numbers come from: given values, or the synthetic rule, read piece by piece.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tinygpt/checkpoint.hpp"
#include "tinygpt/config.hpp"
#include "tinygpt/synthetic.hpp"

namespace tinygpt {

using GivenValues = std::vector<float>;  // row-major

/// One named tensor. Its elements can be read without the whole being in memory. It never
/// changes, so copies share their values.
class Tensor {
 public:
  /// Throws ArgumentError naming the tensor when `values` does not fill `info.shape`.
  Tensor(TensorInfo info, GivenValues values);
  Tensor(TensorInfo info, SyntheticTensor rule);

  const std::string& name() const { return info_.name; }
  const std::vector<std::size_t>& shape() const { return info_.shape; }
  std::size_t element_count() const { return info_.element_count(); }

  /// For a table [rows, columns].
  std::size_t rows() const { return info_.shape.front(); }
  std::size_t columns() const { return info_.shape.back(); }

  /// Writes elements first, first + 1, ... (row-major) into `out`.
  /// Requires first + out.size() <= element_count().
  void read(std::size_t first, std::span<float> out) const;

  /// All elements where they are in memory; empty where they are made by rule.
  std::span<const float> in_memory() const;

 private:
  TensorInfo info_;
  std::variant<std::shared_ptr<const GivenValues>, SyntheticTensor> source_;
};

/// The tensors of one model in checkpoint order: wte first, wpe second.
class Weights {
 public:
  /// Throws ArgumentError when the two tables are not there, have no rows or differ in n_embd.
  explicit Weights(std::vector<Tensor> tensors);

  const std::vector<Tensor>& tensors() const { return tensors_; }
  const Tensor& wte() const { return tensors_[0]; }  // [vocab_size, n_embd]
  const Tensor& wpe() const { return tensors_[1]; }  // [n_positions, n_embd]

  /// Puts the same tables, meanwhile loaded into memory, in the place of those made by rule.
  void set_tables(Tensor wte, Tensor wpe);

 private:
  std::vector<Tensor> tensors_;
};

/// How many numbers all tensors hold together.
std::size_t parameter_count(const Weights& weights);

/// Every tensor of `config` by the rule of synthetic.hpp. Allocates no weights.
Weights synthetic_weights(const Gpt2Config& config, std::uint64_t model_seed, float factor = 1);

}  // namespace tinygpt
