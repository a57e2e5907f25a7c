# SPDX-License-Identifier: BSD-3-Clause
# Each src/cpu/simd/*_kernels.cpp is compiled once a SIMD level; the code chooses one at run time.
# MDSIM_SIMD_LEVEL tells a file which level it is compiled for: 0 baseline, 2 AVX2, 3 AVX-512, 4
# NEON. The level's names must be in a namespace of its own (baseline, avx2, avx512, neon):
# tools/check-simd-symbols.

set(mdsim_simd_levels baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND mdsim_simd_levels avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  list(APPEND mdsim_simd_levels neon)
endif()
set(mdsim_simd_number_baseline 0)
set(mdsim_simd_number_avx2 2)
set(mdsim_simd_number_avx512 3)
set(mdsim_simd_number_neon 4)
set(mdsim_simd_flags_baseline "")
set(mdsim_simd_flags_neon "") # all processors of this kind have it
set(mdsim_simd_flags_avx2 -mavx2 -mfma -mf16c -mbmi2 -mpopcnt)
set(mdsim_simd_flags_avx512 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd -mfma -mbmi2
                            -mpopcnt -mprefer-vector-width=512)

# mdsim_compile_levels(<prefix> <out> SOURCES ... [LINK ...]): the object libraries <prefix>_<level>;
# sets <out> to their files.
function(mdsim_compile_levels prefix out)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LINK")
  set(objects "")
  foreach(level IN LISTS mdsim_simd_levels)
    set(target ${prefix}_${level})
    add_library(${target} OBJECT ${arg_SOURCES})
    target_compile_definitions(${target} PRIVATE MDSIM_SIMD_LEVEL=${mdsim_simd_number_${level}})
    target_compile_options(${target} PRIVATE ${mdsim_simd_flags_${level}})
    if(NOT level STREQUAL "baseline" AND NOT MDSIM_SANITIZE STREQUAL "none")
      target_compile_options(${target} PRIVATE -O0) # else they take as long as all others together
    endif()
    target_link_libraries(${target} PRIVATE mdsim_options ${arg_LINK})
    list(APPEND objects $<TARGET_OBJECTS:${target}>)
    if(NOT level STREQUAL "baseline")
      set_property(GLOBAL APPEND PROPERTY mdsim_wide_simd_objects $<TARGET_OBJECTS:${target}>)
    endif()
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# Sets <out> to the object files of all levels; the rest of the arguments are those of the module.
function(mdsim_add_simd_levels out)
  cmake_parse_arguments(PARSE_ARGV 1 arg "DRIVERS" "" "LINK")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cpu/simd/*_kernels.cpp")
  set(objects "")
  if(sources)
    mdsim_compile_levels(mdsim_simd objects SOURCES ${sources} LINK ${arg_LINK})
  endif()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()
