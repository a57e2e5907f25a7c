# SPDX-License-Identifier: BSD-3-Clause
# Headers that are parsed once for all files: half of the time that most files take to compile. Of our
# own there are only those that nearly each file of the upper modules includes.

set(mdsim_with_pch FALSE)
if(MDSIM_PCH STREQUAL "ON"
   OR (MDSIM_PCH STREQUAL "AUTO"
       AND (NOT CMAKE_CXX_COMPILER_LAUNCHER
            OR CMAKE_CXX_COMPILER_LAUNCHER STREQUAL mdsim_own_launcher)))
  set(mdsim_with_pch TRUE)
endif()

# mdsim_precompile(<target> <first> <headers>...): the target <first> compiles the headers, and all
# others, whose flags must be the same, read what it made.
function(mdsim_precompile target first)
  if(NOT mdsim_with_pch)
    return()
  elseif(target STREQUAL first)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${first})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # So that a compiler cache sees which headers a file reads beside the precompiled ones.
    target_compile_options(${target} PRIVATE -fpch-preprocess)
    # Its optimiser suspects the standard library where that comes precompiled: said, but no error.
    foreach(warning IN ITEMS array-bounds maybe-uninitialized restrict stringop-overflow
                             stringop-overread)
      target_compile_options(${target} PRIVATE -Wno-error=${warning})
    endforeach()
  endif()
endfunction()

# Without <filesystem>: it brings std::quoted, which calls with a std::string would prefer to ours.
set(mdsim_common_headers
    <algorithm> <array> <chrono> <cmath> <cstdint> <functional> <map> <memory> <mutex> <optional> <span>
    <string> <string_view> <thread> <utility> <variant> <vector> <fmt/format.h>)
set(mdsim_middle_modules guard input output)
set(mdsim_upper_modules config metrics setup forecast report session validate app)
set(mdsim_upper_headers "${PROJECT_SOURCE_DIR}/src/config/config.hpp"
                        "${PROJECT_SOURCE_DIR}/src/engine/any_simulation.hpp")

# For src/<module>.
function(mdsim_precompile_module module)
  if(module IN_LIST mdsim_upper_modules)
    mdsim_precompile(mdsim_${module} mdsim_config ${mdsim_common_headers} ${mdsim_upper_headers})
  elseif(module IN_LIST mdsim_middle_modules)
    mdsim_precompile(mdsim_${module} mdsim_guard ${mdsim_common_headers})
  else()
    mdsim_precompile(mdsim_${module} mdsim_core ${mdsim_common_headers})
  endif()
endfunction()

# -O3 is for the modules that compute. The others are compiled faster where they are optimised less:
# the middle ones read and write files, the upper ones run once or once a sample.
function(mdsim_optimise_module module)
  if(module IN_LIST mdsim_middle_modules)
    target_compile_options(mdsim_${module} PRIVATE $<$<CONFIG:Release>:-O2>)
  elseif(module IN_LIST mdsim_upper_modules)
    target_compile_options(mdsim_${module} PRIVATE $<$<CONFIG:Release>:-O1>)
    if(NOT MDSIM_SANITIZE STREQUAL "none")
      target_compile_options(mdsim_${module} PRIVATE -O0)
    endif()
  endif()
endfunction()
