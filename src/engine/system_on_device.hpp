// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/communicator.hpp"
#include "engine/atom_table.hpp"
#include "engine/balance_pace.hpp"
#include "engine/layout_policy.hpp"
#include "engine/rank_statistics.hpp"
#include "engine/simulation_setup.hpp"
#include "engine/step_plan.hpp"
#include "engine/system.hpp"
#include "ops/device_system.hpp"

namespace mdsim {

/// What the system of a setup asks of a device.
DeviceSetup device_setup(const SimulationSetup& setup);

/// On the device in use, one for each rank.
template <class P> class System<P, Device> {
  public:
    static constexpr bool runs_ahead = true;

    System(const Communicator& comm, const SimulationSetup& setup);
    System(const System&) = delete; // its parts refer to its box
    System& operator=(const System&) = delete;

    /// Replaces all atoms and builds lists on the positions `site`; then moves the atoms by
    /// `moved`.
    void adopt(std::vector<AtomRecord<P>> atoms);

    /// Makes the present positions the reference and builds lists anew. Throws PhysicsError where
    /// an atom left the box.
    void rebuild(double busy);

    /// What batches may have beside plain steps.
    DeviceCapabilities capabilities() const {
        return {device_->couples(), device_->takes_samples()};
    }

    /// Goes through a batch of steps by itself; check_faces() is to follow.
    BatchReport run_ahead(const StepBatch<P>& batch);
    /// Throws PhysicsError where an atom left the box; collective.
    void check_faces();

    /// Steps of a batch at most.
    std::int64_t longest_batch() const;

    /// Between two batches: looks now and then whether the ranks take unlike times, and moves the
    /// atoms to other bricks if so. `seconds` is what the batch has taken, alike on all ranks.
    /// Collective.
    void balance(double seconds);

    void send_halo() {}
    void receive_halo() {}

    /// Sums are waited for when they are asked for, so those of a step travel together.
    void store_forces(bool with_sums) { device_->queue_forces(with_sums); }
    PairSums pair_sums() { return device_->pair_sums(); }
    void complete_step(const Motion<typename P::Real>& motion, Step) {
        device_->complete_step(motion);
    }
    MotionReport begin_step(const Motion<typename P::Real>& motion, Step step) {
        return device_->begin_step(motion, step);
    }

    /// Whether lists may be stale, where the farthest atom moved by so much [length].
    bool list_is_stale(double farthest) {
        return farthest > setup_.allowed_move(box_) &&
               (setup_.rebuild != RebuildRule::checked || device_->list_is_stale());
    }

    KineticSums kinetic_sums() { return device_->kinetic_sums(); }
    void transform_velocities(double factor, const Vec3<double>& shift) {
        device_->transform_velocities(factor, shift);
    }
    void draw_velocities(double temperature) { device_->draw_velocities(temperature); }
    void count_distances(PairHistogram& histogram) { device_->count_distances(histogram); }

    /// All about all atoms, copied to the host: for errors and tests.
    AtomView<P> atoms();
    std::unique_ptr<AtomTable<P>> table();
    std::unique_ptr<TimeOrigins> time_origins(const OriginRequest& request);
    const SimulationSetup& setup() const { return setup_; }
    const BoxState& box() const { return box_; }
    RankStatistics statistics() const;
    DeviceLinks links() { return device_->links(); }
    ListReport lists() const { return device_->report(); }
    std::size_t bytes() const { return device_->bytes(); }

  private:
    /// Takes atoms that lie anywhere on any rank, to be owned as the partition says.
    void divide(const Partition& partition, std::vector<AtomRecord<P>> atoms);
    std::vector<std::int64_t> atoms_in_cells() const;
    void complete_rebuild(AtomCapacity capacity);

    const Communicator* comm_;
    SimulationSetup setup_;
    BoxState box_;
    LayoutPolicy layout_;
    std::optional<Partition> partition_; ///< in use, of several ranks
    double inboxes_ = 1;                 ///< as in RankLayout
    BalancePace pace_;
    RankStatistics statistics_;
    double busy_ = 0; ///< in batches [s]
    std::unique_ptr<DeviceSystem<P>> device_;
};

} // namespace mdsim
