# Turns a preset's JSON into a header, so that its numbers are compiled in:
#   tinygpt_compile_in(<json> <header> <prefix>)
# writes <prefix>_config, <prefix>_vocabulary and <prefix>_tensors. Numbers stay doubles as the
# JSON has them; the program rounds them to float32 once.

function(tinygpt_compile_in json_file header prefix)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${json_file}")
  file(READ "${json_file}" json)

  set(config "")
  foreach(key vocab_size n_positions n_embd n_layer n_head)
    string(JSON value GET "${json}" config ${key})
    string(APPEND config "    .${key} = ${value},\n")
  endforeach()

  string(JSON words GET "${json}" vocabulary)
  string(REGEX REPLACE "^[ \n]*\\[|\\][ \n]*$" "" words "${words}")

  set(arrays "")
  set(tensors "")
  string(JSON tensor_count LENGTH "${json}" weights)
  math(EXPR last "${tensor_count} - 1")
  foreach(i RANGE ${last})
    string(JSON name MEMBER "${json}" weights ${i})
    string(JSON values GET "${json}" weights "${name}")
    string(REGEX REPLACE "[][ \n\t]" "" values "${values}")
    string(REPLACE "," ", " values "${values}")
    string(MAKE_C_IDENTIFIER "${prefix}_${name}" identifier)
    string(APPEND arrays "inline constexpr double ${identifier}[] = {${values}};\n")
    string(APPEND tensors "    Values{\"${name}\", ${identifier}},\n")
  endforeach()

  get_filename_component(source "${json_file}" NAME)
  file(CONFIGURE OUTPUT "${header}" @ONLY CONTENT [=[
#pragma once
// Generated from @source@.

#include <array>
#include <span>
#include <string_view>

#include "tinygpt/config.hpp"

namespace tinygpt::presets {

struct Values {
  std::string_view name;
  std::span<const double> elements;  // row-major
};

inline constexpr Gpt2Config @prefix@_config{
@config@};

inline constexpr auto @prefix@_vocabulary = std::to_array<std::string_view>({@words@});

@arrays@
inline constexpr auto @prefix@_tensors = std::to_array<Values>({
@tensors@});

}  // namespace tinygpt::presets
]=])
endfunction()
