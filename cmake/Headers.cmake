# SPDX-License-Identifier: BSD-3-Clause
# Target self_contained_headers compiles alone every header of src/ that no source file proves: a
# source file includes the header of its own name first (tools/check-includes), so a build without
# precompiled headers (preset cpu-sanitize) compiles that one alone. Not part of a normal build.

file(GLOB_RECURSE headers RELATIVE "${PROJECT_SOURCE_DIR}/src" CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/src/*.hpp")
# The packs of wider instruction sets compile only behind pack.hpp, at their own level.
list(FILTER headers EXCLUDE REGEX "cpu/simd/pack_(avx|neon)")
# It needs nanobind, which is found for the Python module alone.
list(FILTER headers EXCLUDE REGEX "python/bindings/(device_array|arrays)")
set(units "")
foreach(header IN LISTS headers)
  string(REGEX REPLACE "hpp$" "cpp" source "${header}")
  if(EXISTS "${PROJECT_SOURCE_DIR}/src/${source}")
    continue()
  endif()
  string(REPLACE "/" "__" unit "${header}")
  set(unit "${PROJECT_BINARY_DIR}/headers/${unit}.cpp")
  file(CONFIGURE OUTPUT "${unit}" CONTENT "#include \"@header@\"\n" @ONLY)
  list(APPEND units "${unit}")
endforeach()
if(units)
  add_library(self_contained_headers OBJECT EXCLUDE_FROM_ALL ${units})
  target_link_libraries(self_contained_headers PRIVATE mdsim_app mdsim_cpu)
  target_compile_definitions(self_contained_headers PRIVATE MDSIM_SIMD_LEVEL=0)
  target_compile_options(self_contained_headers PRIVATE -O0)
endif()
