# SPDX-License-Identifier: BSD-3-Clause
# Which GPU architectures to compile for, as numbers: 80 is sm_80.

# Kernels use tensor cores, asynchronous copies and reductions of warps as sm_80 (A100) has them.
set(mdsim_least_architecture 80)
# Where no GPU is seen: their code, or what drivers make of it, runs on all newer ones.
set(mdsim_usual_architectures 80 90)
# The one that has all code of kernels, for a build that only checks that they compile.
set(mdsim_checked_architecture 90)

# Sets `found` to those of the GPUs `seen` that kernels run on, each once; one that the compiler does
# not know becomes the newest that it `knows`, from which drivers make code for it.
function(mdsim_usable_architectures seen knows found)
  set(usable "")
  foreach(gpu IN LISTS seen)
    if(gpu GREATER_EQUAL mdsim_least_architecture)
      set(best "")
      foreach(known IN LISTS knows)
        if(known LESS_EQUAL gpu AND (best STREQUAL "" OR known GREATER best))
          set(best ${known})
        endif()
      endforeach()
      if(best STREQUAL "" OR best LESS mdsim_least_architecture)
        set(best ${gpu})
      endif()
      list(APPEND usable ${best})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES usable)
  set(${found} "${usable}" PARENT_SCOPE)
endfunction()

# Sets `refused` to those of a list as CMAKE_CUDA_ARCHITECTURES has it that kernels cannot be
# compiled for.
function(mdsim_refused_architectures wanted refused)
  set(bad "")
  foreach(entry IN LISTS wanted)
    if(entry MATCHES "^all")
      list(APPEND bad "${entry}")
    elseif(entry MATCHES "^([0-9]+)" AND CMAKE_MATCH_1 LESS mdsim_least_architecture)
      list(APPEND bad "${entry}")
    endif()
  endforeach()
  set(${refused} "${bad}" PARENT_SCOPE)
endfunction()

# The GPUs of this machine, as a list of numbers; empty if none is seen.
function(mdsim_gpus_seen found)
  set(gpus "")
  find_program(MDSIM_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(MDSIM_NVIDIA_SMI)
  if(MDSIM_NVIDIA_SMI)
    execute_process(COMMAND "${MDSIM_NVIDIA_SMI}" --query-gpu=compute_cap --format=csv,noheader
                    OUTPUT_VARIABLE text RESULT_VARIABLE status ERROR_QUIET)
    if(status EQUAL 0)
      string(REGEX MATCHALL "[0-9]+\\.[0-9]+" gpus "${text}")
      list(TRANSFORM gpus REPLACE "\\." "")
      list(REMOVE_DUPLICATES gpus)
    endif()
  endif()
  set(${found} "${gpus}" PARENT_SCOPE)
endfunction()

# Whether this machine has a GPU, of any age. Seen once is seen for good, so that a build folder that
# machines share does not change with the machine that looks into it.
function(mdsim_look_for_gpu found)
  file(GLOB devices "/dev/nvidia[0-9]*")
  find_program(MDSIM_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(MDSIM_NVIDIA_SMI)
  if(NOT devices AND MDSIM_NVIDIA_SMI)
    execute_process(COMMAND "${MDSIM_NVIDIA_SMI}" -L OUTPUT_VARIABLE text ERROR_QUIET)
    string(REGEX MATCHALL "GPU [0-9]+:" devices "${text}")
  endif()
  if(devices)
    set(MDSIM_GPU_SEEN TRUE CACHE INTERNAL "a GPU was seen when this folder was configured")
  endif()
  set(${found} "${MDSIM_GPU_SEEN}" PARENT_SCOPE)
endfunction()

# Those that a compiler knows.
function(mdsim_known_architectures nvcc found)
  execute_process(COMMAND "${nvcc}" --list-gpu-arch OUTPUT_VARIABLE text ERROR_QUIET)
  string(REGEX MATCHALL "compute_[0-9]+" known "${text}")
  list(TRANSFORM known REPLACE "compute_" "")
  set(${found} "${known}" PARENT_SCOPE)
endfunction()
