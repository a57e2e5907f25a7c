// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/communicator.hpp"

namespace mdsim {

/// What `mdsim export` is asked to do.
struct ExportOptions {
    std::string trajectory; ///< an H5MD file, or the output folder of a run
    std::string output;     ///< its name says the format: .extxyz, .xyz, .lammpstrj or .dump
    std::int64_t every = 1; ///< only each so many-th frame, from the first
    bool unwrap = false;    ///< follow the atoms out of the box
    bool overwrite = false;
    std::vector<std::string> names; ///< species to rename: "A=Ar"
    bool plain = false;             ///< a dump without the items UNITS and TIME
};

/// Writes the frames of a trajectory as text that other programs read, and says how many;
/// collective, rank 0 works.
///
/// Numbers are brought into the units that readers of the format expect (`export_units`); one frame
/// is in memory at a time, and the output takes its name when it is whole. Throws InputError where
/// the options or the trajectory are wrong, EnvironmentError where writing fails.
void export_trajectory(const Communicator& comm, const ExportOptions& options);

} // namespace mdsim
