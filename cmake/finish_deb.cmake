# SPDX-License-Identifier: BSD-3-Clause
# CPack runs this on the tree that becomes the package: what Debian's policy wants beside what
# `cmake --install` puts there.

set(usr "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr")
set(doc "${usr}/share/doc/mdsim")

function(mdsim_compress)
  execute_process(COMMAND gzip -9n ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Libraries of the distribution need no path; dpkg-shlibdeps says which they are.
file(RPATH_REMOVE FILE "${usr}/bin/mdsim")

# The licence, and those of the libraries that are compiled in.
file(READ "${CPACK_MDSIM_SOURCE_DIR}/LICENSE" licence)
file(WRITE "${doc}/copyright"
     "This is mdsim, built from its own source.\n\n${licence}\n"
     "Compiled in are libraries of others; copyright-of-* has their licences.\n")
file(REMOVE "${doc}/LICENSE")
foreach(library IN ITEMS libtomlplusplus-dev libcli11-dev libfmt-dev libspdlog-dev nlohmann-json3-dev)
  foreach(place IN ITEMS "${CPACK_MDSIM_SOURCE_DIR}/third_party/licenses/${library}"
                         "/usr/share/doc/${library}/copyright")
    if(EXISTS "${place}" AND NOT EXISTS "${doc}/copyright-of-${library}")
      configure_file("${place}" "${doc}/copyright-of-${library}" COPYONLY)
    endif()
  endforeach()
endforeach()

# SOURCE_DATE_EPOCH decides, where it is set.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${doc}/changelog.Debian"
     "mdsim (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
     "  * Package of version ${CPACK_PACKAGE_VERSION}; changelog.gz tells what is new in it.\n\n"
     " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
configure_file("${CPACK_MDSIM_SOURCE_DIR}/CHANGELOG.md" "${doc}/changelog" COPYONLY)
mdsim_compress("${doc}/changelog.Debian" "${doc}/changelog")
if(EXISTS "${usr}/share/man/man1/mdsim.1")
  mdsim_compress("${usr}/share/man/man1/mdsim.1")
endif()
# Debian's zsh looks elsewhere for what packages bring.
if(EXISTS "${usr}/share/zsh/site-functions")
  file(RENAME "${usr}/share/zsh/site-functions" "${usr}/share/zsh/vendor-completions")
endif()
file(GLOB_RECURSE files LIST_DIRECTORIES TRUE "${usr}/*")
foreach(file IN LISTS files)
  if(IS_DIRECTORY "${file}")
    file(CHMOD "${file}" DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
         GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endif()
endforeach()
