# SPDX-License-Identifier: BSD-3-Clause
# core/version.hpp holds the version, fixed at configure time. The commit is asked for at every build
# and lives, with what is known of the build, in one small source file that only mdsim_app links, so
# that a new commit compiles that file and relinks the program, no more.

set(mdsim_generated "${PROJECT_BINARY_DIR}/generated")
configure_file("${PROJECT_SOURCE_DIR}/src/core/version.hpp.in"
               "${mdsim_generated}/core/version.hpp" @ONLY)

set(mdsim_cuda_release "")
if(mdsim_with_cuda)
  set(mdsim_cuda_release "${nvcc_version}")
endif()

find_package(Git QUIET)
add_custom_target(
  mdsim_commit
  COMMAND "${CMAKE_COMMAND}" "-DGIT=${GIT_EXECUTABLE}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
          "-DMDSIM_BUILD_TYPE=$<CONFIG>" "-DMDSIM_CUDA_RELEASE=${mdsim_cuda_release}"
          "-DTEMPLATE=${PROJECT_SOURCE_DIR}/cmake/version.cpp.in"
          "-DOUTPUT=${mdsim_generated}/version.cpp" -P
          "${PROJECT_SOURCE_DIR}/cmake/write_commit.cmake"
  BYPRODUCTS "${mdsim_generated}/version.cpp"
  COMMENT "" VERBATIM)

add_library(mdsim_version STATIC "${mdsim_generated}/version.cpp")
add_dependencies(mdsim_version mdsim_commit)
target_include_directories(mdsim_version PUBLIC "${mdsim_generated}")
target_link_libraries(mdsim_version PRIVATE mdsim_options)
