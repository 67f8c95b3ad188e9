#include "tinygpt/errors.hpp"

#include <utility>

namespace tinygpt {
namespace {

std::string index_sentence(const std::string& table, std::int64_t index, std::size_t size,
                           std::size_t at) {
  return table + ": index " + std::to_string(index) + " at place " + std::to_string(at) +
         " is out of range; the table has " + std::to_string(size) +
         " rows, valid indices are 0.." + std::to_string(size - 1);
}

}  // namespace

IndexError::IndexError(std::string table, std::int64_t index, std::size_t size, std::size_t at)
    : std::out_of_range(index_sentence(table, index, size, at)),
      table_(std::move(table)),
      index_(index),
      size_(size),
      at_(at) {}

ArgumentError::ArgumentError(const std::string& argument, const std::string& problem)
    : std::invalid_argument(argument + ": " + problem), argument_(argument) {}

}  // namespace tinygpt
