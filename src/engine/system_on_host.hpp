// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/communicator.hpp"
#include "engine/atom_table.hpp"
#include "engine/decomposition.hpp"
#include "engine/host_time_origins.hpp"
#include "engine/layout_policy.hpp"
#include "engine/rank_statistics.hpp"
#include "engine/simulation_setup.hpp"
#include "engine/system.hpp"
#include "ops/motion.hpp"
#include "ops/pair_driver.hpp"

namespace mdsim {

/// On processors: bricks of cells, pair forces tile by tile, and the halo of other ranks.
template <class P> class System<P, Host> {
  public:
    static constexpr bool runs_ahead = false;

    System(const Communicator& comm, const SimulationSetup& setup);
    System(const System&) = delete; // its parts refer to its box
    System& operator=(const System&) = delete;

    /// Replaces all atoms and builds lists on the positions `site`; then moves the atoms by
    /// `moved`. Collective.
    void adopt(std::vector<AtomRecord<P>> atoms);

    /// Makes the present positions the reference and builds lists anew, on other bricks if the
    /// ranks needed unlike times; `busy` is what this one has computed [s]. Collective.
    void rebuild(double busy);

    /// Moves the atoms of some tiles from step to step.
    MotionReport advance(const Motion<typename P::Real>& motion, Step step, TileSet tiles);
    void send_halo() { atoms_.halo().start(atoms_.particles().next.data()); }
    void receive_halo();

    /// Stores the forces on all atoms, with energy and virial for pair_sums() if asked for.
    void store_forces(bool with_sums) {
        pair_sums_ = {};
        pairs_.store_forces(atoms_.particles(), with_sums ? &pair_sums_ : nullptr);
    }
    const PairSums& pair_sums() const { return pair_sums_; }

    /// Ends a step: the second half kick by the stored forces.
    void complete_step(const Motion<typename P::Real>& motion, Step step);
    /// Begins a step: first half kick by the stored forces, and drift.
    MotionReport begin_step(const Motion<typename P::Real>& motion, Step step);

    /// Whether lists may be stale, where the farthest atom of all moved by so much [length].
    /// Collective.
    bool list_is_stale(double farthest);

    KineticSums kinetic_sums();
    void transform_velocities(double factor, const Vec3<double>& shift);
    void draw_velocities(double temperature);
    void count_distances(PairHistogram& histogram) {
        pairs_.count_distances(atoms_.particles(), histogram);
    }

    AtomView<P> atoms() const { return atoms_.view(); }
    std::unique_ptr<AtomTable<P>> table() const {
        return std::make_unique<HostAtomTable<P>>(atoms(), *comm_);
    }
    std::unique_ptr<TimeOrigins> time_origins(const OriginRequest& request) const {
        return std::make_unique<HostTimeOrigins<P>>(request, [this] { return table(); });
    }
    const SimulationSetup& setup() const { return setup_; }
    const BoxState& box() const { return box_; }
    RankStatistics statistics() const;
    ListReport lists() const { return pairs_.report(); }
    std::size_t bytes() const { return atoms_.bytes() + pairs_.report().bytes; }

  private:
    void build_lists();
    /// Computes forces that nobody takes, where the input asks for a slow rank.
    void slow_down();
    MotionStep<P> motion_step(const Motion<typename P::Real>& motion, Step step) const;

    const Communicator* comm_;
    SimulationSetup setup_;
    BoxState box_;
    std::vector<typename P::Real> inverse_mass_;
    LayoutPolicy layout_;
    Decomposition<P> atoms_;
    PairDriver<P, Host> pairs_;
    PairSums pair_sums_; ///< of the forces stored last
};

} // namespace mdsim
