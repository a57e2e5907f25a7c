# SPDX-License-Identifier: BSD-3-Clause
# Each src/cpu/simd/*_kernels.cpp is compiled once a SIMD level; the code chooses one at run time.
# MDSIM_SIMD_LEVEL tells a file which level it is compiled for: 0 baseline, 2 AVX2, 3 AVX-512. The
# level's names must be in a namespace of its own (baseline, avx2, avx512): tools/check-simd-symbols.

# Sets <out> to the object files of all levels; the rest of the arguments are those of the module.
function(mdsim_add_simd_levels out)
  cmake_parse_arguments(PARSE_ARGV 1 arg "DRIVERS" "" "LINK")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cpu/simd/*_kernels.cpp")
  set(objects "")
  set(wide_objects "")
  set(levels baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    list(APPEND levels avx2 avx512)
  endif()
  set(number_baseline 0)
  set(number_avx2 2)
  set(number_avx512 3)
  set(flags_baseline "")
  set(flags_avx2 -mavx2 -mfma -mf16c -mbmi2 -mpopcnt)
  set(flags_avx512 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd -mfma -mbmi2 -mpopcnt
                   -mprefer-vector-width=512)
  if(sources)
    foreach(level IN LISTS levels)
      add_library(mdsim_simd_${level} OBJECT ${sources})
      target_compile_definitions(mdsim_simd_${level} PRIVATE MDSIM_SIMD_LEVEL=${number_${level}})
      target_compile_options(mdsim_simd_${level} PRIVATE ${flags_${level}})
      target_link_libraries(mdsim_simd_${level} PRIVATE mdsim_options ${arg_LINK})
      list(APPEND objects $<TARGET_OBJECTS:mdsim_simd_${level}>)
      if(NOT level STREQUAL "baseline")
        list(APPEND wide_objects $<TARGET_OBJECTS:mdsim_simd_${level}>)
      endif()
    endforeach()
  endif()
  set(${out} ${objects} PARENT_SCOPE)
  set_property(GLOBAL PROPERTY mdsim_wide_simd_objects "${wide_objects}")
endfunction()
