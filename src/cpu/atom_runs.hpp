// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "core/ids.hpp"
#include "state/local_cells.hpp"

namespace mdsim {

/// Consecutive owned atoms.
struct AtomRun {
    LocalIndex first = 0;
    std::size_t count = 0;
};

/// The owned atoms as pieces of at most a few thousand, the unit of work of a thread.
std::vector<AtomRun> owned_runs(const LocalCells& cells);

} // namespace mdsim
