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

/// The owned atoms in runs of at most a few thousand atoms; a thread takes one run at a time.
std::vector<AtomRun> owned_runs(const LocalCells& cells);

} // namespace mdsim
