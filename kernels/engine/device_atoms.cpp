// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/engine/device_atoms.hpp"

#include <vector>

#include "core/contract.hpp"

namespace mdsim {

template <class P> SeenAtoms<P> DeviceAtoms<P>::look() {
    DeviceRank<P>& d = *rank_;
    if (seen_ != d.revision())
        d.atoms.download(snapshot_, d.adopted().order.cell_first(), d.adopted().owned_cells,
                         d.setup.grid.total());
    seen_ = d.revision();
    return {snapshot_.particles, snapshot_.cells};
}

template <class P> std::size_t DeviceAtoms<P>::halo() const {
    const Control& control = rank_->atoms.control();
    return control.local - control.owned;
}

template <class P> void DeviceAtoms<P>::count_in_cells(std::span<std::int64_t> of_cell) {
    const DeviceRank<P>& d = *rank_;
    MDSIM_EXPECT(static_cast<std::int64_t>(of_cell.size()) == d.setup.grid.total());
    const std::vector<std::int64_t>& cells = d.adopted().owned_cells;
    std::vector<LocalIndex> first(cells.size() + 1);
    d.stream.download(d.adopted().order.cell_first(), first.data(), first.size());
    d.stream.wait();
    for (std::size_t c = 0; c < cells.size(); ++c)
        of_cell[static_cast<std::size_t>(cells[c])] += first[c + 1] - first[c];
}

template <class P> bool DeviceAtoms<P>::crossed_open_face() {
    const auto& periodic = rank_->setup.box.periodic;
    return rank_->atoms.crossed({!periodic[0], !periodic[1], !periodic[2]});
}

template class DeviceAtoms<MixedPrecision>;
template class DeviceAtoms<DoublePrecision>;

} // namespace mdsim
