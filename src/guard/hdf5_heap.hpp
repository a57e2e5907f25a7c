// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hdf5.h>

#include <string>

#include "guard/hdf5_layout.hpp"
#include "guard/regular_file.hpp"

namespace mdsim::guard {

/// What speaks against the texts of variable length of a dataset, empty if nothing does: each must
/// lie in the file with the very length that its reference gives, as the library believes it.
/// Looked at are contiguous datasets of files with addresses of 64 bits; others pass.
std::string texts_objection(hid_t dataset, const Hdf5Layout& layout, const RegularFile& file);

} // namespace mdsim::guard
