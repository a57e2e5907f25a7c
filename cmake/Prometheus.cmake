# SPDX-License-Identifier: BSD-3-Clause
# prometheus-cpp serves metrics of runs. Optional: a library that is absent is one line, not an error.
# Sets mdsim_with_prometheus; the target is mdsim_prometheus. Its CMake package is not asked, as it
# wants libraries that serving does not need.

set(mdsim_with_prometheus FALSE)
add_library(mdsim_prometheus INTERFACE)
if(NOT MDSIM_PROMETHEUS STREQUAL "OFF")
  set(hints "${mdsim_third_party}" ENV PROMETHEUS_CPP_HOME)
  find_path(MDSIM_PROMETHEUS_INCLUDE prometheus/exposer.h HINTS ${hints} PATH_SUFFIXES include)
  find_path(MDSIM_CIVETWEB_INCLUDE CivetServer.h HINTS ${hints} PATH_SUFFIXES include)
  set(mdsim_prometheus_parts MDSIM_PROMETHEUS_INCLUDE MDSIM_CIVETWEB_INCLUDE)
  foreach(name IN ITEMS prometheus-cpp-pull prometheus-cpp-core civetweb-cpp civetweb)
    find_library(MDSIM_LIBRARY_${name} ${name} HINTS ${hints} PATH_SUFFIXES lib64 lib)
    list(APPEND mdsim_prometheus_parts MDSIM_LIBRARY_${name})
  endforeach()
  mark_as_advanced(${mdsim_prometheus_parts})
  set(prometheus_lacks "")
  foreach(part IN LISTS mdsim_prometheus_parts)
    if(NOT ${part})
      list(APPEND prometheus_lacks ${part})
    else()
      list(APPEND prometheus_found "${${part}}")
    endif()
  endforeach()
  if(NOT prometheus_lacks)
    set(mdsim_with_prometheus TRUE)
    list(SUBLIST prometheus_found 2 -1 libraries)
    target_include_directories(mdsim_prometheus SYSTEM INTERFACE "${MDSIM_PROMETHEUS_INCLUDE}"
                                                                 "${MDSIM_CIVETWEB_INCLUDE}")
    # All of them are named by the program, so that its own path leads to those in third_party/,
    # which name each other without one.
    target_link_libraries(mdsim_prometheus INTERFACE "-Wl,--push-state,--no-as-needed" ${libraries}
                                                     "-Wl,--pop-state")
    message(STATUS "prometheus-cpp: found; runs can serve metrics")
  elseif(MDSIM_PROMETHEUS STREQUAL "ON")
    list(JOIN prometheus_lacks " " lacks)
    message(FATAL_ERROR "MDSIM_PROMETHEUS=ON needs prometheus-cpp and CivetWeb with their headers "
                        "(package prometheus-cpp-dev of Debian and Ubuntu); not found: ${lacks}. "
                        "Set PROMETHEUS_CPP_HOME.")
  else()
    message(STATUS "prometheus-cpp: not found; runs cannot serve metrics")
  endif()
endif()
