# SPDX-License-Identifier: BSD-3-Clause
# The GPU backend: a toolkit or a GPU that is absent is one line, not an error. Sets mdsim_with_cuda.

include(CudaArchitectures)

# Sets CMAKE_CUDA_ARCHITECTURES in the caller: what was asked for, otherwise the GPUs of this machine,
# otherwise the usual ones, or one for a check. It stays unset where all GPUs of this machine are too
# old and the backend was not asked for.
function(mdsim_choose_cuda_architectures nvcc)
  if(CMAKE_CUDA_ARCHITECTURES)
    mdsim_refused_architectures("${CMAKE_CUDA_ARCHITECTURES}" refused)
    if(refused)
      message(FATAL_ERROR "CMAKE_CUDA_ARCHITECTURES names ${refused}: the GPU kernels need "
                          "${mdsim_least_architecture} (A100, RTX 30) or newer, as a list of "
                          "numbers such as \"80;90\". Without a GPU of that age: MDSIM_CUDA=OFF.")
    endif()
    return()
  endif()
  mdsim_gpus_seen(seen)
  mdsim_known_architectures("${nvcc}" known)
  mdsim_usable_architectures("${seen}" "${known}" chosen)
  if(NOT chosen)
    if(seen)
      message(STATUS "CUDA: the GPUs of this machine (${seen}) are older than kernels need "
                     "(${mdsim_least_architecture})")
      if(MDSIM_CUDA STREQUAL "AUTO")
        return()
      endif()
    endif()
    if(MDSIM_CUDA STREQUAL "CHECK")
      set(chosen "${mdsim_checked_architecture}")
      set(MDSIM_CUDA_UNUSED TRUE CACHE INTERNAL "no GPU here will run the kernels")
    else()
      set(chosen "${mdsim_usual_architectures}")
    endif()
  endif()
  set(CMAKE_CUDA_ARCHITECTURES "${chosen}" CACHE STRING "GPU architectures to compile for")
  set(CMAKE_CUDA_ARCHITECTURES "${chosen}" PARENT_SCOPE)
endfunction()

# CMake before 3.25.2 does not know that nvcc has C++20 since 12.0.
macro(mdsim_allow_cuda20)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    list(APPEND CMAKE_CUDA_COMPILE_FEATURES cuda_std_20)
  endif()
  set(CMAKE_CUDA_STANDARD 20)
endmacro()

# Sets `found` to nvcc and `version` to its release, 0 where there is none.
function(mdsim_find_nvcc found version)
  find_program(MDSIM_NVCC nvcc HINTS ENV CUDACXX ENV CUDA_HOME ENV CUDA_PATH /usr/local/cuda
               PATH_SUFFIXES bin)
  mark_as_advanced(MDSIM_NVCC)
  set(release 0)
  if(MDSIM_NVCC)
    execute_process(COMMAND "${MDSIM_NVCC}" --version OUTPUT_VARIABLE text ERROR_QUIET)
    if(text MATCHES "release ([0-9.]+)")
      set(release "${CMAKE_MATCH_1}")
    endif()
  endif()
  set(${found} "${MDSIM_NVCC}" PARENT_SCOPE)
  set(${version} "${release}" PARENT_SCOPE)
endfunction()

set(mdsim_with_cuda FALSE)
set(nvcc_version 0)
set(mdsim_gpu_seen TRUE)
if(NOT MDSIM_CUDA STREQUAL "OFF")
  mdsim_find_nvcc(nvcc nvcc_version)
endif()
if(MDSIM_CUDA STREQUAL "AUTO")
  mdsim_look_for_gpu(mdsim_gpu_seen)
endif()

# Why there is no GPU backend; tools/run says so after a build.
set(why_no_cuda "")
if(MDSIM_CUDA STREQUAL "OFF")
  message(STATUS "CUDA: off, as asked")
elseif(nvcc_version VERSION_LESS 12.4)
  if(MDSIM_CUDA STREQUAL "ON")
    message(FATAL_ERROR "MDSIM_CUDA=ON needs nvcc 12.4 or newer; found: ${nvcc} "
                        "(version ${nvcc_version}). Put nvcc on PATH or set CUDACXX.")
  endif()
  set(why_no_cuda "no nvcc 12.4 or newer was found")
elseif(NOT mdsim_gpu_seen)
  set(why_no_cuda "no GPU was found here")
else()
  mdsim_choose_cuda_architectures("${nvcc}")
  if(CMAKE_CUDA_ARCHITECTURES)
    set(mdsim_with_cuda TRUE)
    if(NOT CMAKE_CUDA_COMPILER)
      set(CMAKE_CUDA_COMPILER "${nvcc}" CACHE FILEPATH "CUDA compiler")
    endif()
    enable_language(CUDA)
    mdsim_allow_cuda20()
    find_package(CUDAToolkit REQUIRED)
    if(MDSIM_CUDA STREQUAL "CHECK" AND MDSIM_CUDA_UNUSED)
      # Half the time of the compiler; without the second option the first one gains nothing. Such a
      # program uses no GPU, should it ever come to one.
      add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xptxas -O0 -Xcicc -O1>"
                          "$<$<COMPILE_LANGUAGE:CUDA>:-DMDSIM_KERNELS_UNOPTIMISED>")
    endif()
    message(STATUS "CUDA: ${nvcc_version}, architectures ${CMAKE_CUDA_ARCHITECTURES}")
  else()
    set(why_no_cuda "the GPUs here are too old")
  endif()
endif()
if(why_no_cuda)
  message(STATUS "CUDA: no GPU backend (${why_no_cuda}); MDSIM_CUDA=ON adds it")
endif()
set(MDSIM_WHY_NO_CUDA "${why_no_cuda}" CACHE INTERNAL "why there is no GPU backend")
