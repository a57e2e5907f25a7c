// SPDX-License-Identifier: BSD-3-Clause
#include "guard/hdf5_reason.hpp"

#include <hdf5.h>

namespace mdsim::guard {

namespace {

/// Keeps the text of the innermost call, which comes first.
herr_t note_reason(unsigned, const H5E_error2_t* entry, void* data) {
    auto& reason = *static_cast<std::string*>(data);
    if (reason.empty() && entry->desc != nullptr) reason = entry->desc;
    return 0;
}

} // namespace

std::string hdf5_reason() {
    std::string reason;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_reason, &reason);
    return reason.empty() ? "HDF5 gives no reason" : "HDF5 says: " + reason;
}

} // namespace mdsim::guard
