# Turns a preset's JSON into a header, so that its numbers are compiled in:
#   tinygpt_compile_in(<json> <header> <prefix>)
# writes <prefix>_config, <prefix>_vocabulary and <prefix>_tensors. Numbers stay doubles as the
# JSON has them; the program rounds them to float32 once.

# Appends `.<member> = <before><value>,` to config where the JSON has the key.
macro(tinygpt_config_value key before member)
  string(JSON value ERROR_VARIABLE missing GET "${json}" config ${key})
  if(NOT missing)
    if(value STREQUAL "ON" OR value STREQUAL "OFF")  # as CMake writes true and false
      string(REGEX REPLACE "ON" "true" value "${value}")
      string(REGEX REPLACE "OFF" "false" value "${value}")
    endif()
    string(APPEND config "    .${member} = ${before}${value},\n")
  endif()
endmacro()

function(tinygpt_compile_in json_file header prefix)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${json_file}")
  file(READ "${json_file}" json)

  set(config "")
  foreach(key vocab_size n_positions n_embd n_layer n_head)
    string(JSON value GET "${json}" config ${key})
    string(APPEND config "    .${key} = ${value},\n")
  endforeach()
  tinygpt_config_value(norm "NormKind::" norm)
  tinygpt_config_value(activation_function "ActivationKind::" activation_function)
  tinygpt_config_value(tie_word_embeddings "" tie_word_embeddings)
  tinygpt_config_value(lm_head_rows "" lm_head_rows)

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
#include <string_view>

#include "preset_values.hpp"
#include "tinygpt/config.hpp"

namespace tinygpt::presets {

inline constexpr Gpt2Config @prefix@_config{
@config@};

inline constexpr auto @prefix@_vocabulary = std::to_array<std::string_view>({@words@});

@arrays@
inline constexpr auto @prefix@_tensors = std::to_array<Values>({
@tensors@});

}  // namespace tinygpt::presets
]=])
endfunction()
