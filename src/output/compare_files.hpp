// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.hpp"

namespace mdsim {

/// Where two files first differ in bits, and how far they part.
struct Difference {
    Step step = -1;         ///< of the first difference
    std::string quantity;   ///< that differs first
    std::int64_t atom = -1; ///< the id of the first such atom; negative: not of atoms
    double first = 0;       ///< the value there in the first run
    double second = 0;      ///< and in the second
    double largest = 0;     ///< difference of this quantity at that step
};

/// What a comparison of two files told.
struct Comparison {
    std::string what;          ///< "frames"
    std::int64_t compared = 0; ///< rows, frames or checkpoints that both have
    std::optional<Difference> difference;
    std::vector<std::string> left_out; ///< what could not be compared
};

/// Compares the numbers of two checkpoints bit by bit: where the runs stand, and all atoms by id.
Comparison compare_checkpoints(const std::string& first, const std::string& second);

/// Compares the rows of the steps and the columns that two tables share.
Comparison compare_tables(const std::string& first, const std::string& second);

/// Compares the frames of the steps and the fields that two trajectories share.
Comparison compare_trajectories(const std::string& first, const std::string& second);

} // namespace mdsim
