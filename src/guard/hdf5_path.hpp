// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <string>

namespace mdsim::guard {

/// Where a path of an HDF5 file leads.
struct Hdf5Walk {
    enum class End {
        object,  ///< to the object `path`
        nothing, ///< there is no such object
        refused, ///< to a link that is not followed; `reason` names it
        damaged  ///< the library could not read a group on the way; `reason` says which and why
    };
    End end = End::nothing;
    std::string path;   ///< of hard links alone, so that to open it opens nothing else
    std::string reason; ///< for a message to the user
};

/// Follows a path from the root through groups, hard links and soft links, and never out of the
/// file: links to other files and links of types that somebody defined are refused, and so are
/// soft links that lead in a circle. Never throws, and opens no other file.
Hdf5Walk walk_hdf5(hid_t file, const std::string& path);

} // namespace mdsim::guard
