// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>

#include "kernels/engine/resident.hpp"
#include "kernels/integrate/move_atoms.hpp"

namespace mdsim {

/// What a resident system is made of.
template <class P> struct DeviceSystem<P>::Implementation {
    using Real = typename P::Real;

    explicit Implementation(const DeviceSetup& s);

    /// Takes these atoms, in their order, and makes the arrays that follow their number.
    /// Collective.
    void take(std::span<const AtomRecord<P>> records);

    /// Brings the box of the device, and the limits of moves in it, up to date.
    void update_box();

    AtomCapacity rebuild() {
        const AtomCapacity capacity = adopted().loop.rebuild();
        atoms.pull_control();
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
    /// As in the last batch [length]; before the first one nothing is beyond it.
    double allowed_move = std::numeric_limits<double>::infinity();
    RankLayout layout;                      ///< where there are several ranks
    std::unique_ptr<LinkedDevices> devices; ///< null for a rank that is alone
    AtomStore<P> atoms;
    std::unique_ptr<Resident<P>> resident; ///< null until atoms are adopted
    Buffer<DeviceSums<mdsim::pair_sums>, Device> pair_totals{1};
    Buffer<DeviceSums<kinetic_sum_count>, Device> kinetic_totals{1};
    Buffer<MoveResult<Real>, Device> move_result{1};
    Pinned<DeviceSums<mdsim::pair_sums>> seen_pair_totals;
    Pinned<DeviceSums<kinetic_sum_count>> seen_kinetic_totals;
    Pinned<MoveResult<Real>> seen_move_result;
    Snapshot<P> snapshot;
    bool seen = false;    ///< the snapshot shows the present state
    bool indexed = false; ///< the atoms know where each id lies

    /// What there is since atoms have been adopted.
    Resident<P>& adopted() const {
        MDSIM_EXPECT(resident != nullptr);
        return *resident;
    }

  private:
    void make_forces(const DeviceSetup& s);
};

} // namespace mdsim
