#include "tinygpt/forward.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <variant>

#include "tinygpt/add.hpp"
#include "tinygpt/embedding.hpp"
#include "tinygpt/errors.hpp"
#include "tinygpt/int8_matmul.hpp"
#include "tinygpt/lm_head.hpp"
#include "tinygpt/lookup.hpp"
#include "tinygpt/softmax.hpp"

namespace tinygpt {
namespace {

/// Rows of the head in one step: at GPT-2's size 77 million multiplications each.
constexpr std::size_t head_rows_per_step = 4;

ActivationFunction activation_of(ActivationKind kind) {
  return kind == ActivationKind::tenth_relu ? tenth_relu : gelu_new;
}

void check_mask(const char* argument, std::span<const Index> mask, std::size_t size) {
  if (mask.empty()) return;
  if (mask.size() != size) {
    throw ArgumentError(argument, "has " + std::to_string(mask.size()) + " entries where " +
                                      std::to_string(size) + " are needed");
  }
  const auto wrong =
      std::ranges::find_if(mask, [](Index value) { return value != 0 && value != 1; });
  if (wrong != mask.end()) {
    throw ArgumentError(argument, "has " + std::to_string(*wrong) + " at place " +
                                      std::to_string(wrong - mask.begin()) +
                                      "; it may hold 0 and 1 only");
  }
}

/// Hands the scores and weights of one chunk's attention to the trace.
class TracedAttention : public AttentionObserver {
 public:
  TracedAttention(Trace& trace, const AttentionCall& call) : trace_(trace), call_(call) {}

  void scores(std::size_t head, std::size_t first, std::size_t row_count, std::size_t places,
              ConstRows rows) override {
    write(TraceKind::scores, head, first, row_count, places, rows,
          -std::numeric_limits<float>::infinity());
  }

  void weights(std::size_t head, std::size_t first, std::size_t row_count, std::size_t places,
               ConstRows rows) override {
    write(TraceKind::weights, head, first, row_count, places, rows, 0.0F);
  }

 private:
  void write(TraceKind kind, std::size_t head, std::size_t first, std::size_t row_count,
             std::size_t places, ConstRows rows, float fill) {
    if (!trace_.wants(kind, call_.layer, head)) return;
    trace_.write({.kind = kind,
                  .layer = call_.layer,
                  .head = head,
                  .sequence = call_.sequence,
                  .rows = call_.new_length,
                  .columns = call_.past_length + call_.new_length},
                 first, row_count, places, rows, fill);
  }

  Trace& trace_;
  AttentionCall call_;
};

}  // namespace

void Workspace::grow(const Gpt2Config& config, std::size_t capacity) {
  const auto at_least = [](std::vector<float>& numbers, std::size_t size) {
    if (numbers.size() < size) numbers.resize(size);
  };
  const std::size_t row = config.n_embd;
  for (std::vector<float>* rows : {&x_, &normed_, &context_, &projected_}) {
    at_least(*rows, rows_at_once_ * row);
  }
  at_least(qkv_, rows_at_once_ * 3 * row);
  at_least(hidden_, rows_at_once_ * 4 * row);
  at_least(scores_, attention_rows * capacity);
  wte_row_.resize(row);
  wpe_row_.resize(row);
}

// ---- Checks
// --------------------------------------------------------------------------------------

ForwardPass::ForwardPass(const LoadedWeights& weights, KvCache& cache, Workspace& workspace,
                         std::span<const Chunk> chunks, LogitsOf logits_of, Trace* trace)
    : weights_(weights),
      cache_(cache),
      workspace_(workspace),
      chunks_(chunks),
      logits_of_(logits_of),
      trace_(trace),
      norm_(norm_of(weights.config.norm)),
      activation_(activation_of(weights.config.activation_function)) {
  const Gpt2Config& config = weights.config;
  const Gpt2Config& of_cache = cache.config();
  if (of_cache.n_layer != config.n_layer || of_cache.n_embd != config.n_embd ||
      of_cache.n_head != config.n_head) {
    throw ArgumentError("cache", "was made for a model of another shape");
  }
  if (chunks.empty()) throw ArgumentError("chunks", "must hold at least one");
  workspace.ids_.clear();
  workspace.position_ids_.clear();
  std::size_t logits_rows = 0;
  for (const Chunk& chunk : chunks) {
    check(chunk);
    row_count_ += chunk.ids.size();
    if (logits_of == LogitsOf::all) logits_rows += chunk.ids.size();
    if (logits_of == LogitsOf::last) ++logits_rows;
  }
  workspace.grow(config, cache.capacity());
  workspace.logits_.resize(logits_rows * logit_count(config));
  rows_ = std::min(workspace.rows_at_once_, row_count_);
}

/// Also appends the chunk's ids and positions to those of the workspace.
void ForwardPass::check(const Chunk& chunk) const {
  const std::size_t length = chunk.ids.size();
  if (length == 0) throw ArgumentError("ids", "must hold at least one");
  if (chunk.sequence >= cache_.batch()) {
    throw ArgumentError("sequence", "is " + std::to_string(chunk.sequence) +
                                        " where the cache has a batch of " +
                                        std::to_string(cache_.batch()));
  }
  if (std::ranges::count(chunks_, chunk.sequence, &Chunk::sequence) > 1) {
    throw ArgumentError("sequence", std::to_string(chunk.sequence) + " occurs twice");
  }
  const std::size_t past = cache_.length(chunk.sequence);
  std::vector<Index>& ids = workspace_.ids_;
  std::vector<Index>& positions = workspace_.position_ids_;
  const std::size_t before = ids.size();
  ids.insert(ids.end(), chunk.ids.begin(), chunk.ids.end());
  if (chunk.position_ids.empty()) {
    for (std::size_t t = 0; t < length; ++t) positions.push_back(static_cast<Index>(past + t));
  } else if (chunk.position_ids.size() == length) {
    positions.insert(positions.end(), chunk.position_ids.begin(), chunk.position_ids.end());
  } else {
    throw ArgumentError("position_ids", "has " + std::to_string(chunk.position_ids.size()) +
                                            " entries where ids has " + std::to_string(length));
  }
  check_indices(weights_.wte, chunk.ids);
  check_indices(weights_.wpe, std::span(positions).subspan(before));
  if (length > cache_.capacity() - past) throw CapacityError(cache_.capacity(), past, length);
  check_mask("attentionMask", chunk.masks.places, past + length);
  check_mask("pairMask", chunk.masks.pairs, length * (past + length));
}

// ---- Steps
// ---------------------------------------------------------------------------------------

bool ForwardPass::step() {
  if (first_row_ == row_count_) return false;
  const std::size_t halves = 2 * weights_.config.n_layer;
  if (stage_ == 0) embed_rows();
  if (stage_ == halves) {
    head_rows();
  } else if (stage_ % 2 == 0) {
    attention_half(stage_ / 2);
    ++stage_;
  } else {
    mlp_half(stage_ / 2);
    ++stage_;
  }
  if (stage_ == halves && (logits_of_ == LogitsOf::none || head_row_ == rows_)) next_rows();
  return first_row_ < row_count_;
}

void ForwardPass::next_rows() {
  first_row_ += rows_;
  rows_ = std::min(workspace_.rows_at_once_, row_count_ - first_row_);
  stage_ = 0;
  head_row_ = 0;
  if (first_row_ < row_count_) return;
  for (const Chunk& chunk : chunks_) cache_.extend(chunk.sequence, chunk.ids.size());
}

double ForwardPass::fraction() const {
  const double stages = 2.0 * static_cast<double>(weights_.config.n_layer) + 1.0;
  const double done = static_cast<double>(rows_) * static_cast<double>(stage_) / stages;
  return (static_cast<double>(first_row_) + done) / static_cast<double>(row_count_);
}

template <typename Visit>
void ForwardPass::for_each_part(const Visit& visit) const {
  std::size_t begin = 0;
  for (const Chunk& chunk : chunks_) {
    const std::size_t end = begin + chunk.ids.size();
    const std::size_t from = std::max(begin, first_row_);
    const std::size_t to = std::min(end, first_row_ + rows_);
    if (from < to) {
      visit(Part{
          .chunk = &chunk, .first = from - begin, .row = from - first_row_, .count = to - from});
    }
    begin = end;
  }
}

void ForwardPass::embed_rows() {
  const std::size_t n_embd = weights_.config.n_embd;
  for (std::size_t r = 0; r < rows_; ++r) {
    embed_token(weights_.wte, weights_.wpe, workspace_.ids_[first_row_ + r],
                workspace_.position_ids_[first_row_ + r], workspace_.wte_row_, workspace_.wpe_row_,
                std::span(workspace_.x_).subspan(r * n_embd, n_embd));
  }
  trace_rows(TraceKind::x0, {}, workspace_.x_, n_embd);
}

void ForwardPass::attention_half(std::size_t layer) {
  const std::size_t n_embd = weights_.config.n_embd;
  const std::size_t stride = 3 * n_embd;
  const BlockWeights& block = weights_.blocks[layer];
  norm_rows(block.ln_1);
  trace_rows(TraceKind::ln_1, layer, workspace_.normed_, n_embd);
  multiply(workspace_.qkv_, workspace_.normed_, block.c_attn);
  trace_heads(TraceKind::q, layer, workspace_.qkv_, stride, 0);
  trace_heads(TraceKind::k, layer, workspace_.qkv_, stride, n_embd);
  trace_heads(TraceKind::v, layer, workspace_.qkv_, stride, 2 * n_embd);

  for_each_part([&](const Part& part) {
    const std::size_t sequence = part.chunk->sequence;
    const std::size_t past = cache_.length(sequence);
    const std::span<const float> qkv = std::span(workspace_.qkv_).subspan(part.row * stride);
    for (std::size_t i = 0; i < part.count; ++i) {
      cache_.write(layer, sequence, past + part.first + i, qkv.subspan(i * stride + n_embd, n_embd),
                   qkv.subspan(i * stride + 2 * n_embd, n_embd));
    }
    const AttentionCall call{.layer = layer,
                             .sequence = sequence,
                             .past_length = past,
                             .first = part.first,
                             .row_count = part.count,
                             .new_length = part.chunk->ids.size()};
    const Rows context{workspace_.context_.data() + part.row * n_embd, n_embd};
    const ConstRows q{qkv.data(), stride};
    if (trace_ == nullptr) {
      attend(context, q, cache_, call, part.chunk->masks, workspace_.scores_, nullptr);
    } else {
      TracedAttention observer(*trace_, call);
      attend(context, q, cache_, call, part.chunk->masks, workspace_.scores_, &observer);
    }
  });
  trace_heads(TraceKind::context, layer, workspace_.context_, n_embd, 0);

  multiply(workspace_.projected_, workspace_.context_, block.attn_proj);
  trace_rows(TraceKind::attn_out, layer, workspace_.projected_, n_embd);
  add_to_x();
  trace_rows(TraceKind::residual, layer, workspace_.x_, n_embd);
}

void ForwardPass::mlp_half(std::size_t layer) {
  const std::size_t n_embd = weights_.config.n_embd;
  const BlockWeights& block = weights_.blocks[layer];
  norm_rows(block.ln_2);
  trace_rows(TraceKind::ln_2, layer, workspace_.normed_, n_embd);
  multiply(workspace_.hidden_, workspace_.normed_, block.c_fc);
  trace_rows(TraceKind::mlp_fc, layer, workspace_.hidden_, 4 * n_embd);
  activation_(std::span(workspace_.hidden_).first(rows_ * 4 * n_embd));
  trace_rows(TraceKind::mlp_hidden, layer, workspace_.hidden_, 4 * n_embd);
  multiply(workspace_.projected_, workspace_.hidden_, block.mlp_proj);
  trace_rows(TraceKind::mlp, layer, workspace_.projected_, n_embd);
  add_to_x();
  trace_rows(TraceKind::block, layer, workspace_.x_, n_embd);
}

void ForwardPass::head_rows() {
  std::size_t written = 0;
  while (head_row_ < rows_ && written < head_rows_per_step) {
    const std::size_t row = head_row_++;
    for_each_part([&](const Part& part) {
      if (row < part.row || row >= part.row + part.count) return;
      const bool is_last = part.first + (row - part.row) + 1 == part.chunk->ids.size();
      if (logits_of_ == LogitsOf::last && !is_last) return;
      head_row(row, part);
      ++written;
    });
  }
}

void ForwardPass::head_row(std::size_t row, const Part& part) {
  const Gpt2Config& config = weights_.config;
  const std::size_t count = logit_count(config);
  const auto normed = std::span(workspace_.normed_).first(config.n_embd);
  norm_(normed, std::span(workspace_.x_).subspan(row * config.n_embd, config.n_embd),
        weights_.ln_f.weight, weights_.ln_f.bias, config.layer_norm_epsilon);
  const auto logits = std::span(workspace_.logits_).subspan(logits_row_++ * count, count);
  if (const auto* table = std::get_if<Tensor>(&weights_.lm_head)) {
    lm_head(logits, normed, table->in_memory());
  } else {
    const auto& head = std::get<Int8Matrix>(weights_.lm_head);
    workspace_.int8_rows_.quantize({normed.data(), normed.size()}, 1, normed.size());
    int8_matmul({logits.data(), count}, workspace_.int8_rows_, head.panels(), {});
  }
  if (trace_ == nullptr) return;

  const bool all = logits_of_ == LogitsOf::all;
  const auto write = [&](TraceKind kind, std::span<const float> values) {
    trace_->write({.kind = kind,
                   .sequence = part.chunk->sequence,
                   .rows = all ? part.chunk->ids.size() : 1,
                   .columns = values.size()},
                  all ? part.first + (row - part.row) : 0, 1, values.size(),
                  {values.data(), values.size()});
  };
  if (trace_->wants(TraceKind::ln_f)) write(TraceKind::ln_f, normed);
  if (trace_->wants(TraceKind::logits)) write(TraceKind::logits, logits);
  if (trace_->wants(TraceKind::probabilities)) {
    std::vector<float> probabilities(logits.begin(), logits.end());
    softmax(probabilities);
    write(TraceKind::probabilities, probabilities);
  }
}

// ---- The rows at hand
// ----------------------------------------------------------------------------

void ForwardPass::norm_rows(const NormWeights& norm) {
  const std::size_t n_embd = weights_.config.n_embd;
  for (std::size_t r = 0; r < rows_; ++r) {
    norm_(std::span(workspace_.normed_).subspan(r * n_embd, n_embd),
          std::span(workspace_.x_).subspan(r * n_embd, n_embd), norm.weight, norm.bias,
          weights_.config.layer_norm_epsilon);
  }
}

void ForwardPass::multiply(std::vector<float>& out, const std::vector<float>& x,
                           const LinearWeights& w) const {
  if (const auto* packed = std::get_if<PackedMatrix>(&w.weight)) {
    matmul({out.data(), packed->columns()}, {x.data(), packed->depth()}, rows_, packed->panels(),
           w.bias);
  } else {
    const auto& matrix = std::get<Int8Matrix>(w.weight);
    workspace_.int8_rows_.quantize({x.data(), matrix.depth()}, rows_, matrix.depth());
    int8_matmul({out.data(), matrix.columns()}, workspace_.int8_rows_, matrix.panels(), w.bias);
  }
}

void ForwardPass::add_to_x() {
  const std::size_t count = rows_ * weights_.config.n_embd;
  const auto x = std::span(workspace_.x_).first(count);
  add(x, x, std::span(workspace_.projected_).first(count));
}

void ForwardPass::trace_rows(TraceKind kind, std::optional<std::size_t> layer,
                             const std::vector<float>& rows, std::size_t columns) const {
  if (trace_ == nullptr || !trace_->wants(kind, layer)) return;
  for_each_part([&](const Part& part) {
    trace_->write({.kind = kind,
                   .layer = layer,
                   .sequence = part.chunk->sequence,
                   .rows = part.chunk->ids.size(),
                   .columns = columns},
                  part.first, part.count, columns, {rows.data() + part.row * columns, columns});
  });
}

void ForwardPass::trace_heads(TraceKind kind, std::size_t layer, const std::vector<float>& rows,
                              std::size_t stride, std::size_t column) const {
  if (trace_ == nullptr) return;
  const std::size_t head_size = weights_.config.n_embd / weights_.config.n_head;
  for (std::size_t head = 0; head < weights_.config.n_head; ++head) {
    if (!trace_->wants(kind, layer, head)) continue;
    for_each_part([&](const Part& part) {
      trace_->write({.kind = kind,
                     .layer = layer,
                     .head = head,
                     .sequence = part.chunk->sequence,
                     .rows = part.chunk->ids.size(),
                     .columns = head_size},
                    part.first, part.count, head_size,
                    {rows.data() + part.row * stride + column + head * head_size, stride});
    });
  }
}

std::span<const float> forward(const LoadedWeights& weights, KvCache& cache, Workspace& workspace,
                               const Chunk& chunk, LogitsOf logits_of, Trace* trace) {
  ForwardPass pass(weights, cache, workspace, {&chunk, 1}, logits_of, trace);
  while (pass.step()) {
  }
  return pass.logits();
}

}  // namespace tinygpt
