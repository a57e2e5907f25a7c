// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "core/contract.hpp"
#include "kernels/neighbor/tile_lists.hpp"
#include "kernels/sort/arrange_atoms.hpp"
#include "kernels/sort/cell_order.hpp"
#include "kernels/sort/segment.hpp"
#include "ops/device_setup.hpp"

namespace mdsim {

template <class P> DeviceMemory forecast_device_memory(const DeviceSetup& setup, double neighbors) {
    using Real = typename P::Real;
    constexpr double tiles_of_cell = 4.75;
    constexpr double spare = 1.02; // arenas are larger than lists
    MDSIM_EXPECT(setup.force_field != nullptr);
    const TileShape shape{setup.tile_target, setup.lanes_per_atom};
    const double atoms_of_cell = tiles_of_cell * shape.atoms;
    const ListPlan plan = plan_lists(shape, neighbors, atoms_of_cell);
    DeviceMemory memory;
    memory.atoms = 3 * sizeof(Site<P>) + following_bytes<P>();
    memory.atoms += static_cast<double>(setup.force_field->channel_width()) * sizeof(Real);
    if (setup.force_field->has_clusters())
        memory.atoms += most_cluster_neighbours * sizeof(LocalIndex);
    const double rows = plan.chunks * warp_lanes * sizeof(Chunk);
    memory.lists =
        spare * (std::max(rows, 1.0 * arrange_bytes<P>(1)) + plan.slots * sizeof(LocalIndex)) +
        1.0 * sizeof(GroupBox<P>) / warp_lanes +
        (1.0 * sizeof(DeviceTile<P>) + shape.warps() * sizeof(WarpEntries)) / shape.atoms;
    memory.rebuild =
        order_bytes(atoms_of_cell > segment_atoms<P> ? OrderDepth::curve : OrderDepth::cells);
    return memory;
}

template DeviceMemory forecast_device_memory<MixedPrecision>(const DeviceSetup&, double);
template DeviceMemory forecast_device_memory<DoublePrecision>(const DeviceSetup&, double);

} // namespace mdsim
