# SPDX-License-Identifier: BSD-3-Clause
# The libraries we stand on, each behind one target mdsim_<name>. Nothing is fetched: a library
# comes from third_party/ (see tools/bundle-deps) or from the system. Missing ones are told together.

set(mdsim_third_party "${PROJECT_SOURCE_DIR}/third_party")
list(PREPEND CMAKE_PREFIX_PATH "${mdsim_third_party}")
set(mdsim_missing "")

# mdsim_dependency(<name> [OPTIONAL] HEADER <path> PACKAGE <package> [VERSION <least>]
#                  [TARGETS ...] [DEFINITIONS ...] [LINK ...])
# Bundled headers first, then the system's CMake package, then bare headers on the include path.
# DEFINITIONS and LINK complete the header-only cases.
function(mdsim_dependency name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OPTIONAL" "HEADER;PACKAGE;VERSION" "TARGETS;DEFINITIONS;LINK")
  add_library(mdsim_${name} INTERFACE)
  set(bundled "${mdsim_third_party}/include")
  if(NOT EXISTS "${bundled}/${arg_HEADER}")
    find_package(${arg_PACKAGE} ${arg_VERSION} CONFIG QUIET)
    foreach(target IN LISTS arg_TARGETS)
      if(TARGET ${target})
        target_link_libraries(mdsim_${name} INTERFACE ${target})
        return()
      endif()
    endforeach()
  endif()
  find_path(MDSIM_INCLUDE_${name} "${arg_HEADER}" HINTS "${bundled}")
  mark_as_advanced(MDSIM_INCLUDE_${name})
  if(MDSIM_INCLUDE_${name})
    target_include_directories(mdsim_${name} SYSTEM INTERFACE "${MDSIM_INCLUDE_${name}}")
    target_compile_definitions(mdsim_${name} INTERFACE ${arg_DEFINITIONS})
    target_link_libraries(mdsim_${name} INTERFACE ${arg_LINK})
  elseif(NOT arg_OPTIONAL)
    set(mdsim_missing ${mdsim_missing} "${arg_PACKAGE} ${arg_VERSION} (${arg_HEADER})" PARENT_SCOPE)
  endif()
endfunction()

mdsim_dependency(fmt HEADER fmt/format.h PACKAGE fmt TARGETS fmt::fmt DEFINITIONS FMT_HEADER_ONLY=1)
mdsim_dependency(spdlog HEADER spdlog/spdlog.h PACKAGE spdlog TARGETS spdlog::spdlog
                 DEFINITIONS SPDLOG_FMT_EXTERNAL=1 LINK mdsim_fmt)
mdsim_dependency(toml HEADER toml++/toml.h PACKAGE tomlplusplus VERSION 3.0
                 TARGETS tomlplusplus::tomlplusplus)
mdsim_dependency(json HEADER nlohmann/json.hpp PACKAGE nlohmann_json
                 TARGETS nlohmann_json::nlohmann_json)
mdsim_dependency(cli11 HEADER CLI/CLI.hpp PACKAGE CLI11 TARGETS CLI11::CLI11)

find_package(Threads REQUIRED)
find_package(OpenMP QUIET COMPONENTS CXX)
if(NOT OpenMP_CXX_FOUND)
  list(APPEND mdsim_missing "OpenMP for ${CMAKE_CXX_COMPILER_ID}")
else()
  target_link_libraries(mdsim_options INTERFACE OpenMP::OpenMP_CXX Threads::Threads)
endif()

# The C interface only: the C++ bindings are gone from the standard and pull in a library.
find_package(MPI QUIET COMPONENTS C)
add_library(mdsim_mpi INTERFACE)
if(NOT MPI_C_FOUND)
  list(APPEND mdsim_missing "MPI (mpi.h)")
else()
  target_link_libraries(mdsim_mpi INTERFACE MPI::MPI_C)
  target_compile_definitions(mdsim_mpi INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
endif()

include(Hdf5)

if(mdsim_missing)
  list(JOIN mdsim_missing "\n  " lines)
  message(FATAL_ERROR "These libraries were not found:\n  ${lines}\n"
                      "On Debian and Ubuntu tools/run installs them; without a network, unpack the "
                      "archive that tools/bundle-deps makes elsewhere into third_party/.")
endif()

# Catch2 v3 is a compiled library, v2 is headers; our own main serves both (tests/support).
set(MDSIM_BUILD_TESTS FALSE)
if(NOT MDSIM_TESTS STREQUAL "OFF")
  mdsim_dependency(catch2 OPTIONAL HEADER catch2/catch_test_macros.hpp PACKAGE Catch2
                   TARGETS Catch2::Catch2)
  if(NOT TARGET Catch2::Catch2)
    find_path(MDSIM_INCLUDE_catch2_v2 catch2/catch.hpp HINTS "${mdsim_third_party}/include")
    mark_as_advanced(MDSIM_INCLUDE_catch2_v2)
    target_include_directories(mdsim_catch2 SYSTEM INTERFACE "${MDSIM_INCLUDE_catch2_v2}")
  endif()
  if(TARGET Catch2::Catch2 OR MDSIM_INCLUDE_catch2_v2)
    set(MDSIM_BUILD_TESTS TRUE)
  elseif(MDSIM_TESTS STREQUAL "ON")
    message(FATAL_ERROR "MDSIM_TESTS=ON needs Catch2 (package catch2), version 2 or 3")
  else()
    message(STATUS "Catch2 was not found: tests are not built")
  endif()
endif()
