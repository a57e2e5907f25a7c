// SPDX-License-Identifier: BSD-3-Clause
#include "engine/host_atoms.hpp"

#include "core/contract.hpp"
#include "engine/fault_report.hpp"

namespace mdsim {

template <class P> void HostAtoms<P>::count_in_cells(std::span<std::int64_t> of_cell) {
    for (const LocalCell& cell : atoms_->cells().cells) {
        const auto at = static_cast<std::size_t>(cell.cell);
        MDSIM_EXPECT(at < of_cell.size());
        if (cell.owned) of_cell[at] += cell.count;
    }
}

template <class P> bool HostAtoms<P>::crossed_open_face() {
    return mdsim::crossed_open_face(atoms_->view());
}

template class HostAtoms<MixedPrecision>;
template class HostAtoms<DoublePrecision>;

} // namespace mdsim
