// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "kernels/decomposition/device_barrier.hpp"
#include "kernels/engine/id_ordered_columns.hpp"
#include "kernels/engine/step_loop.hpp"
#include "kernels/integrate/move_atoms.hpp"
#include "kernels/transport/choose_transport.hpp"

namespace mdsim {

/// What a resident system is made of.
template <class P> struct DeviceSystem<P>::Implementation {
    using Real = typename P::Real;

    explicit Implementation(const DeviceSetup& s);

    /// Takes these atoms, in their order, and makes the arrays that follow their number.
    /// Collective.
    void take(std::span<const AtomRecord<P>> records);

    AtomCapacity rebuild() {
        const AtomCapacity capacity = loop->rebuild();
        atoms->pull_control();
        changed();
        return capacity;
    }

    /// Copies a column of this rank's block of ids, or of all atoms of a rank that is alone, to
    /// memory of the device, where index_ids() has been called. Collective.
    void store_by_id(const AnyColumn& column, void* to);
    /// How many values that are.
    std::size_t atoms_in_block() const;

    /// To be said after all that changes atoms.
    void changed() { seen = indexed = false; }

    DeviceSetup setup;
    Stream stream;
    ForceList<P> forces;
    PairRanges<P> ranges;
    Buffer<Real, Device> inverse_mass;
    Buffer<double, Device> mass;
    MotionView<P> motion_view{};
    RankLayout layout;                     ///< where there are several ranks
    std::vector<std::int64_t> owned_cells; ///< in the order that atoms lie in
    MappedCells cells;                     ///< of a rank that is alone
    std::optional<PeerLinks> links;
    std::unique_ptr<Transport> transport;            ///< where some have no direct link
    std::string why_staged;                          ///< and NCCL was not taken
    std::optional<AllReduce> all_reduce;             ///< where all have one
    std::optional<KineticExchange> kinetic_exchange; ///< beside it
    std::optional<RankExchange<P>> exchange;
    std::optional<StagedExchange<P>> staged_exchange; ///< beside the transport
    std::optional<AtomStore<P>> atoms;
    std::optional<CellOrder<P>> order;
    std::optional<TileLists<P>> lists;
    std::optional<ListCheck<P>> check;
    std::optional<DeviceBarrier> device_barrier;
    std::optional<HostBarrier<P>> host_barrier;
    std::optional<IdOrderedColumns<P>>
        id_ordered; ///< with the barrier of devices, once it has been used
    std::optional<StepLoop<P>> loop;
    Buffer<DeviceSums<mdsim::pair_sums>, Device> pair_totals{1};
    Buffer<DeviceSums<kinetic_sum_count>, Device> kinetic_totals{1};
    Buffer<MoveResult<Real>, Device> move_result{1};
    Pinned<DeviceSums<mdsim::pair_sums>> seen_pair_totals;
    Pinned<DeviceSums<kinetic_sum_count>> seen_kinetic_totals;
    Pinned<MoveResult<Real>> seen_move_result;
    Snapshot<P> snapshot;
    bool seen = false;    ///< the snapshot shows the present state
    bool indexed = false; ///< the atoms know where each id lies

  private:
    /// The capacity for so many atoms, and the exchange with other ranks if there are any.
    RankAtoms share_cells(std::size_t count);
    /// How this rank works together with others, if there are any.
    RankParts<P> join_ranks();
};

} // namespace mdsim
