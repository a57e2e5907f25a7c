// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "input/structure/h5md_element.hpp"

namespace mdsim::source {

/// The path of the particles group `wanted`; where that is empty "system", otherwise the first.
/// Throws InputError where there is none.
std::string h5md_group(const Hdf5File& file, const std::string& wanted);

/// Throws InputError where the file has bonds or other connections between particles.
void refuse_h5md_connections(const Hdf5File& file);

/// The positions of a group. Throws InputError where a frame is not N x 3, or where the file does
/// not store enough for N atoms (README).
H5mdElement h5md_position(const Hdf5File& file, const std::string& group);

/// Throws InputError where the file does not store enough for all frames of the positions.
void check_h5md_frames(const Hdf5File& file, const H5mdElement& position);

/// An element that the file may lack. Throws InputError where a frame of it has another extent.
std::optional<H5mdElement> h5md_optional(const Hdf5File& file, const std::string& path,
                                         const std::vector<std::int64_t>& extent);

} // namespace mdsim::source
