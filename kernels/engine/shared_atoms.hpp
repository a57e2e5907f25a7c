// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "kernels/decomposition/device_barrier.hpp"
#include "kernels/engine/host_barrier.hpp"
#include "kernels/engine/linked_devices.hpp"
#include "kernels/engine/resident_parts.hpp"
#include "ops/rank_layout.hpp"

namespace mdsim {

/// The cells of a rank among others and what its atoms are exchanged through.
template <class P> class SharedAtoms {
  public:
    /// For `count` atoms at first. Collective.
    SharedAtoms(const Stream& stream, const LinkedDevices& devices, const RankLayout& layout,
                const CellGrid& grid, const std::vector<std::int64_t>& owned_cells,
                std::size_t count);

    /// The atoms for which arrays must have capacity.
    RankAtoms capacity() const;

    /// The barrier of devices, or of hosts that lead the steps; then the atoms have been uploaded.
    std::unique_ptr<RankBarrier> barrier(const Stream& stream, AtomStore<P>& atoms,
                                         CellOrder<P>& order, ChannelStore<P>& channel,
                                         std::chrono::nanoseconds longest_wait);

    /// How this rank works together with others, by that barrier.
    RankParts<P> parts(RankBarrier& barrier, std::int64_t slowdown);

    /// Of hosts that lead the steps.
    PackedTraffic packed_traffic() const;
    std::size_t bytes() const;

  private:
    const LinkedDevices* devices_;
    const Communicator* comm_;
    std::int64_t total_atoms_;
    RankCapacity need_;
    RankExchange<P> exchange_;
    std::unique_ptr<StagedExchange<P>> staged_; ///< where hosts lead the steps
};

} // namespace mdsim
