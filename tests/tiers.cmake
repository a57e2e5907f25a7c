# SPDX-License-Identifier: BSD-3-Clause
# Which tests tools/test leaves to tools/test --full: those that go through many cases of what faster
# tests try in a few. They carry the label slow beside their own. In seconds of processor time:
# invariance 137 (beside mpi/*, restart and several_hosts), injected_faults 31 and damage 22 (beside
# faults and files_taken), notebooks 40 (beside recipes), networked_hosts 45 and slow_links 20 (beside
# several_hosts and mpi/*); slurm waits minutes for the ends of jobs.
set(mdsim_slow_tests system/invariance system/injected_faults system/damage system/slurm
                     system/networked_hosts system/slow_links python/notebooks)

foreach(name IN LISTS mdsim_slow_tests)
  if(TEST ${name})
    get_test_property(${name} LABELS labels)
    set_tests_properties(${name} PROPERTIES LABELS "${labels};slow")
  endif()
endforeach()

# The unit tests under sanitizers, in a build folder of their own (tools/test --full).
add_custom_target(unit_tests)
get_property(all_tests DIRECTORY PROPERTY TESTS)
foreach(name IN LISTS all_tests)
  get_test_property(${name} LABELS labels)
  if(labels STREQUAL "unit" AND TARGET test_${name})
    add_dependencies(unit_tests test_${name})
  endif()
endforeach()
if(MDSIM_SANITIZE STREQUAL "none")
  add_test(NAME sanitize/unit
           COMMAND bash "${CMAKE_CURRENT_SOURCE_DIR}/support/sanitized_units.sh" cpu-sanitize)
  set_tests_properties(sanitize/unit PROPERTIES LABELS sanitize TIMEOUT 3600 PROCESSORS 2)
endif()
