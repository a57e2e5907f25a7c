// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace mdsim::guard {

/// Why the last call of the HDF5 library failed, in its own words, for the end of a message.
std::string hdf5_reason();

} // namespace mdsim::guard
