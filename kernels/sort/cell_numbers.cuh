// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/fraction.hpp"
#include "kernels/runtime/warp.cuh"
#include "kernels/state/atoms_view.hpp"
#include "kernels/state/cell_map.hpp"
#include "kernels/state/tiles_view.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// Brings the image counts of an atom up to date and returns its cell of the grid.
template <class P>
__device__ std::uint32_t update_image_and_cell(const AtomsView<P>& atoms, const CellGrid& grid,
                                               std::uint32_t i) {
    const Site<P> site = pick(atoms.site, atoms.control->position_buffer)[i];
    const Site<P> from = atoms.reference[i];
    const Vec3<std::int32_t> crossed{crossing(from.x, site.x), crossing(from.y, site.y),
                                     crossing(from.z, site.z)};
    if (crossed != Vec3<std::int32_t>{0, 0, 0}) {
        Vec3<std::int32_t>& image = atoms.image[i];
        image = image + crossed;
    }
    const Vec3<int> c{interval_of(site.x, grid.count.x), interval_of(site.y, grid.count.y),
                      interval_of(site.z, grid.count.z)};
    return static_cast<std::uint32_t>(c.x + grid.count.x * (c.y + grid.count.y * c.z));
}

/// The cell of an atom and its number among the atoms of that cell.
struct alignas(8) NumberInCell {
    std::uint32_t cell;
    LocalIndex number;
};

/// The cells and numbers of all atoms. They lie in the buffer of positions that is not in use.
template <class P> __device__ NumberInCell* numbers_of(const AtomsView<P>& atoms) {
    static_assert(sizeof(NumberInCell) <= sizeof(Site<P>));
    return reinterpret_cast<NumberInCell*>(pick(atoms.site, 1 - atoms.control->position_buffer));
}

/// Gives the atom of this lane a number in its cell that no other atom has. `lanes` are the lanes
/// that call.
__device__ inline LocalIndex number_in_cell(unsigned lanes, std::uint32_t cell, LocalIndex* count) {
    // Most atoms of a warp are in one cell, so one lane counts for all lanes of its cell.
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    const unsigned same = __match_any_sync(lanes, cell);
    const int leader = __ffs(static_cast<int>(same)) - 1;
    LocalIndex first = 0;
    if (static_cast<int>(lane) == leader)
        first = atomicAdd(&count[cell], static_cast<LocalIndex>(__popc(same)));
    first = __shfl_sync(lanes, first, leader);
    return first + static_cast<LocalIndex>(__popc(same & ((1u << lane) - 1)));
}

} // namespace mdsim
