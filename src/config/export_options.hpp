// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

} // namespace mdsim
