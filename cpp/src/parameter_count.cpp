#include "tinygpt/parameter_count.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "published_tensors.hpp"
#include "tinygpt/errors.hpp"

namespace tinygpt {
namespace {

constexpr Index most = Index{1} << 53U;

/// Takes what comes before the first `end` off the beginning of `text`, and that end with it.
std::string_view cut(std::string_view& text, char end) {
  const std::string_view part = text.substr(0, text.find(end));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

/// What the sizes in a model's tensors stand for.
class Sizes {
 public:
  Sizes(const PublishedModel& model, std::span<const ConfigEntry> config) : config_(config) {
    read(model.sizes, 1, most);
    read(model.counts, 0, most);
    read(model.switches, 0, 1);
    for (const ConfigEntry& entry : config) {
      if (std::ranges::find(known_, entry.key, &ConfigEntry::key) == known_.end()) {
        throw ArgumentError(entry.key, "is no key of " + std::string(model.model_type) +
                                           "'s configuration that counts parameters");
      }
      if (std::ranges::count(config, entry.key, &ConfigEntry::key) > 1) {
        throw ArgumentError(entry.key, "is there twice");
      }
    }
    // Last, because a key that is misspelt says more than the one that is missing for it.
    if (!missing_.empty()) throw ArgumentError(missing_, "is missing");
  }

  Index evaluate(std::string_view formula) const {
    constexpr std::string_view operations = "+-*/#";
    std::size_t end = formula.find_first_of(operations);
    Index value = of(formula.substr(0, end));
    while (end != std::string_view::npos) {
      const char operation = formula[end];
      formula.remove_prefix(end + 1);
      end = formula.find_first_of(operations);
      value = apply(value, operation, formula.substr(0, end));
    }
    return value;
  }

  Index product(Index a, Index b) const {
    if (b != 0 && a > most / b) too_many();
    return a * b;
  }

  Index sum(Index a, Index b) const {
    if (a > most - b) too_many();
    return a + b;
  }

 private:
  void read(std::string_view keys, Index low, Index high) {
    while (!keys.empty()) {
      std::string_view formula = cut(keys, ' ');
      ConfigEntry entry{.key = std::string(cut(formula, '='))};
      const auto given = std::ranges::find(config_, entry.key, &ConfigEntry::key);
      if (given != config_.end()) {
        require_between(entry.key, given->value, low, high);
        entry.value = given->value;
      } else if (!formula.empty()) {
        entry.value = evaluate(formula);
      } else if (missing_.empty()) {
        missing_ = entry.key;
      }
      known_.push_back(std::move(entry));
    }
  }

  /// Of a known key or of a number.
  Index of(std::string_view name) const {
    const auto found = std::ranges::find(known_, name, &ConfigEntry::key);
    if (found != known_.end()) return found->value;
    Index number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    return number;
  }

  Index apply(Index a, char operation, std::string_view name) const {
    const Index b = of(name);
    switch (operation) {
      case '+':
        return sum(a, b);
      case '-':
        return a - b;
      case '*':
        return product(a, b);
      case '#':
        return a == b ? 0 : 1;
      default:
        if (a % b != 0) throw ArgumentError(std::string(name), "does not divide without rest");
        return a / b;
    }
  }

  [[noreturn]] void too_many() const {
    const auto largest = std::ranges::max_element(config_, {}, &ConfigEntry::value);
    throw ArgumentError(largest->key,
                        std::to_string(largest->value) + " makes more than 2^53 parameters");
  }

  std::span<const ConfigEntry> config_;
  std::vector<ConfigEntry> known_;
  std::string missing_;
};

}  // namespace

ParameterCount count_parameters(std::string_view model_type, std::span<const ConfigEntry> config) {
  const auto model = std::ranges::find(published_models, model_type, &PublishedModel::model_type);
  if (model == published_models.end()) {
    throw ArgumentError("model_type", "\"" + std::string(model_type) + "\" is not known");
  }
  const Sizes sizes(*model, config);
  ParameterCount result;
  std::string_view lines = model->tensors.substr(1);
  while (!lines.empty()) {
    std::string_view line = cut(lines, '\n');
    std::string_view name = cut(line, ' ');
    const bool is_position = name == "position";
    const bool is_fixed = name == "fixed";
    if (is_position || is_fixed) name = cut(line, ' ');
    ParameterTerm term{.name = std::string(name), .shape = {}, .learned = !is_fixed};
    term.times = sizes.evaluate(cut(line, ' '));
    term.count = term.times;
    while (!line.empty()) {
      term.shape.push_back(sizes.evaluate(cut(line, ' ')));
      term.count = sizes.product(term.count, term.shape.back());
    }
    if (term.times == 0) continue;
    result.total = sizes.sum(result.total, term.count);
    if (!is_fixed) result.learned += term.count;
    if (is_position) result.position += term.count;
    result.terms.push_back(std::move(term));
  }
  return result;
}

}  // namespace tinygpt
