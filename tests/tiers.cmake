# SPDX-License-Identifier: BSD-3-Clause
# Which tests tools/test leaves to tools/test --full: those that go through many cases of what faster
# tests try in a few. They carry the label slow beside their own. In seconds of processor time:
# invariance 250 (beside mpi/*, restart and several_hosts), injected_faults 31 and damage 22 (beside
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

# Those that start many ranks, or look at how long something takes, have both cores to themselves; the
# others wait for a program or run on one core, two of them at a time.
foreach(name IN ITEMS invariance restart kills ends metrics progress several_hosts networked_hosts slow_links
                      supervise told_once)
  if(TEST system/${name})
    set_tests_properties(system/${name} PROPERTIES PROCESSORS 2)
  endif()
endforeach()

# The unit tests under sanitizers, in a build folder of their own (tools/test --full): of the modules
# that address memory by hand or read what others wrote. tools/soak takes all modules.
add_custom_target(sanitized_tests)
foreach(name IN ITEMS core physics state surroundings ops cpu domain guard input)
  add_dependencies(sanitized_tests test_${name})
  set_property(TEST ${name} APPEND PROPERTY LABELS sanitized)
endforeach()
if(MDSIM_SANITIZE STREQUAL "none")
  add_test(NAME sanitize/unit
           COMMAND bash "${CMAKE_CURRENT_SOURCE_DIR}/support/sanitized_units.sh" cpu-sanitize)
  set_tests_properties(sanitize/unit PROPERTIES LABELS sanitize TIMEOUT 3600 PROCESSORS 2)
endif()
