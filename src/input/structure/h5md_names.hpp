// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "input/structure/hdf5_reader.hpp"

namespace mdsim::source {

/// The names of the species numbers of an H5MD file: those of /parameters/vmd_structure, where
/// mdsim writes them and VMD looks for them. Empty where the file has none, or not a different one
/// for each number.
std::map<std::int64_t, std::string> h5md_species_names(const Hdf5File& file);

} // namespace mdsim::source
