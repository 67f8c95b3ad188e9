#include "tinygpt/read_out.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "tinygpt/attention.hpp"
#include "tinygpt/embedding.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/head.hpp"
#include "tinygpt/layer_norm.hpp"
#include "tinygpt/lookup.hpp"
#include "tinygpt/panels.hpp"

namespace tinygpt {
namespace {

std::vector<float> values_of(const Model& model, const std::string& name) {
  const auto tensor = std::ranges::find(model.weights.tensors(), name, &Tensor::name);
  std::vector<float> values;
  if (tensor == model.weights.tensors().end()) return values;  // of an identity norm
  values.resize(tensor->element_count());
  tensor->read(0, values);
  return values;
}

/// x W + bias with the tensors `name`.weight [columns(x), out] and `name`.bias [out].
Matrix multiply(const Model& model, const std::string& name, const Matrix& x) {
  const std::vector<float> bias = values_of(model, name + ".bias");
  PackedMatrix packed(columns(x), bias.size());
  packed.pack_rows(0, values_of(model, name + ".weight"));
  Matrix out = uninitialized_matrix(rows(x), bias.size());
  matmul({out.data(), bias.size()}, {x.data(), columns(x)}, rows(x), packed.panels(), bias);
  return out;
}

/// Copies weights into matrices [T, T].
class KeptWeights : public AttentionObserver {
 public:
  explicit KeptWeights(std::vector<Matrix>& weights) : weights_(weights) {}

  /// The place that the next call's new place 0 is.
  void start_at(std::size_t place) { start_ = place; }

  void scores(std::size_t /*head*/, std::size_t /*first*/, std::size_t /*row_count*/,
              std::size_t /*places*/, ConstRows /*rows*/) override {}

  void weights(std::size_t head, std::size_t first, std::size_t row_count, std::size_t places,
               ConstRows rows) override {
    for (std::size_t r = 0; r < row_count; ++r) {
      std::copy_n(rows.data + r * rows.stride, places,
                  row(weights_[head], start_ + first + r).begin());
    }
  }

 private:
  std::vector<Matrix>& weights_;
  std::size_t start_ = 0;
};

}  // namespace

ReadOut read_out(const Model& model, std::span<const Index> ids, const ReadOutOptions& options) {
  if (model.config.n_layer == 0) throw ArgumentError("model", "has no layers");
  check_places("ids", ids.size());
  const std::size_t length = ids.size();
  const std::size_t n_embd = model.config.n_embd;
  Matrix x =
      options.positions ? embed(model.weights, ids).x0 : lookup_rows(model.weights.wte(), ids);
  ReadOut result{
      .values = uninitialized_matrix(length, n_embd),
      .weights = std::vector<Matrix>(model.config.n_head, Matrix::from_shape({length, length}))};
  if (length == 0) return result;

  const std::vector<float> weight = values_of(model, "h.0.ln_1.weight");
  const std::vector<float> bias = values_of(model, "h.0.ln_1.bias");
  const NormFunction norm = norm_of(model.config.norm);
  for (std::size_t t = 0; t < length; ++t) {
    norm(row(x, t), row(x, t), weight, bias, model.config.layer_norm_epsilon);
  }
  const Matrix qkv = multiply(model, "h.0.attn.c_attn", x);

  Gpt2Config of_cache = model.config;
  of_cache.n_layer = 1;
  KvCache cache(of_cache, length);
  for (std::size_t t = 0; t < length; ++t) {
    cache.write(0, 0, t, row(qkv, t).subspan(n_embd, n_embd), row(qkv, t).subspan(2 * n_embd));
  }
  for (Matrix& head : result.weights) head.fill(0.0F);
  KeptWeights kept(result.weights);
  std::vector<float> scratch(attention_rows * length);
  Matrix context = uninitialized_matrix(length, n_embd);
  if (options.causal) {
    attend({context.data(), n_embd}, {qkv.data(), 3 * n_embd}, cache,
           {.row_count = length, .new_length = length}, {}, scratch, &kept);
  } else {
    // Every place as if it were the last one: it looks at all.
    for (std::size_t t = 0; t < length; ++t) {
      kept.start_at(t);
      attend({row(context, t).data(), n_embd}, {row(qkv, t).data(), 3 * n_embd}, cache,
             {.past_length = length - 1, .row_count = 1, .new_length = 1}, {}, scratch, &kept);
    }
  }
  result.values = multiply(model, "h.0.attn.c_proj", context);
  return result;
}

}  // namespace tinygpt
