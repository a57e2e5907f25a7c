# SPDX-License-Identifier: BSD-3-Clause
# core/version.hpp holds the version, fixed at configure time. The commit is asked for at every build
# and lives in one small source file that only mdsim_app links, so that a new commit compiles that
# file and relinks the program, no more.

set(mdsim_generated "${PROJECT_BINARY_DIR}/generated")
configure_file("${PROJECT_SOURCE_DIR}/src/core/version.hpp.in"
               "${mdsim_generated}/core/version.hpp" @ONLY)

find_package(Git QUIET)
add_custom_target(
  mdsim_commit
  COMMAND "${CMAKE_COMMAND}" "-DGIT=${GIT_EXECUTABLE}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}"
          "-DTEMPLATE=${PROJECT_SOURCE_DIR}/cmake/version.cpp.in"
          "-DOUTPUT=${mdsim_generated}/version.cpp" -P
          "${PROJECT_SOURCE_DIR}/cmake/write_commit.cmake"
  BYPRODUCTS "${mdsim_generated}/version.cpp"
  COMMENT "" VERBATIM)

add_library(mdsim_version STATIC "${mdsim_generated}/version.cpp")
add_dependencies(mdsim_version mdsim_commit)
target_include_directories(mdsim_version PUBLIC "${mdsim_generated}")
target_link_libraries(mdsim_version PRIVATE mdsim_options)
