#include "tinygpt/trace.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>

#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

enum class Scope { model, layer, head };

struct KindInfo {
  TraceKind kind;
  std::string_view name;
  Scope scope;
};

constexpr std::array kinds{
    KindInfo{TraceKind::x0, "x0", Scope::model},
    KindInfo{TraceKind::ln_1, "ln_1", Scope::layer},
    KindInfo{TraceKind::q, "q", Scope::head},
    KindInfo{TraceKind::k, "k", Scope::head},
    KindInfo{TraceKind::v, "v", Scope::head},
    KindInfo{TraceKind::scores, "scores", Scope::head},
    KindInfo{TraceKind::weights, "weights", Scope::head},
    KindInfo{TraceKind::context, "context", Scope::head},
    KindInfo{TraceKind::attn_out, "attn_out", Scope::layer},
    KindInfo{TraceKind::residual, "residual", Scope::layer},
    KindInfo{TraceKind::ln_2, "ln_2", Scope::layer},
    KindInfo{TraceKind::mlp_fc, "mlp_fc", Scope::layer},
    KindInfo{TraceKind::mlp_hidden, "mlp_hidden", Scope::layer},
    KindInfo{TraceKind::mlp, "mlp", Scope::layer},
    KindInfo{TraceKind::block, "block", Scope::layer},
    KindInfo{TraceKind::ln_f, "ln_f", Scope::model},
    KindInfo{TraceKind::logits, "logits", Scope::model},
    KindInfo{TraceKind::probabilities, "probabilities", Scope::model},
};

/// Cuts what comes before the next point off the front of `rest`.
std::string_view next_part(std::string_view& rest) {
  const std::size_t point = std::min(rest.find('.'), rest.size());
  const std::string_view part = rest.substr(0, point);
  rest.remove_prefix(std::min(point + 1, rest.size()));
  return part;
}

[[noreturn]] void refuse(std::string_view name, const std::string& problem) {
  throw ArgumentError("trace", "\"" + std::string(name) + "\" " + problem);
}

std::size_t number_below(std::size_t limit, std::string_view part, std::string_view name,
                         const std::string& what) {
  std::size_t value = 0;
  const char* const end = part.data() + part.size();
  const auto [stop, error] = std::from_chars(part.data(), end, value);
  if (error != std::errc{} || stop != end || value >= limit) {
    refuse(name, "names a " + what + " that is not 0.." + std::to_string(limit - 1));
  }
  return value;
}

}  // namespace

std::string_view trace_name(TraceKind kind) {
  return std::ranges::find(kinds, kind, &KindInfo::kind)->name;
}

std::string TraceRecord::name() const {
  std::string text;
  if (layer) text.append("h.").append(std::to_string(*layer)).append(".");
  text.append(trace_name(kind));
  if (head) text.append(".").append(std::to_string(*head));
  return text;
}

Trace::Trace(std::span<const std::string> names, const Gpt2Config& config) {
  for (const std::string& name : names) {
    Request request;
    std::string_view rest = name;
    std::string_view part = next_part(rest);
    const bool of_layer = part == "h";
    if (of_layer) {
      request.layer = number_below(config.n_layer, next_part(rest), name, "layer");
      part = next_part(rest);
    }
    const auto* const info = std::ranges::find(kinds, part, &KindInfo::name);
    if (info == kinds.end()) refuse(name, "is no intermediate value of the model");
    request.kind = info->kind;
    if (of_layer && info->scope == Scope::model) refuse(name, "belongs to no layer");
    if (!rest.empty()) {
      if (!of_layer || info->scope != Scope::head) refuse(name, "belongs to no head");
      request.head = number_below(config.n_head, rest, name, "head");
    }
    requests_.push_back(request);
  }
}

bool Trace::wants(TraceKind kind, std::optional<std::size_t> layer,
                  std::optional<std::size_t> head) const {
  return std::ranges::any_of(requests_, [&](const Request& request) {
    return request.kind == kind && (!request.layer || !layer || request.layer == layer) &&
           (!request.head || !head || request.head == head);
  });
}

const TraceRecord* Trace::find(std::string_view name, std::size_t sequence) const {
  const auto found = std::ranges::find_if(records_, [&](const TraceRecord& record) {
    return record.sequence == sequence && record.name() == name;
  });
  return found == records_.end() ? nullptr : &*found;
}

TraceRecord& Trace::record_at(const Place& place, float fill) {
  const auto found = std::ranges::find_if(records_, [&](const TraceRecord& record) {
    return record.kind == place.kind && record.layer == place.layer && record.head == place.head &&
           record.sequence == place.sequence;
  });
  if (found != records_.end()) return *found;
  records_.push_back({.kind = place.kind,
                      .layer = place.layer,
                      .head = place.head,
                      .sequence = place.sequence,
                      .rows = place.rows,
                      .columns = place.columns,
                      .values = std::vector<float>(place.rows * place.columns, fill)});
  return records_.back();
}

void Trace::write(const Place& place, std::size_t first_row, std::size_t row_count,
                  std::size_t width, ConstRows rows, float fill) {
  TraceRecord& record = record_at(place, fill);
  assert(first_row + row_count <= record.rows && width <= record.columns);
  for (std::size_t r = 0; r < row_count; ++r) {
    std::copy_n(rows.data + r * rows.stride, width,
                record.values.data() + (first_row + r) * record.columns);
  }
}

}  // namespace tinygpt
