// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/atom_runs.hpp"

#include <algorithm>

#include "core/contract.hpp"

namespace mdsim {

namespace {

[[maybe_unused]] std::size_t atoms_in(const std::vector<AtomRun>& runs) {
    std::size_t atoms = 0;
    for (const AtomRun& run : runs) atoms += run.count;
    return atoms;
}

} // namespace

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
    MDSIM_ENSURE(atoms_in(runs) == cells.owned_atoms);
    return runs;
}

} // namespace mdsim
