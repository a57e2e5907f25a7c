# SPDX-License-Identifier: BSD-3-Clause
# Writes OUTPUT from TEMPLATE with the commit of SOURCE_DIR, MDSIM_BUILD_TYPE and
# MDSIM_CUDA_RELEASE; the file is touched only if that changed.
set(MDSIM_COMMIT "unknown")
if(GIT AND EXISTS "${SOURCE_DIR}/.git")
  execute_process(COMMAND "${GIT}" -C "${SOURCE_DIR}" describe --always --dirty --abbrev=12 --match=
                  OUTPUT_VARIABLE text RESULT_VARIABLE status ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(status EQUAL 0 AND text)
    set(MDSIM_COMMIT "${text}")
  endif()
endif()
configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)
