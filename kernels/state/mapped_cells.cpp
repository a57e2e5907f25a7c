// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/state/mapped_cells.hpp"

#include <algorithm>

namespace mdsim {

MappedCells::MappedCells(const Stream& stream, const CellGrid& grid,
                         const std::vector<std::int64_t>& owned,
                         const std::vector<std::int64_t>& halo) {
    std::vector<std::uint32_t> global(owned.begin(), owned.end());
    global.insert(global.end(), halo.begin(), halo.end());
    map_.owned = static_cast<std::uint32_t>(owned.size());
    map_.all = static_cast<std::uint32_t>(global.size());
    const auto all = static_cast<std::size_t>(grid.total());
    if (owned.size() == all && std::is_sorted(owned.begin(), owned.end())) return;
    std::vector<std::uint32_t> local(all, no_cell);
    for (std::size_t c = 0; c < global.size(); ++c)
        local[global[c]] = static_cast<std::uint32_t>(c);
    local_ = stream.copy_of(local);
    global_ = stream.copy_of(global);
    map_.local = local_.data();
    map_.global = global_.data();
}

} // namespace mdsim
