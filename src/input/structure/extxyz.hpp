// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/units.hpp"
#include "state/structure.hpp"

namespace mdsim {

struct ExtxyzOptions {
    std::int64_t frame = 0;            ///< counted from 0; negative from the end, -1 the last
    double mass_factor = 1;            ///< from the file's masses to [energy time^2 / length^2]
    std::optional<UnitSystem> units{}; ///< of the input, compared with those that the file states
};

/// The number of atoms of a frame of an extended XYZ file. Throws InputError.
std::int64_t extxyz_count(const std::string& path, std::int64_t frame);

/// Reads the atoms of an id block from a frame of an extended XYZ file, in the order of the file.
/// With a column id, ids are the ranks of its numbers, without one they count the lines from 0; the
/// block is cut to those that exist. Species are numbered as they come. Read are Lattice, Origin,
/// pbc and the columns species, pos, id, velo (vel, velocity, velocities), charge (charges,
/// initial_charges) and mass (masses); other columns are passed over. A lattice that is not
/// lower-triangular is rotated, and positions and velocities with it. A comment with `units=` must
/// name those of the input. Throws InputError with up to 20 errors, each with file and line;
/// columns and keys of weight that are not used are added to `warnings`.
Structure read_extxyz(const std::string& path, const ExtxyzOptions& options, IdBlock block,
                      std::vector<Diagnostic>* warnings = nullptr);

/// The same from text in memory; `name` stands for the file in messages.
Structure parse_extxyz(std::string_view text, const std::string& name, const ExtxyzOptions& options,
                       IdBlock block, std::vector<Diagnostic>* warnings = nullptr);

} // namespace mdsim
