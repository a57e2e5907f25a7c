// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "core/contract.hpp"
#include "core/revision.hpp"
#include "kernels/engine/resident.hpp"
#include "kernels/integrate/move_atoms.hpp"
#include "state/box_state.hpp"

namespace mdsim {

/// What the drivers of a device have in common: its atoms, and what follows from the setup. All
/// that follows the atoms is made when they are adopted, and asked for by adopted() alone.
template <class P> class DeviceRank {
  public:
    using Real = typename P::Real;

    /// Links the devices of several ranks; then it is collective.
    explicit DeviceRank(const DeviceSetup& setup);

    /// Replaces the atoms by these, in the cells that the layout gives to this rank, and builds
    /// lists: see DeviceSystem::adopt. Collective.
    void adopt(std::span<const AtomRecord<P>> records, const RankLayout& layout);

    /// As DeviceSystem::set_box says.
    void set_box(const BoxState& box);

    /// From now on lists may be stale beyond a move of so much; before the first call none is. The
    /// steps that follow are in these boxes, until the box is set; if there are none, in the
    /// present one.
    void begin_batch(const AllowedMove& allowed, std::span<const LowerTriangular<double>> boxes);

    /// What there is since atoms have been adopted: for those who look.
    Resident<P>& adopted() const {
        MDSIM_EXPECT(resident_ != nullptr);
        return *resident_;
    }
    /// The same, and the views of the atoms, for those who change them.
    Resident<P>& changing() {
        revision_.advance();
        return adopted();
    }
    AtomsView<P> atoms_to_change() {
        changing();
        return atoms.view();
    }
    /// Which state of the atoms this is.
    const Revision& revision() const { return revision_; }

    /// The edges of the box that was set last [length].
    const LowerTriangular<double>& edges() const { return box_.now.edges; }

    /// Whether hosts lead the steps, as some pair of ranks has no direct link.
    bool led_by_hosts() const { return devices != nullptr && devices->led_by_hosts(); }

    DeviceSetup setup; ///< without its force field, which the caller need not keep
    Stream stream;
    ForceList<P> forces;
    PairRanges<P> ranges;
    Buffer<Real, Device> inverse_mass;
    Buffer<double, Device> mass;
    MotionView<P> motion_view{};
    RankLayout layout;                      ///< where there are several ranks
    std::unique_ptr<LinkedDevices> devices; ///< null for a rank that is alone
    AtomStore<P> atoms;
    LookStore looks; ///< of the last batch that had some

  private:
    void make_forces(const ForceField& field);
    /// Takes the atoms in their order, and makes all that follows them.
    void take(std::span<const AtomRecord<P>> records, const RankLayout& layout);
    /// Brings the box of the device, and the limits of moves in it, up to date.
    void update_box();
    MoveRule move_rule() const { return adopted().check.rule(setup.largest_move, allowed_move_); }

    std::unique_ptr<Resident<P>> resident_; ///< null until atoms are adopted
    Revision revision_;
    BoxState box_;
    AllowedMove allowed_move_{std::numeric_limits<double>::infinity(), 0};
};

} // namespace mdsim
