// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/units.hpp"
#include "state/structure.hpp"

namespace mdsim {

struct H5mdOptions {
    std::int64_t frame = -1;           ///< counted from 0; negative from the end, -1 the last
    double mass_factor = 1;            ///< from the file's masses to [energy time^2 / length^2]
    std::string group;                 ///< below /particles; empty: "system", otherwise the first
    std::optional<UnitSystem> units{}; ///< of the input, compared with those that the file states
};

/// The number of atoms of an H5MD file. Throws InputError.
std::int64_t h5md_count(const std::string& path, const H5mdOptions& options);

/// Reads the atoms of an id block from a frame of an H5MD file (version 1.1, three dimensions).
///
/// Read are position, velocity, image, species, mass, charge and box, each either fixed or with a
/// value at the step of the position; velocity and image without one are left out with a warning.
/// With an `id` dataset, ids are the ranks of its numbers, without one the places in the file.
/// Species are numbered in the order of their number or name, and named after it; numbers take the
/// names that /parameters/vmd_structure has for them. Edges that are not lower-triangular are
/// rotated, and positions and velocities with them. Lengths and times stay as they are; units that
/// the file states must be those of `units`. The block is cut to the ids that exist.
/// Throws InputError with the file and the object at error.
Structure read_h5md(const std::string& path, const H5mdOptions& options, IdBlock block,
                    std::vector<Diagnostic>* warnings = nullptr);

} // namespace mdsim
