// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "output/h5md_setup.hpp"
#include "output/hdf5.hpp"

namespace mdsim::h5md {

/// Throws InputError where a trajectory numbers its atoms otherwise than the setup says, by the
/// first and the last of them. Where labels leave gaps nothing is compared. Needs h5::Lock.
void check_ids(const h5::File& file, const H5mdSetup& setup);

} // namespace mdsim::h5md
