#include "tinygpt/weights.hpp"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

void require_rows(const Tensor& table) {
  if (table.shape().size() != 2 || table.element_count() == 0) {
    throw ArgumentError(table.name(), "must have the shape [rows, n_embd], neither of them 0");
  }
}

}  // namespace

Tensor::Tensor(TensorInfo info, GivenValues values)
    : info_(std::move(info)), source_(std::make_shared<const GivenValues>(std::move(values))) {
  require_count(info_.name, in_memory().size(), "values where its shape has", element_count());
}

Tensor::Tensor(TensorInfo info, SyntheticTensor rule) : info_(std::move(info)), source_(rule) {}

void Tensor::read(std::size_t first, std::span<float> out) const {
  assert(first + out.size() <= element_count());
  if (const auto* rule = std::get_if<SyntheticTensor>(&source_)) {
    read_synthetic(*rule, first, out);
  } else {
    std::copy_n(in_memory().data() + first, out.size(), out.data());
  }
}

std::span<const float> Tensor::in_memory() const {
  const auto* values = std::get_if<std::shared_ptr<const GivenValues>>(&source_);
  return values == nullptr ? std::span<const float>{} : std::span<const float>{**values};
}

Weights::Weights(std::vector<Tensor> tensors) : tensors_(std::move(tensors)) {
  if (tensors_.size() < 2 || tensors_[0].name() != "wte.weight" ||
      tensors_[1].name() != "wpe.weight") {
    throw ArgumentError("tensors", "must begin with wte.weight and wpe.weight");
  }
  require_rows(wte());
  require_rows(wpe());
  if (wpe().columns() != wte().columns()) {
    throw ArgumentError(wpe().name(), "has rows of " + std::to_string(wpe().columns()) +
                                          " where wte.weight has rows of " +
                                          std::to_string(wte().columns()));
  }
}

void Weights::set_tables(Tensor wte, Tensor wpe) {
  assert(wte.shape() == this->wte().shape() && wpe.shape() == this->wpe().shape());
  tensors_[0] = std::move(wte);
  tensors_[1] = std::move(wpe);
}

std::size_t parameter_count(const Weights& weights) {
  std::size_t count = 0;
  for (const Tensor& tensor : weights.tensors()) count += tensor.element_count();
  return count;
}

Weights synthetic_weights(const Gpt2Config& config, std::uint64_t model_seed, float factor) {
  std::vector<Tensor> tensors;
  for (TensorInfo& info : checkpoint_tensors(config)) {
    const SyntheticTensor rule = synthetic_tensor(info.name, config.n_layer, model_seed, factor);
    tensors.emplace_back(std::move(info), rule);
  }
  return Weights(std::move(tensors));
}

}  // namespace tinygpt
