// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/atom_runs.hpp"

#include <algorithm>

namespace mdsim {

std::vector<AtomRun> owned_runs(const LocalCells& cells) {
    constexpr std::size_t largest = 2048;
    std::vector<AtomRun> runs;
    for (const LocalCell& cell : cells.cells) {
        if (!cell.owned) continue;
        for (std::size_t start = 0; start < cell.count;) {
            const LocalIndex first = cell.first + static_cast<LocalIndex>(start);
            const std::size_t left = cell.count - start;
            const bool follows = !runs.empty() && runs.back().first + runs.back().count == first &&
                                 runs.back().count < largest;
            if (!follows) runs.push_back({first, 0});
            const std::size_t taken = std::min(left, largest - runs.back().count);
            runs.back().count += taken;
            start += taken;
        }
    }
    return runs;
}

} // namespace mdsim
