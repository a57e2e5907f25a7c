# SPDX-License-Identifier: BSD-3-Clause
# What a user may choose, and the flags that every file of ours is compiled with.

set(MDSIM_CUDA AUTO CACHE STRING
    "GPU backend: AUTO (where nvcc and a GPU are found), CHECK (where nvcc is found), ON, OFF")
set(MDSIM_NCCL AUTO CACHE STRING "NCCL between GPUs: AUTO (used when it is found), ON, OFF")
set(MDSIM_PROMETHEUS AUTO CACHE STRING
    "Metrics of runs by prometheus-cpp: AUTO (where it is found), ON, OFF")
set(MDSIM_HDF5 AUTO CACHE STRING "HDF5 flavour: AUTO (parallel if there is one), PARALLEL, SERIAL")
set(MDSIM_TESTS AUTO CACHE STRING "Tests: AUTO (built when Catch2 is found), ON, OFF")
set(MDSIM_PCH AUTO CACHE STRING
    "Precompiled headers: AUTO (unless you name a compiler launcher of your own), ON, OFF")
set(MDSIM_SANITIZE none CACHE STRING "Sanitizers: none, 'address,undefined', thread")
option(MDSIM_FUZZ "Programs that look for faults of readers (tests/fuzz); needs clang" OFF)
option(MDSIM_NATIVE "Compile for this machine's processor only" OFF)
option(MDSIM_WERROR "Treat compiler warnings as errors" ON)
set_property(CACHE MDSIM_CUDA PROPERTY STRINGS AUTO CHECK ON OFF)
set_property(CACHE MDSIM_NCCL MDSIM_PROMETHEUS MDSIM_TESTS MDSIM_PCH PROPERTY STRINGS AUTO ON OFF)
set_property(CACHE MDSIM_HDF5 PROPERTY STRINGS AUTO PARALLEL SERIAL)
set_property(CACHE MDSIM_SANITIZE PROPERTY STRINGS none address,undefined thread)

function(mdsim_check_choice name)
  if(NOT "${${name}}" IN_LIST ARGN)
    string(REPLACE ";" ", " allowed "${ARGN}")
    message(FATAL_ERROR "${name} is '${${name}}'; allowed: ${allowed}")
  endif()
endfunction()
mdsim_check_choice(MDSIM_CUDA AUTO CHECK ON OFF)
mdsim_check_choice(MDSIM_NCCL AUTO ON OFF)
mdsim_check_choice(MDSIM_PROMETHEUS AUTO ON OFF)
mdsim_check_choice(MDSIM_PCH AUTO ON OFF)
mdsim_check_choice(MDSIM_HDF5 AUTO PARALLEL SERIAL)
mdsim_check_choice(MDSIM_TESTS AUTO ON OFF)
mdsim_check_choice(MDSIM_SANITIZE none address,undefined thread)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo" FORCE)
endif()

# ccache keeps what was compiled with precompiled headers where it may neglect two things that would
# change their meaning: macros, which are the same for all files here, and the time of compilation.
find_program(MDSIM_CCACHE ccache)
mark_as_advanced(MDSIM_CCACHE)
set(mdsim_own_launcher "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
                       "${MDSIM_CCACHE}")
foreach(language IN ITEMS C CXX CUDA)
  if(MDSIM_CCACHE AND NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
    set(CMAKE_${language}_COMPILER_LAUNCHER "${mdsim_own_launcher}")
  endif()
endforeach()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
# The libraries of the modules are also parts of the Python module, which is a shared library.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

# -ffp-contract=off: an a*b+c is fused only where the code says so, hence every SIMD width gives
# the same bits. -ffast-math would break that and is never used.
set(mdsim_cxx_flags -Wall -Wextra -Wpedantic -Wshadow -Wconversion -ffp-contract=off
                    -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies in its own std::string (its bug 105651).
  list(APPEND mdsim_cxx_flags -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT MDSIM_SANITIZE STREQUAL "none")
  # With its sanitizers GCC takes empty std::optional for numbers that were never set.
  list(APPEND mdsim_cxx_flags -Wno-maybe-uninitialized)
endif()
# nvcc writes C++ of its own that GCC's -Wparentheses does not like.
set(mdsim_cuda_flags --fmad=false --expt-relaxed-constexpr
                     -Xcompiler=-Wall,-Wextra,-Wno-parentheses,-ffp-contract=off)
if(MDSIM_WERROR)
  list(APPEND mdsim_cxx_flags -Werror)
  list(APPEND mdsim_cuda_flags -Werror=all-warnings)
endif()

add_library(mdsim_options INTERFACE)
target_compile_options(
  mdsim_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${mdsim_cxx_flags}>"
                          "$<$<COMPILE_LANGUAGE:CUDA>:${mdsim_cuda_flags}>")
target_include_directories(
  mdsim_options INTERFACE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}"
                          "${PROJECT_BINARY_DIR}/generated")

# Apart from mdsim_options, because the SIMD levels state their own instruction sets.
add_library(mdsim_native INTERFACE)
if(MDSIM_NATIVE)
  target_compile_options(mdsim_native INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-march=native>")
endif()

if(NOT MDSIM_SANITIZE STREQUAL "none")
  add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=${MDSIM_SANITIZE}>"
                      "$<$<COMPILE_LANGUAGE:C,CXX>:-fno-sanitize-recover=all>"
                      "$<$<COMPILE_LANGUAGE:C,CXX>:-fno-omit-frame-pointer>")
  add_link_options("-fsanitize=${MDSIM_SANITIZE}")
  add_compile_definitions(MDSIM_SANITIZED=1)
endif()
if(MDSIM_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "MDSIM_FUZZ needs clang++ (CMAKE_CXX_COMPILER), as libFuzzer is a part of it")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
