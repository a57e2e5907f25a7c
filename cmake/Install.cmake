# SPDX-License-Identifier: BSD-3-Clause
set(mdsim_data_dir "${CMAKE_INSTALL_DATADIR}/mdsim")
if(TARGET mdsim)
  install(TARGETS mdsim RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
foreach(folder IN ITEMS inputs validation docs)
  if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" DESTINATION "${mdsim_data_dir}")
  endif()
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")
