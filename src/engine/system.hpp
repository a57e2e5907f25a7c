// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/communicator.hpp"
#include "engine/atom_table.hpp"
#include "engine/layout_policy.hpp"
#include "engine/rank_batches.hpp"
#include "engine/rank_statistics.hpp"
#include "engine/simulation_setup.hpp"
#include "ops/atom_forces.hpp"
#include "ops/domain_decomposition.hpp"
#include "ops/force_round.hpp"
#include "ops/fused_step.hpp"
#include "ops/id_order.hpp"
#include "ops/integrator.hpp"
#include "ops/local_atoms.hpp"
#include "ops/time_origins.hpp"
#include "state/box_state.hpp"

namespace mdsim {

/// The atoms of one rank and all that a simulation does to them: the drivers of one kind of
/// processor, and what ranks do together whatever computes them.
template <class P> class System {
  public:
    System(const Communicator& comm, const SimulationSetup& setup);
    virtual ~System() = default;
    System(const System&) = delete; // its parts refer to its box
    System& operator=(const System&) = delete;

    // The contracts of the operations, each answered by a driver of this system.
    virtual LocalAtoms<P>& local_atoms() = 0;
    virtual AtomForces& forces() = 0;
    virtual Integrator<P>& integrator() = 0;
    virtual DomainDecomposition& decomposition() = 0;
    /// The round of the forces; null where they take none, and for devices, which do it by
    /// themselves.
    virtual ForceRound* force_round() = 0;
    /// How plain steps are done: led by the host, or in batches. One of the two is null.
    virtual FusedStep<P>* fused_step() = 0;
    virtual RankBatches<P>* batches() = 0;
    /// Null where hosts put columns into the order of ids.
    virtual IdOrder* id_order() = 0;

    /// Replaces all atoms, which lie anywhere on any rank, and builds lists on the positions
    /// `site`; then moves the atoms by `moved`. Collective.
    virtual void adopt(std::vector<AtomRecord<P>> atoms) = 0;

    /// Makes the present positions the reference and builds lists anew; processors draw other
    /// bricks if the ranks needed unlike times, of which `busy` is what this one has computed [s].
    /// Throws PhysicsError where an atom left the box. Collective.
    virtual void rebuild(double busy) = 0;

    /// Takes up the earlier boxes of a run that goes on in the present one, and its grid; to be
    /// called before adopt().
    void restore_boxes(const EarlierBoxes& boxes);
    /// What the edges of the next step are, before the step in hand drifts to it; and that the next
    /// step is in hand. On all ranks alike.
    void lead_box(const LowerTriangular<double>& edges) { lead_box(edges, edges); }
    /// The same with a drift in another box.
    void lead_box(const LowerTriangular<double>& edges, const LowerTriangular<double>& drifting) {
        box_.lead_to(edges, drifting);
        follow_box();
    }
    void enter_next_box() {
        box_.enter_next();
        follow_box();
    }

    /// Throws PhysicsError on all ranks alike where an atom left the box through a face that is not
    /// periodic; collective.
    void check_faces();

    /// Whether lists may be stale, where the farthest atom of all moved by so much [length].
    /// Collective.
    bool list_is_stale(double farthest);

    /// This rank's atoms as they are now; see LocalAtoms::look.
    AtomView<P> atoms();
    /// The atoms in the order of ids; collective.
    std::unique_ptr<AtomTable<P>> table();
    /// Time origins where the atoms are; this outlives them.
    std::unique_ptr<TimeOrigins> time_origins(const OriginRequest& request);

    const SimulationSetup& setup() const { return setup_; }
    const BoxState& box() const { return box_; }
    RankStatistics statistics();
    /// The memory held by atoms and lists [bytes].
    std::size_t bytes() { return local_atoms().bytes() + forces().bytes(); }

  protected:
    /// To be called when the box has changed: for those who keep one of their own.
    virtual void follow_box() {}

    /// What this rank has exchanged with others since it adopted atoms; the rest of the statistics
    /// follows from the contracts.
    virtual RankStatistics exchanged() const = 0;

    /// The atoms of each cell over all ranks, as they were at the last rebuild, or by the positions
    /// `site` of records; collective.
    std::vector<std::int64_t> atoms_in_cells();
    std::vector<std::int64_t> atoms_in_cells(const std::vector<AtomRecord<P>>& atoms) const;

    /// Chooses the grid for the present box, which has left the frame, or for a less slanted one of
    /// the same lattice that takes its place, and begins anew with what is known of the load;
    /// `busy` as in rebuild(). Returns the flip, which the atoms are still to follow.
    LatticeFlip choose_frame(double busy);

    const Communicator* comm_;
    SimulationSetup setup_;
    BoxState box_;
    LayoutPolicy layout_;

  private:
    std::vector<std::int64_t> no_atoms() const {
        return std::vector<std::int64_t>(static_cast<std::size_t>(box_.frame.grid.total()), 0);
    }
};

} // namespace mdsim
