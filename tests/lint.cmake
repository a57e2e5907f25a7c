# SPDX-License-Identifier: BSD-3-Clause
# Checks of the source and of the compiled objects. A tool that is missing is a skipped test.

set(tools "${PROJECT_SOURCE_DIR}/tools")

function(mdsim_add_lint name label seconds)
  add_test(NAME ${label}/${name} COMMAND ${ARGN} COMMAND_EXPAND_LISTS)
  set_tests_properties(${label}/${name} PROPERTIES LABELS ${label} TIMEOUT ${seconds}
                       SKIP_RETURN_CODE 77)
endfunction()

if(MDSIM_PYTHON)
  mdsim_add_lint(includes lint 60 "${MDSIM_PYTHON}" "${tools}/check-includes")
  mdsim_add_lint(benchmark_tables lint 60 "${MDSIM_PYTHON}"
                 "${PROJECT_SOURCE_DIR}/docs/generate_benchmark_tables.py" --check)
endif()
mdsim_add_lint(format lint 120 "${tools}/format" --check)
mdsim_add_lint(shell lint 120 "${tools}/check-shell")
mdsim_add_lint(python lint 120 "${tools}/check-python")
mdsim_add_lint(python_types lint 300 "${tools}/check-python" --types)

# Only an optimised build inlines what would leak; sanitizers add helpers of their own.
get_property(wide_objects GLOBAL PROPERTY mdsim_wide_simd_objects)
if(wide_objects AND MDSIM_SANITIZE STREQUAL "none" AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  mdsim_add_lint(simd_symbols lint 60 "${tools}/check-simd-symbols" ${wide_objects})
endif()

if(TARGET self_contained_headers)
  mdsim_add_lint(self_contained headers 1200 "${CMAKE_COMMAND}" --build "${PROJECT_BINARY_DIR}"
                 --target self_contained_headers)
  set_tests_properties(headers/self_contained PROPERTIES PROCESSORS 2)
endif()

mdsim_add_lint(site docs 600 "${tools}/docs" --offline)

mdsim_add_lint(clang_tidy tidy 2400 "${tools}/tidy" -p "${PROJECT_BINARY_DIR}" --all)
set_tests_properties(tidy/clang_tidy PROPERTIES PROCESSORS 2)
