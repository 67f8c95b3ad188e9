#include "tinygpt/bert_embedding.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "bit_equal.hpp"
#include "matrix_of.hpp"
#include "thrown.hpp"
#include "tinygpt/errors.hpp"

using tinygpt::ArgumentError;
using tinygpt::bert_embed;
using tinygpt::BertEmbedding;
using tinygpt::BertTables;
using tinygpt::Dropout;
using tinygpt::elements;
using tinygpt::Index;
using tinygpt::IndexError;
using tinygpt::Matrix;
using tinygpt::tests::difference;
using tinygpt::tests::matrix_of;
using tinygpt::tests::thrown;

namespace {

BertTables small_tables() {
  return {.word = matrix_of(3, 2, {1, 2, 3, 4, 5, 6}),
          .position = matrix_of(2, 2, {10, 20, 30, 40}),
          .token_type = matrix_of(2, 2, {0, 0, 100, 50}),
          .gamma = {},
          .beta = {}};
}

const std::vector<Index> ids{2, 0};
const std::vector<Index> positions{0, 1};
const std::vector<Index> types{0, 1};

BertTables wide_tables() {
  return {.word = matrix_of(1, 1000, std::vector<float>(1000, 1.0F)),
          .position = matrix_of(1, 1000, std::vector<float>(1000, 0.0F)),
          .token_type = matrix_of(1, 1000, std::vector<float>(1000, 0.0F)),
          .gamma = std::vector<float>(1000, 1.0F),
          .beta = std::vector<float>(1000, 3.0F)};
}

BertEmbedding dropped(double p, std::uint64_t seed) {
  const std::vector<Index> zero{0};
  return bert_embed(wide_tables(), zero, zero, zero, Dropout{.p = p, .seed = seed});
}

}  // namespace

TEST_CASE("three rows are added, and each sum is normed: by hand") {
  const BertEmbedding e = bert_embed(small_tables(), ids, positions, types, std::nullopt);
  CHECK(difference(elements(e.word), std::vector<float>{5, 6, 1, 2}) == "");
  CHECK(difference(elements(e.position), std::vector<float>{10, 20, 30, 40}) == "");
  CHECK(difference(elements(e.token_type), std::vector<float>{0, 0, 100, 50}) == "");
  CHECK(difference(elements(e.sum), std::vector<float>{15, 26, 131, 92}) == "");
  // Two numbers a and b are normed to -1 and 1, or 1 and -1.
  CHECK(difference(elements(e.normed), std::vector<float>{-1, 1, 1, -1}) == "");
  CHECK(difference(elements(e.output), elements(e.normed)) == "");
  CHECK(e.kept.empty());
  CHECK(e.scale == 1.0F);
}

TEST_CASE("word and token type are added first, as BERT's code does") {
  BertTables tables = small_tables();
  tables.word = matrix_of(1, 1, {1e8F});
  tables.token_type = matrix_of(1, 1, {-1e8F});
  tables.position = matrix_of(1, 1, {1.0F});
  const std::vector<Index> zero{0};
  CHECK(bert_embed(tables, zero, zero, zero, std::nullopt).sum(0, 0) == 1.0F);
}

TEST_CASE("gamma and beta stretch and shift what is normed") {
  BertTables tables = small_tables();
  tables.gamma = {2, 3};
  tables.beta = {10, 20};
  const BertEmbedding e = bert_embed(tables, ids, positions, types, std::nullopt);
  CHECK(difference(elements(e.normed), std::vector<float>{8, 23, 12, 17}) == "");
}

TEST_CASE("a row of equal numbers is normed to zeros, not NaN") {
  BertTables tables = small_tables();
  tables.word = matrix_of(1, 2, {4, 4});
  tables.position = matrix_of(1, 2, {0, 0});
  const std::vector<Index> zero{0};
  const BertEmbedding e = bert_embed(tables, zero, zero, zero, std::nullopt);
  CHECK(difference(elements(e.normed), std::vector<float>{0, 0}) == "");
}

TEST_CASE("epsilon is 1e-12: differences of 1e-5 are stretched, which 1e-5 would not do") {
  BertTables tables = small_tables();
  tables.word = matrix_of(1, 2, {1e-5F, -1e-5F});
  tables.position = matrix_of(1, 2, {0, 0});
  const std::vector<Index> zero{0};
  const BertEmbedding e = bert_embed(tables, zero, zero, zero, std::nullopt);
  // d / sqrt(d^2 + 1e-12) with d = 1e-5
  CHECK(std::abs(e.normed(0, 0) - 0.995037F) < 1e-5F);
}

TEST_CASE("dropout keeps what its mask says, multiplied by 1 / (1 - p), and zeros the rest") {
  const BertEmbedding e = dropped(0.25, 1);
  CHECK(e.scale == static_cast<float>(1.0 / 0.75));
  REQUIRE(e.kept.size() == 1000);
  for (std::size_t i = 0; i < 1000; ++i) {
    CHECK(elements(e.output)[i] == (e.kept[i] == 1 ? 3.0F * e.scale : 0.0F));
    CHECK(elements(e.normed)[i] == 3.0F);
  }
}

TEST_CASE("about p of the numbers are dropped: within five standard deviations") {
  for (const double p : {0.1, 0.5, 0.9}) {
    const BertEmbedding e = dropped(p, 3);
    const auto count = static_cast<double>(std::ranges::count(e.kept, 1));
    CHECK(std::abs(count - 1000.0 * (1.0 - p)) <= 5.0 * std::sqrt(1000.0 * p * (1.0 - p)));
  }
}

TEST_CASE("dropout with p = 0 keeps everything as it is") {
  const BertEmbedding e = dropped(0.0, 9);
  CHECK(std::ranges::count(e.kept, 1) == 1000);
  CHECK(difference(elements(e.output), elements(e.normed)) == "");
}

TEST_CASE("the same seed drops the same numbers, another one others") {
  CHECK(dropped(0.5, 4).kept == dropped(0.5, 4).kept);
  CHECK(dropped(0.5, 4).kept != dropped(0.5, 5).kept);
}

TEST_CASE("an index outside a table names it: wte, wpe, token_type") {
  const auto error = [](const std::vector<Index>& id, const std::vector<Index>& position,
                        const std::vector<Index>& type) {
    return thrown<IndexError>(
        [&] { bert_embed(small_tables(), id, position, type, std::nullopt); });
  };
  CHECK(error({0, 3}, {0, 0}, {0, 0}).table() == "wte");
  CHECK(error({0, 0}, {0, -1}, {0, 0}).table() == "wpe");
  const IndexError type = error({0, 0}, {0, 0}, {0, 2});
  CHECK(type.table() == "token_type");
  CHECK(type.index() == 2);
  CHECK(type.size() == 2);
  CHECK(type.at() == 1);
}

TEST_CASE("tables, norms and lists that do not fit together are refused by name") {
  const auto argument = [](const BertTables& tables, const std::vector<Index>& position,
                           const std::vector<Index>& type,
                           const std::optional<Dropout>& dropout = std::nullopt) {
    return thrown<ArgumentError>([&] { bert_embed(tables, ids, position, type, dropout); })
        .argument();
  };
  BertTables tables = small_tables();
  tables.position = matrix_of(1, 3, {0, 0, 0});
  CHECK(argument(tables, positions, types) == "position");
  tables = small_tables();
  tables.token_type = matrix_of(1, 1, {0});
  CHECK(argument(tables, positions, types) == "tokenType");
  tables = small_tables();
  tables.gamma = {1};
  CHECK(argument(tables, positions, types) == "gamma");
  tables = small_tables();
  tables.beta = {1, 2, 3};
  CHECK(argument(tables, positions, types) == "beta");
  tables = small_tables();
  tables.word = Matrix::from_shape({3, 0});
  CHECK(argument(tables, positions, types) == "word");
  CHECK(argument(small_tables(), {0}, types) == "positionIds");
  CHECK(argument(small_tables(), positions, {0, 0, 0}) == "tokenTypeIds");
  for (const double p : {-0.1, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(argument(small_tables(), positions, types, Dropout{.p = p, .seed = 0}) == "p");
  }
}
