# SPDX-License-Identifier: BSD-3-Clause
# Which architectures are chosen for the GPUs that a machine has; run by cmake -P.

include("${CMAKE_CURRENT_LIST_DIR}/../../../cmake/CudaArchitectures.cmake")

set(nvcc_12_4 50 52 60 61 70 75 80 86 87 89 90)
set(nvcc_13_0 75 80 86 87 88 89 90 100 110 103 120 121)

function(expect_usable seen knows expected)
  mdsim_usable_architectures("${seen}" "${knows}" found)
  if(NOT found STREQUAL expected)
    message(SEND_ERROR "for ${seen}: chosen '${found}', expected '${expected}'")
  endif()
endfunction()

function(expect_refused wanted expected)
  mdsim_refused_architectures("${wanted}" refused)
  if(NOT refused STREQUAL expected)
    message(SEND_ERROR "of ${wanted}: refused '${refused}', expected '${expected}'")
  endif()
endfunction()

expect_usable("90" "${nvcc_13_0}" "90")
expect_usable("80;86;89;100;120" "${nvcc_13_0}" "80;86;89;100;120")
# Too old.
expect_usable("70" "${nvcc_12_4}" "")
expect_usable("75;86" "${nvcc_12_4}" "86")
# Newer than the compiler: drivers compile what it made for the newest that it knows.
expect_usable("120" "${nvcc_12_4}" "90")
expect_usable("90;120" "${nvcc_12_4}" "90")
expect_usable("122" "${nvcc_13_0}" "121")
# A compiler that does not tell.
expect_usable("89" "" "89")

expect_refused("80;90a;120-real" "")
expect_refused("native" "")
expect_refused("70-real;75;90" "70-real;75")
expect_refused("all-major" "all-major")
