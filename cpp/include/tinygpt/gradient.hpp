#pragma once
/// How the loss of a batch of sequences changes with every weight, and one step of training.
/// The forward pass is the one of forward.hpp in float64 with everything kept; then back through
/// head, norm, MLP, attention and X0 to all tensors (backward.hpp).

#include <cstddef>
#include <vector>

#include "tinygpt/model.hpp"
#include "tinygpt/positions.hpp"
#include "tinygpt/weights.hpp"

namespace tinygpt {

/// Meant for models that can be looked through, and for answers within seconds.
inline constexpr std::size_t max_trained_parameters = 5'000'000;
inline constexpr std::size_t max_trained_length = 1024;

/// Sequences one after another, N words together.
struct TrainingBatch {
  std::vector<Index> lengths;       // of each sequence, 1 .. max_trained_length; their sum is N
  std::vector<Index> ids;           // [N]
  std::vector<Index> targets;       // [N] the word that should come next; -1 is not counted
  std::vector<Index> position_ids;  // [N]
};

struct Gradients {
  double loss = 0.0;  ///< cross entropy in nats, averaged over all targets that count
  Weights by_tensor;  ///< named and shaped as the model's weights; computed in float64
};

/// Rows of wpe that no place fetched have gradients of exactly 0. Where the head is tied, those of
/// wte are the sum of both uses.
/// Throws ArgumentError "model" when it is none of GPT-2's own blocks (LayerNorm, gelu_new) or has
/// more than max_trained_parameters; ArgumentError naming what does not fit in the batch, or
/// "batch" when it would take more than about 2^31 multiplications; IndexError for ids and targets
/// (wte) and position_ids (wpe), its place counted in the sequence.
Gradients gradients(const Model& model, const TrainingBatch& batch);

enum class PositionTable {
  learned,  ///< wpe moves like every other tensor
  fixed,    ///< wpe stays
};

/// Every weight w becomes w - learning_rate g, rounded to float32: a weight whose gradient is 0
/// keeps its bits. `gradients` are those of `model`.
/// Throws ArgumentError "learningRate" when it is negative or not finite.
Model sgd_step(const Model& model, const Gradients& gradients, double learning_rate,
               PositionTable wpe = PositionTable::learned);

}  // namespace tinygpt
