# SPDX-License-Identifier: BSD-3-Clause
# NCCL carries between GPUs without a direct link. Optional: a library that is absent is one line,
# not an error. Sets mdsim_with_nccl; the target is mdsim_nccl.

set(mdsim_with_nccl FALSE)
add_library(mdsim_nccl INTERFACE)
if(MDSIM_NCCL STREQUAL "ON" AND NOT mdsim_with_cuda)
  message(FATAL_ERROR "MDSIM_NCCL=ON needs the GPU backend, which this build has not")
endif()
if(mdsim_with_cuda AND NOT MDSIM_NCCL STREQUAL "OFF")
  set(hints ENV NCCL_HOME ENV NCCL_ROOT "${CUDAToolkit_TARGET_DIR}" "${CUDAToolkit_LIBRARY_ROOT}"
      /usr/local/cuda)
  find_path(MDSIM_NCCL_INCLUDE nccl.h HINTS ${hints} PATH_SUFFIXES include)
  find_library(MDSIM_NCCL_LIBRARY nccl HINTS ${hints} PATH_SUFFIXES lib64 lib)
  mark_as_advanced(MDSIM_NCCL_INCLUDE MDSIM_NCCL_LIBRARY)
  set(nccl_version 0)
  if(MDSIM_NCCL_INCLUDE AND MDSIM_NCCL_LIBRARY)
    file(STRINGS "${MDSIM_NCCL_INCLUDE}/nccl.h" lines REGEX "define NCCL_(MAJOR|MINOR) ")
    string(REGEX REPLACE ".*MAJOR +([0-9]+).*MINOR +([0-9]+).*" "\\1.\\2" nccl_version "${lines}")
  endif()
  # Since 2.14 its calls can return at once, so that waits can have an end.
  if(nccl_version VERSION_GREATER_EQUAL 2.14)
    set(mdsim_with_nccl TRUE)
    target_include_directories(mdsim_nccl SYSTEM INTERFACE "${MDSIM_NCCL_INCLUDE}")
    target_link_libraries(mdsim_nccl INTERFACE "${MDSIM_NCCL_LIBRARY}")
    message(STATUS "NCCL: ${nccl_version}")
  elseif(MDSIM_NCCL STREQUAL "ON")
    message(FATAL_ERROR "MDSIM_NCCL=ON needs nccl.h and libnccl 2.14 or newer; found: "
                        "${MDSIM_NCCL_INCLUDE} ${MDSIM_NCCL_LIBRARY} (version ${nccl_version}). "
                        "Set NCCL_HOME.")
  else()
    message(STATUS "NCCL: not found; GPUs without a direct link exchange through their hosts")
  endif()
endif()
