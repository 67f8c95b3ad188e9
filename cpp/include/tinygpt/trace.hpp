#pragma once
/// Keeping intermediate values of a forward pass, for those who want to look at them.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tinygpt/config.hpp"
#include "tinygpt/matmul.hpp"

namespace tinygpt {

/// In the order in which they come to be. Shapes are those of one record; T new places, S = past
/// and new places together.
enum class TraceKind {
  x0,             // [T, n_embd]
  ln_1,           // [T, n_embd]           per layer
  q,              // [T, head_size]        per layer and head
  k,              // [T, head_size]        per layer and head; the new places
  v,              // [T, head_size]        per layer and head; the new places
  scores,         // [T, S]                per layer and head; scaled, -infinity where masked
  weights,        // [T, S]                per layer and head; softmax of scores
  context,        // [T, head_size]        per layer and head
  attn_out,       // [T, n_embd]           per layer: after attn.c_proj
  residual,       // [T, n_embd]           per layer: block input + attn_out
  ln_2,           // [T, n_embd]           per layer
  mlp_fc,         // [T, 4 n_embd]         per layer: after mlp.c_fc
  mlp_hidden,     // [T, 4 n_embd]         per layer: after the activation
  mlp,            // [T, n_embd]           per layer: after mlp.c_proj
  block,          // [T, n_embd]           per layer: residual + mlp, input of the next block
  ln_f,           // [rows, n_embd]        of the rows whose logits were asked for
  logits,         // [rows, logit_count]   the same rows
  probabilities,  // [rows, logit_count]   softmax of logits
};

/// "x0", "ln_1", ... as spelled above.
std::string_view trace_name(TraceKind kind);

struct TraceRecord {
  TraceKind kind = TraceKind::x0;
  std::optional<std::size_t> layer;
  std::optional<std::size_t> head;
  std::size_t sequence = 0;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> values;  // [rows, columns]

  std::string name() const;  ///< "x0", "h.2.ln_1", "h.2.q.5" for head 5 of layer 2
};

/// What was asked for, and what a pass then put here. A pass without a Trace does nothing extra.
class Trace {
 public:
  /// A name is a kind ("q": of all layers and heads), a kind of one layer ("h.2.q": all heads), or
  /// of one head ("h.2.q.5"). Throws ArgumentError "trace" for a name that `config` does not have.
  Trace(std::span<const std::string> names, const Gpt2Config& config);

  bool wants(TraceKind kind, std::optional<std::size_t> layer = {},
             std::optional<std::size_t> head = {}) const;

  const std::vector<TraceRecord>& records() const { return records_; }

  /// The record of that name and sequence, or null.
  const TraceRecord* find(std::string_view name, std::size_t sequence = 0) const;

  // ---- For the forward pass
  // ----------------------------------------------------------------------

  /// Which record, and its whole shape.
  struct Place {
    TraceKind kind = TraceKind::x0;
    std::optional<std::size_t> layer{};
    std::optional<std::size_t> head{};
    std::size_t sequence = 0;
    std::size_t rows = 0;
    std::size_t columns = 0;
  };

  /// Writes `row_count` rows of `width` numbers into rows first_row, ... of the record at `place`,
  /// which begins as rows of `fill`. Requires wants().
  void write(const Place& place, std::size_t first_row, std::size_t row_count, std::size_t width,
             ConstRows rows, float fill = 0.0F);

 private:
  struct Request {
    TraceKind kind = TraceKind::x0;
    std::optional<std::size_t> layer;
    std::optional<std::size_t> head;
  };

  TraceRecord& record_at(const Place& place, float fill);

  std::vector<Request> requests_;
  std::vector<TraceRecord> records_;
};

}  // namespace tinygpt
