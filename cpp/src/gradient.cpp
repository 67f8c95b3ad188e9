#include "tinygpt/gradient.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "tinygpt/backward.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/lookup.hpp"

namespace tinygpt {
namespace {

constexpr double max_multiplications = 0x1p31;
constexpr std::size_t max_sequences = std::size_t{1} << 16U;

// ---- All weights in float64, with their gradients
// ------------------------------------------------

struct Block {
  Affine ln_1, c_attn, attn_proj, ln_2, c_fc, mlp_proj;
};

struct Network {
  explicit Network(const Model& model);

  /// In the order of checkpoint_tensors().
  std::vector<Parameter*> parameters();
  Parameter& head() { return tied ? wte : lm_head; }

  bool tied;
  Parameter wte, wpe;
  std::vector<Block> blocks;
  Affine ln_f;
  Parameter lm_head;  // empty where the head is tied
};

Network::Network(const Model& model)
    : tied(model.config.tie_word_embeddings), blocks(model.config.n_layer) {
  const std::vector<Parameter*> places = parameters();
  std::vector<float> read;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Tensor& tensor = model.weights.tensors()[i];
    read.resize(tensor.element_count());
    tensor.read(0, read);
    places[i]->value.assign(read.begin(), read.end());
    places[i]->gradient.assign(read.size(), 0.0);
  }
}

std::vector<Parameter*> Network::parameters() {
  std::vector<Parameter*> list{&wte, &wpe};
  const auto add = [&](Affine& affine) { list.insert(list.end(), {&affine.weight, &affine.bias}); };
  for (Block& block : blocks) {
    for (Affine* affine : {&block.ln_1, &block.c_attn, &block.attn_proj, &block.ln_2, &block.c_fc,
                           &block.mlp_proj}) {
      add(*affine);
    }
  }
  add(ln_f);
  if (!tied) list.push_back(&lm_head);
  return list;
}

// ---- One sequence, forward and back
// --------------------------------------------------------------

struct SequenceView {
  std::span<const Index> ids;
  std::span<const Index> targets;
  std::span<const Index> position_ids;
};

/// What the backward pass needs of a block's forward pass.
struct KeptBlock {
  Numbers x;          // [T, n_embd] its input
  Numbers ln_1;       // [T, n_embd]
  Numbers qkv;        // [T, 3 n_embd]
  Numbers weights;    // [n_head, T, T]
  Numbers context;    // [T, n_embd]
  Numbers residual;   // [T, n_embd]
  Numbers ln_2;       // [T, n_embd]
  Numbers hidden;     // [T, 4 n_embd]
  Numbers activated;  // [T, 4 n_embd]
};

Numbers sum_of(const Numbers& a, const Numbers& b) {
  Numbers sum(a.size());
  std::ranges::transform(a, b, sum.begin(), std::plus{});
  return sum;
}

double* row_of(Numbers& table, Index index, std::size_t n_embd) {
  return table.data() + static_cast<std::size_t>(index) * n_embd;
}

class SequencePass {
 public:
  SequencePass(Network& network, const Gpt2Config& config)
      : network_(network),
        n_embd_(config.n_embd),
        epsilon_(static_cast<double>(config.layer_norm_epsilon)),
        attention_{.n_embd = config.n_embd, .n_head = config.n_head} {}

  /// Adds the sequence's gradients to the network's. Gives its part of the loss, in which every
  /// target counts `share`.
  double run(const SequenceView& sequence, double share) {
    std::vector<KeptBlock> kept(network_.blocks.size());
    Numbers x = embed(sequence);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      kept[i].x = std::move(x);
      x = forward(network_.blocks[i], kept[i]);
    }
    const Numbers last = norm_rows(x, network_.ln_f, epsilon_);

    Numbers dlast;
    const double loss = head_loss(dlast, last, network_.head(), sequence.targets, share);
    Numbers dx = norm_rows_backward(dlast, x, network_.ln_f, epsilon_);
    for (std::size_t i = kept.size(); i-- > 0;) {
      dx = backward(network_.blocks[i], kept[i], dx);
    }
    embed_backward(sequence, dx);
    return loss;
  }

 private:
  /// x0[t] = wte[ids[t]] + wpe[position_ids[t]]
  Numbers embed(const SequenceView& sequence) {
    Numbers x0;
    for (std::size_t t = 0; t < sequence.ids.size(); ++t) {
      const double* const word = row_of(network_.wte.value, sequence.ids[t], n_embd_);
      const double* const place = row_of(network_.wpe.value, sequence.position_ids[t], n_embd_);
      for (std::size_t c = 0; c < n_embd_; ++c) x0.push_back(word[c] + place[c]);
    }
    return x0;
  }

  /// Both tables get dx0[t], each in the row that was fetched; no other row gets anything.
  void embed_backward(const SequenceView& sequence, const Numbers& dx0) {
    for (std::size_t t = 0; t < sequence.ids.size(); ++t) {
      double* const word = row_of(network_.wte.gradient, sequence.ids[t], n_embd_);
      double* const place = row_of(network_.wpe.gradient, sequence.position_ids[t], n_embd_);
      for (std::size_t c = 0; c < n_embd_; ++c) {
        word[c] += dx0[t * n_embd_ + c];
        place[c] += dx0[t * n_embd_ + c];
      }
    }
  }

  Numbers forward(const Block& block, KeptBlock& kept) const {
    kept.ln_1 = norm_rows(kept.x, block.ln_1, epsilon_);
    kept.qkv = linear(kept.ln_1, block.c_attn);
    kept.context = attention_.forward(kept.qkv, kept.weights);
    kept.residual = sum_of(kept.x, linear(kept.context, block.attn_proj));
    kept.ln_2 = norm_rows(kept.residual, block.ln_2, epsilon_);
    kept.hidden = linear(kept.ln_2, block.c_fc);
    kept.activated = gelu(kept.hidden);
    return sum_of(kept.residual, linear(kept.activated, block.mlp_proj));
  }

  /// The lines of forward() from the last to the first. A residual sum hands its derivative on to
  /// both of its terms.
  Numbers backward(Block& block, const KeptBlock& kept, const Numbers& dy) const {
    const Numbers dactivated = linear_backward(dy, kept.activated, block.mlp_proj);
    const Numbers dhidden = gelu_backward(dactivated, kept.hidden);
    const Numbers dln_2 = linear_backward(dhidden, kept.ln_2, block.c_fc);
    const Numbers dresidual =
        sum_of(dy, norm_rows_backward(dln_2, kept.residual, block.ln_2, epsilon_));
    const Numbers dcontext = linear_backward(dresidual, kept.context, block.attn_proj);
    const Numbers dqkv = attention_.backward(dcontext, kept.qkv, kept.weights);
    const Numbers dln_1 = linear_backward(dqkv, kept.ln_1, block.c_attn);
    return sum_of(dresidual, norm_rows_backward(dln_1, kept.x, block.ln_1, epsilon_));
  }

  Network& network_;
  std::size_t n_embd_;
  double epsilon_;
  CausalAttention attention_;
};

// ---- Checks
// --------------------------------------------------------------------------------------

void check_model(const Model& model) {
  const Gpt2Config& config = model.config;
  if (config.n_layer == 0) throw ArgumentError("model", "has no layers to train");
  if (config.norm != NormKind::layer_norm ||
      config.activation_function != ActivationKind::gelu_new || config.lm_head_rows != 0) {
    throw ArgumentError("model", "must have LayerNorm, gelu_new and a logit for every word");
  }
  require_at_most("model", parameter_count(model.weights), "parameters", max_trained_parameters);
}

/// Calls visit(view) for every sequence. Requires a batch whose lengths have been checked.
template <typename Visit>
void for_each_sequence(const TrainingBatch& batch, const Visit& visit) {
  std::size_t first = 0;
  for (const Index length : batch.lengths) {
    const auto count = static_cast<std::size_t>(length);
    const auto part = [&](const std::vector<Index>& all) {
      return std::span(all).subspan(first, count);
    };
    visit(SequenceView{.ids = part(batch.ids),
                       .targets = part(batch.targets),
                       .position_ids = part(batch.position_ids)});
    first += count;
  }
}

void check_lengths(const Gpt2Config& config, std::size_t parameters, const TrainingBatch& batch) {
  std::size_t total = 0;
  double multiplications = 0.0;
  for (const Index length : batch.lengths) {
    if (length < 1 || length > static_cast<Index>(max_trained_length)) {
      throw ArgumentError("batch", "has a sequence of " + std::to_string(length) +
                                       " words to feed; 1 to " +
                                       std::to_string(max_trained_length) + " are taken");
    }
    total += static_cast<std::size_t>(length);
    const auto t = static_cast<double>(length);
    // Three times: forward, and back to the inputs and to the weights.
    multiplications +=
        3.0 * t *
        (static_cast<double>(parameters) + t * static_cast<double>(config.n_embd * config.n_layer));
  }
  if (batch.lengths.size() > max_sequences || multiplications > max_multiplications) {
    throw ArgumentError("batch", "is too large for this model: take fewer or shorter sequences");
  }
  const char* const of_sequences = "entries where the sequences have";
  require_count("ids", batch.ids.size(), of_sequences, total);
  require_count("targets", batch.targets.size(), of_sequences, total);
  require_count("positionIds", batch.position_ids.size(), of_sequences, total);
}

/// How many targets count.
std::size_t check_batch(const Model& model, const TrainingBatch& batch) {
  check_lengths(model.config, parameter_count(model.weights), batch);
  std::size_t counted = 0;
  for_each_sequence(batch, [&](const SequenceView& sequence) {
    check_indices(model.weights.wte(), sequence.ids);
    std::vector<Index> words(sequence.targets.begin(), sequence.targets.end());
    std::ranges::replace(words, Index{-1}, Index{0});
    check_indices(model.weights.wte(), words);
    check_indices(model.weights.wpe(), sequence.position_ids);
    counted += words.size() - static_cast<std::size_t>(std::ranges::count(sequence.targets, -1));
  });
  if (counted == 0) throw ArgumentError("targets", "hold none that counts");
  return counted;
}

}  // namespace

Gradients gradients(const Model& model, const TrainingBatch& batch) {
  check_model(model);
  const double share = 1.0 / static_cast<double>(check_batch(model, batch));
  Network network(model);
  SequencePass pass(network, model.config);
  double loss = 0.0;
  for_each_sequence(batch,
                    [&](const SequenceView& sequence) { loss += pass.run(sequence, share); });

  std::vector<Tensor> tensors;
  const std::vector<Parameter*> parameters = network.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Tensor& tensor = model.weights.tensors()[i];
    GivenValues values(parameters[i]->gradient.begin(), parameters[i]->gradient.end());
    tensors.emplace_back(TensorInfo{tensor.name(), tensor.shape()}, std::move(values));
  }
  return {.loss = loss, .by_tensor = Weights(std::move(tensors))};
}

Model sgd_step(const Model& model, const Gradients& gradients, double learning_rate,
               PositionTable wpe) {
  if (!(learning_rate >= 0.0) || std::isinf(learning_rate)) {
    throw ArgumentError("learningRate", "must be a finite number, 0 or above");
  }
  std::vector<Tensor> tensors;
  for (std::size_t i = 0; i < model.weights.tensors().size(); ++i) {
    const Tensor& tensor = model.weights.tensors()[i];
    if (wpe == PositionTable::fixed && tensor.name() == model.weights.wpe().name()) {
      tensors.push_back(tensor);
      continue;
    }
    GivenValues moved(tensor.element_count());
    tensor.read(0, moved);
    std::ranges::transform(
        moved, gradients.by_tensor.tensors()[i].in_memory(), moved.begin(),
        [&](float weight, float gradient) {
          return static_cast<float>(static_cast<double>(weight) -
                                    learning_rate * static_cast<double>(gradient));
        });
    tensors.emplace_back(TensorInfo{tensor.name(), tensor.shape()}, std::move(moved));
  }
  return {.config = model.config,
          .vocabulary = model.vocabulary,
          .weights = Weights(std::move(tensors)),
          .logit_ids = model.logit_ids};
}

}  // namespace tinygpt
