# SPDX-License-Identifier: BSD-3-Clause
set(mdsim_data_dir "${CMAKE_INSTALL_DATADIR}/mdsim")
if(TARGET mdsim)
  # Libraries that lie outside of the system's folders, as NCCL may, are found there again.
  set_target_properties(mdsim PROPERTIES INSTALL_RPATH_USE_LINK_PATH TRUE)
  install(TARGETS mdsim RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  if(SKBUILD) # the Python package brings the program along
    install(TARGETS mdsim RUNTIME DESTINATION "${SKBUILD_SCRIPTS_DIR}" COMPONENT python)
  endif()
endif()
foreach(folder IN ITEMS inputs validation docs)
  if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}" DESTINATION "${mdsim_data_dir}"
            USE_SOURCE_PERMISSIONS PATTERN "__pycache__" EXCLUDE)
  endif()
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}")
