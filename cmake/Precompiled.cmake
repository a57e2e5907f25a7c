# SPDX-License-Identifier: BSD-3-Clause
# Headers of libraries, parsed once for all modules: half of the time that most files take to compile.
# Headers of ours are not among them, so that a change of one compiles only what includes it.

set(mdsim_with_pch FALSE)
if(MDSIM_PCH STREQUAL "ON" OR (MDSIM_PCH STREQUAL "AUTO" AND NOT CMAKE_CXX_COMPILER_LAUNCHER))
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
    # Its optimiser suspects the standard library where that comes precompiled: said, but no error.
    foreach(warning IN ITEMS array-bounds maybe-uninitialized restrict stringop-overflow
                             stringop-overread)
      target_compile_options(${target} PRIVATE -Wno-error=${warning})
    endforeach()
  endif()
endfunction()

# For a module of src/: what several dozen files of the modules include.
function(mdsim_precompile_module target)
  mdsim_precompile(${target} mdsim_core <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem>
                   <functional> <map> <memory> <optional> <span> <string> <string_view> <utility>
                   <variant> <vector> <fmt/format.h>)
endfunction()
