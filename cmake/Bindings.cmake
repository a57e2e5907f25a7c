# SPDX-License-Identifier: BSD-3-Clause
# The Python package of src/python, where nanobind is found; build/python has it whole, ready for PYTHONPATH.

set(MDSIM_BINDINGS AUTO CACHE STRING "Python package: AUTO (where nanobind is found), ON, OFF")
set_property(CACHE MDSIM_BINDINGS PROPERTY STRINGS AUTO ON OFF)
mdsim_check_choice(MDSIM_BINDINGS AUTO ON OFF)

# Sets mdsim_with_bindings, and says why where it is not.
macro(mdsim_find_nanobind)
  # What tools/test installed comes first.
  if(NOT Python_EXECUTABLE AND EXISTS "${PROJECT_BINARY_DIR}/venv/bin/python3")
    set(Python_EXECUTABLE "${PROJECT_BINARY_DIR}/venv/bin/python3")
  endif()
  find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
  if(Python_FOUND AND NOT nanobind_ROOT)
    execute_process(COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
                    OUTPUT_VARIABLE nanobind_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  find_package(nanobind CONFIG QUIET)
  set(mdsim_with_bindings ${nanobind_FOUND})
  if(NOT nanobind_FOUND AND MDSIM_BINDINGS STREQUAL "ON")
    message(FATAL_ERROR "MDSIM_BINDINGS=ON needs nanobind 2 and the headers of Python: "
                        "pip install nanobind, package python3-dev")
  endif()
endmacro()

function(mdsim_add_bindings)
  set(package "${PROJECT_BINARY_DIR}/python/mdsim")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/python/bindings/*.cpp")
  nanobind_add_module(mdsim_python NB_STATIC NOMINSIZE ${sources})
  target_link_libraries(mdsim_python PRIVATE mdsim_session mdsim_native)
  # Headers of others, whose warnings are not ours.
  target_include_directories(mdsim_python SYSTEM PRIVATE "${NB_DIR}/include" ${Python_INCLUDE_DIRS})
  set_target_properties(mdsim_python PROPERTIES OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY
                                                                  "${package}"
                                                INSTALL_RPATH_USE_LINK_PATH TRUE)
  add_custom_target(mdsim_python_package ALL
                    COMMAND "${CMAKE_COMMAND}" -E copy_directory
                            "${PROJECT_SOURCE_DIR}/src/python/mdsim" "${package}"
                    COMMENT "Copying the Python package")
  # What it needs and a node without a network lacks (tools/bundle-deps).
  set(bundled "${PROJECT_SOURCE_DIR}/third_party/python")
  if(EXISTS "${bundled}")
    add_custom_command(TARGET mdsim_python_package POST_BUILD
                       COMMAND "${CMAKE_COMMAND}" -E copy_directory "${bundled}"
                               "${PROJECT_BINARY_DIR}/python")
  endif()
  add_dependencies(mdsim_python_package mdsim_python)
  install(TARGETS mdsim_python LIBRARY DESTINATION mdsim COMPONENT python EXCLUDE_FROM_ALL)
  message(STATUS "Python package: built for ${Python_EXECUTABLE}, nanobind ${nanobind_VERSION}")
endfunction()

set(mdsim_with_bindings FALSE)
if(NOT MDSIM_BINDINGS STREQUAL "OFF" AND MDSIM_SANITIZE STREQUAL "none")
  mdsim_find_nanobind()
  if(mdsim_with_bindings)
    mdsim_add_bindings()
  endif()
endif()
