# SPDX-License-Identifier: BSD-3-Clause
# `cpack -G DEB` in the build folder makes a package for the distribution that it is built on. Its
# maintainer is taken from DEBFULLNAME and DEBEMAIL, as Debian's own tools do it.

set(maintainer_name "$ENV{DEBFULLNAME}")
set(maintainer_address "$ENV{DEBEMAIL}")
if(NOT maintainer_name)
  set(maintainer_name "The mdsim authors")
endif()
if(NOT maintainer_address)
  cmake_host_system_information(RESULT host QUERY FQDN)
  set(maintainer_address "root@${host}")
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${maintainer_name} <${maintainer_address}>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES TRUE)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "molecular dynamics with reproducible bits")
set(CPACK_PACKAGE_DESCRIPTION
    "mdsim simulates liquids, metals and semiconductors. It reads one typed TOML
file and writes an H5MD trajectory, which has the same bits on any number of
processor cores and after any restart. It computes on processors, with MPI
and OpenMP, or on NVIDIA GPUs where it was built for them.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS TRUE)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS openmpi-bin)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, slurm-client")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/finish_deb.cmake")
set(CPACK_MDSIM_SOURCE_DIR "${PROJECT_SOURCE_DIR}")
set(CPACK_VERBATIM_VARIABLES TRUE)
include(CPack)
