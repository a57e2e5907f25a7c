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
    Step step = -1;         ///< of the first difference; negative: of what holds for all steps
    std::string quantity;   ///< that differs first
    std::int64_t atom = -1; ///< the number of the first such atom; negative: not of atoms
    double first = 0;       ///< the value there in the first run
    double second = 0;      ///< and in the second
    double largest = 0;     ///< difference of this quantity at that step
    std::string other_kind; ///< in place of values: what is of another kind, as the number of atoms
};

/// What a comparison of two files found.
struct Comparison {
    std::string what;          ///< "frames"
    std::int64_t compared = 0; ///< rows, frames or checkpoints that both have
    std::optional<Difference> difference;
    std::vector<std::string> left_out;   ///< what only one of them has, as its output was asked for
    std::vector<std::string> unreadable; ///< what should have been compared, and why it was not
};

/// Compares the numbers of two checkpoints bit by bit: where the runs stand, and all atoms by id.
Comparison compare_checkpoints(const std::string& first, const std::string& second);

/// Compares the rows of the steps and the columns that two tables share.
Comparison compare_tables(const std::string& first, const std::string& second);

/// Compares the lines of two files that hold one result at the end of a run, as g(r).
Comparison compare_lines(const std::string& first, const std::string& second);

/// Compares what two HDF5 files of a run hold over time, at the steps and in the fields that both
/// have, and what they say of all atoms for all steps.
Comparison compare_series(const std::string& first, const std::string& second);

/// Notes what only one of two sorted lists of names has.
void leave_out_others(const std::vector<std::string>& first, const std::vector<std::string>& second,
                      Comparison& comparison);

} // namespace mdsim
