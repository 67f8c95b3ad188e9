# The target `xtensor_headers`: the system's xtensor, or a pinned release where there is none.
#
# The headers are linked into a folder of their own, because a compiler for another target
# (emcc) must not be given the system's whole include folder.

set(TINYGPT_XTENSOR_TAG 0.25.0)
set(TINYGPT_XTL_TAG 0.7.7)

find_path(TINYGPT_XTENSOR_ROOT
  NAMES xtensor/containers/xtensor.hpp xtensor/xtensor.hpp
  PATHS /usr/include /usr/local/include
  NO_CMAKE_FIND_ROOT_PATH)

if(TINYGPT_XTENSOR_ROOT)
  set(xtensor_roots "${TINYGPT_XTENSOR_ROOT}" "${TINYGPT_XTENSOR_ROOT}")
else()
  include(FetchContent)
  FetchContent_Declare(xtl_source
    GIT_REPOSITORY https://github.com/xtensor-stack/xtl GIT_TAG ${TINYGPT_XTL_TAG} GIT_SHALLOW ON)
  FetchContent_Declare(xtensor_source
    GIT_REPOSITORY https://github.com/xtensor-stack/xtensor GIT_TAG ${TINYGPT_XTENSOR_TAG}
    GIT_SHALLOW ON)
  # Populate only: their own build files are not needed for headers.
  foreach(name xtl_source xtensor_source)
    FetchContent_GetProperties(${name})
    if(NOT ${name}_POPULATED)
      FetchContent_Populate(${name})
    endif()
  endforeach()
  set(xtensor_roots "${xtensor_source_SOURCE_DIR}/include" "${xtl_source_SOURCE_DIR}/include")
endif()

list(GET xtensor_roots 0 xtensor_root)
list(GET xtensor_roots 1 xtl_root)
set(linked "${PROJECT_BINARY_DIR}/xtensor-include")
file(MAKE_DIRECTORY "${linked}")
file(CREATE_LINK "${xtensor_root}/xtensor" "${linked}/xtensor" SYMBOLIC)
file(CREATE_LINK "${xtl_root}/xtl" "${linked}/xtl" SYMBOLIC)

add_library(xtensor_headers INTERFACE)
target_include_directories(xtensor_headers SYSTEM INTERFACE "${linked}")
