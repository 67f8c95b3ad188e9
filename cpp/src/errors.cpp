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

CapacityError::CapacityError(std::size_t capacity, std::size_t past_length, std::size_t new_length)
    : std::length_error("cache: holds " + std::to_string(past_length) + " of " +
                        std::to_string(capacity) + " places, too few are left for " +
                        std::to_string(new_length) + " more"),
      capacity_(capacity),
      past_length_(past_length),
      new_length_(new_length) {}

ArgumentError::ArgumentError(const std::string& argument, const std::string& problem)
    : std::invalid_argument(argument + ": " + problem), argument_(argument) {}

void require_between(std::string_view argument, std::int64_t value, std::int64_t low,
                     std::int64_t high) {
  if (value < low || value > high) {
    throw ArgumentError(std::string(argument), std::to_string(value) + " is not between " +
                                                   std::to_string(low) + " and " +
                                                   std::to_string(high));
  }
}

}  // namespace tinygpt
