// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <vector>

#include "guard/hdf5_layout.hpp"

namespace mdsim::guard {

/// What speaks against the stored chunks that a block of values needs, empty if nothing does. The
/// block must lie within the extent; for datasets without filters nothing has to be looked at.
///
/// Each chunk is read and undone once, so that what it gives is known before the library reads it.
std::string chunks_objection(hid_t dataset, const Hdf5Layout& layout,
                             const std::vector<hsize_t>& start, const std::vector<hsize_t>& count);

} // namespace mdsim::guard
