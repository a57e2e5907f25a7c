# SPDX-License-Identifier: BSD-3-Clause
# The man page and the completions of shells, which the program tells of itself: tools/command-pages.
# Without python3, or where the program cannot be started, they are left out.

find_program(MDSIM_PYTHON python3)
mark_as_advanced(MDSIM_PYTHON)

# mdsim_add_pages() : makes them in <build>/pages, and installs them.
function(mdsim_add_pages)
  set(folder "${PROJECT_BINARY_DIR}/pages")
  set(pages mdsim.1 mdsim.bash _mdsim mdsim.fish)
  list(TRANSFORM pages PREPEND "${folder}/")
  file(GLOB makers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/mdsim_tools/pages/*")
  add_custom_command(
    OUTPUT ${pages}
    COMMAND "${MDSIM_PYTHON}"
            "${PROJECT_SOURCE_DIR}/tools/command-pages" $<TARGET_FILE:mdsim> "${folder}"
    DEPENDS mdsim "${PROJECT_SOURCE_DIR}/tools/command-pages" ${makers}
    COMMENT "Writing man page and completions" VERBATIM)
  add_custom_target(mdsim_pages ALL DEPENDS ${pages})
  install(FILES "${folder}/mdsim.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${folder}/mdsim.bash" RENAME mdsim
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${folder}/_mdsim" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "${folder}/mdsim.fish"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endfunction()

set(mdsim_with_pages FALSE)
if(TARGET mdsim AND MDSIM_PYTHON AND MDSIM_SANITIZE STREQUAL "none" AND NOT CMAKE_CROSSCOMPILING
   AND NOT SKBUILD)
  set(mdsim_with_pages TRUE)
  mdsim_add_pages()
endif()
