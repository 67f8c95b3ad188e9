#pragma once
/// The kinds of mistake a caller can make, each with its facts as fields.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tinygpt {

/// An index that points outside a table. Nothing has been written when it is thrown.
class IndexError : public std::out_of_range {
 public:
  /// `table` is "wte", "wpe" or "token_type"; `at` is the place in the sequence, from 0.
  IndexError(std::string table, std::int64_t index, std::size_t size, std::size_t at);

  const std::string& table() const { return table_; }
  std::int64_t index() const { return index_; }
  std::size_t size() const { return size_; }  ///< rows of the table; valid indices are 0..size-1
  std::size_t at() const { return at_; }

 private:
  std::string table_;
  std::int64_t index_;
  std::size_t size_;
  std::size_t at_;
};

/// More places than a cache has left. Nothing has been written when it is thrown.
class CapacityError : public std::length_error {
 public:
  CapacityError(std::size_t capacity, std::size_t past_length, std::size_t new_length);

  std::size_t capacity() const { return capacity_; }
  std::size_t past_length() const { return past_length_; }  ///< places in use
  std::size_t new_length() const { return new_length_; }    ///< places that were to be added

 private:
  std::size_t capacity_;
  std::size_t past_length_;
  std::size_t new_length_;
};

/// An argument of the wrong kind, length or range. `what()` begins with the argument's name.
class ArgumentError : public std::invalid_argument {
 public:
  ArgumentError(const std::string& argument, const std::string& problem);

  const std::string& argument() const { return argument_; }

 private:
  std::string argument_;
};

/// Throws ArgumentError unless low <= value <= high.
void require_between(std::string_view argument, std::int64_t value, std::int64_t low,
                     std::int64_t high);

}  // namespace tinygpt
