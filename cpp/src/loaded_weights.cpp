#include "tinygpt/loaded_weights.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

constexpr std::size_t numbers_per_step = std::size_t{1} << 20U;

/// Of a matrix that is quantised: a megabyte of it is unquantised at a time.
std::size_t columns_at_once(std::size_t depth, std::size_t rest) {
  constexpr std::size_t numbers = std::size_t{1} << 18U;
  return std::min(std::max<std::size_t>(1, numbers / depth), rest);
}

std::string shown(const std::vector<std::size_t>& shape) {
  std::string text = "[";
  for (const std::size_t length : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(length);
  }
  return text + "]";
}

/// The tensor that `config` asks for as `info`.
Tensor required(const Weights& weights, const TensorInfo& info) {
  const auto found = std::ranges::find(weights.tensors(), info.name, &Tensor::name);
  if (found == weights.tensors().end()) {
    throw ArgumentError(info.name, "is missing from the weights");
  }
  if (found->shape() != info.shape) {
    throw ArgumentError(info.name, "has the shape " + shown(found->shape()) +
                                       " where the configuration asks for " + shown(info.shape));
  }
  return *found;
}

std::size_t bytes_of(const Tensor& table) { return table.in_memory().size_bytes(); }
template <typename Matrix>
std::size_t bytes_of(const Matrix& matrix) {
  return matrix.bytes();
}
template <typename... Kinds>
std::size_t bytes_of(const std::variant<Kinds...>& either) {
  return std::visit([](const auto& kind) { return bytes_of(kind); }, either);
}
std::size_t bytes_of(const NormWeights& norm) {
  return (norm.weight.size() + norm.bias.size()) * sizeof(float);
}
std::size_t bytes_of(const LinearWeights& linear) {
  return bytes_of(linear.weight) + linear.bias.size() * sizeof(float);
}

}  // namespace

std::size_t LoadedWeights::bytes() const {
  std::size_t sum = bytes_of(wte) + bytes_of(wpe) + bytes_of(ln_f);
  const bool shares_wte = config.tie_word_embeddings && std::holds_alternative<Tensor>(lm_head);
  if (!shares_wte) sum += bytes_of(lm_head);
  for (const BlockWeights& block : blocks) {
    sum += bytes_of(block.ln_1) + bytes_of(block.c_attn) + bytes_of(block.attn_proj) +
           bytes_of(block.ln_2) + bytes_of(block.c_fc) + bytes_of(block.mlp_proj);
  }
  return sum;
}

WeightLoader::WeightLoader(
    const Gpt2Config& config,
    Weights weights,  // NOLINT(performance-unnecessary-value-param): so that it can be let go
    Precision precision) {
  validate(config);
  if (config.n_layer == 0) throw ArgumentError("n_layer", "must be at least 1 to run the model");
  loaded_ = std::make_unique<LoadedWeights>(
      LoadedWeights{.config = config,
                    .wte = weights.wte(),
                    .wpe = weights.wpe(),
                    .blocks = std::vector<BlockWeights>(config.n_layer),
                    .ln_f = {},
                    .lm_head = weights.wte()});
  const std::vector<Place> destinations = places(precision);
  const std::vector<TensorInfo> infos = checkpoint_tensors(config);
  assert(destinations.size() == infos.size());
  for (std::size_t i = 0; i < infos.size(); ++i) {
    arrivals_.push_back({.source = required(weights, infos[i]), .place = destinations[i]});
    total_count_ += infos[i].element_count();
  }
}

/// In the order of checkpoint_tensors().
std::vector<WeightLoader::Place> WeightLoader::places(Precision precision) {
  const Gpt2Config& config = loaded_->config;
  const bool is_int8 = precision == Precision::int8;
  const Place head = is_int8 ? Place{Transpose{&loaded_->lm_head.emplace<Int8Matrix>()}}
                             : Place{&std::get<Tensor>(loaded_->lm_head)};
  std::vector<Place> list;
  if (is_int8) {
    list = {config.tie_word_embeddings ? head : Stays{}, Stays{}};
  } else {
    list = {&loaded_->wte, &loaded_->wpe};
  }
  const auto add_norm = [&](NormWeights& norm) {
    if (config.norm == NormKind::identity) return;
    list.insert(list.end(), {&norm.weight, &norm.bias});
  };
  const auto add_linear = [&](LinearWeights& linear) {
    list.push_back(is_int8 ? Place{&linear.weight.emplace<Int8Matrix>()}
                           : Place{&linear.weight.emplace<PackedMatrix>()});
    list.emplace_back(&linear.bias);
  };
  for (BlockWeights& block : loaded_->blocks) {
    add_norm(block.ln_1);
    add_linear(block.c_attn);
    add_linear(block.attn_proj);
    add_norm(block.ln_2);
    add_linear(block.c_fc);
    add_linear(block.mlp_proj);
  }
  add_norm(loaded_->ln_f);
  if (!config.tie_word_embeddings) list.push_back(head);
  return list;
}

std::size_t WeightLoader::load(const Tensor& source, Tensor& table) {
  if (!source.in_memory().empty()) {
    table = source;
    return source.element_count();
  }
  if (next_ == 0) {
    buffer_ = {};
    buffer_.reserve(source.element_count());
  }
  const std::size_t count = std::min(numbers_per_step, source.element_count() - next_);
  buffer_.resize(next_ + count);
  source.read(next_, std::span(buffer_).subspan(next_));
  if (next_ + count == source.element_count()) {
    table = Tensor({source.name(), source.shape()}, std::exchange(buffer_, {}));
  }
  return count;
}

std::size_t WeightLoader::load(const Tensor& source, std::vector<float>& values) const {
  values.resize(source.element_count());
  source.read(next_, values);
  return values.size();
}

std::size_t WeightLoader::load(const Tensor& source, PackedMatrix& matrix) {
  const std::size_t columns = source.columns();
  if (next_ == 0) {
    // One buffer for all matrices: let go and asked for again, it would leave holes between them.
    buffer_.reserve(std::min(numbers_per_step, source.element_count()));
    matrix = PackedMatrix(source.rows(), columns);
  }
  const std::size_t first_row = next_ / columns;
  const std::size_t row_count =
      std::min(std::max<std::size_t>(1, numbers_per_step / columns), source.rows() - first_row);
  buffer_.resize(row_count * columns);
  source.read(next_, buffer_);
  matrix.pack_rows(first_row, buffer_);
  return row_count * columns;
}

/// By columns, since a scale is known once a whole column is there.
std::size_t WeightLoader::load(const Tensor& source, Int8Matrix& matrix) {
  const std::size_t depth = source.rows();
  if (next_ == 0) matrix = Int8Matrix(depth, source.columns());
  const std::size_t first = next_ / depth;
  const std::size_t count = columns_at_once(depth, source.columns() - first);
  buffer_.resize(depth * count);
  for (std::size_t k = 0; k < depth; ++k) {
    source.read(k * source.columns() + first, std::span(buffer_).subspan(k * count, count));
  }
  matrix.quantize(first, buffer_);
  return depth * count;
}

std::size_t WeightLoader::load(const Tensor& source, Transpose to) {
  const std::size_t depth = source.columns();
  if (next_ == 0) *to.matrix = Int8Matrix(depth, source.rows());
  const std::size_t first = next_ / depth;
  const std::size_t count = columns_at_once(depth, source.rows() - first);
  buffer_.resize(count * depth);
  source.read(next_, buffer_);
  to.matrix->quantize_transposed(first, buffer_);
  return count * depth;
}

std::size_t WeightLoader::load(const Tensor& source, Stays /*to*/) {
  return source.element_count();
}

bool WeightLoader::step() {
  if (arrivals_.empty()) return false;
  const Arrival& arrival = arrivals_.front();
  const std::size_t count = std::visit(
      [&](auto place) {
        if constexpr (std::is_pointer_v<decltype(place)>) {
          return load(arrival.source, *place);
        } else {
          return load(arrival.source, place);
        }
      },
      arrival.place);
  next_ += count;
  loaded_count_ += count;
  if (next_ == arrival.source.element_count()) {
    arrivals_.pop_front();
    next_ = 0;
  }
  if (arrivals_.empty() && loaded_->config.tie_word_embeddings &&
      std::holds_alternative<Tensor>(loaded_->lm_head)) {
    loaded_->lm_head = loaded_->wte;
  }
  return !arrivals_.empty();
}

double WeightLoader::fraction() const {
  return static_cast<double>(loaded_count_) / static_cast<double>(total_count_);
}

LoadedWeights WeightLoader::take() {
  assert(arrivals_.empty());
  buffer_ = {};
  return std::move(*loaded_);
}

LoadedWeights load_weights(const Gpt2Config& config, Weights weights, Precision precision) {
  WeightLoader loader(config, std::move(weights), precision);
  while (loader.step()) {
  }
  return loader.take();
}

}  // namespace tinygpt
