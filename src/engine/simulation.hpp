// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/communicator.hpp"
#include "domain/layout_settings.hpp"
#include "engine/decomposition.hpp"
#include "engine/layout_policy.hpp"
#include "engine/observer.hpp"
#include "engine/phase_times.hpp"
#include "engine/stage_settings.hpp"
#include "engine/step_plan.hpp"
#include "engine/thermo.hpp"
#include "ops/pair_driver.hpp"
#include "physics/coupling/nose_hoover_chain.hpp"
#include "state/neighbor_settings.hpp"

namespace mdsim {

/// What a simulation is made of, the same on every rank; internal units.
struct SimulationSetup {
    Domain domain;
    const ForceField* force_field = nullptr;
    std::vector<double> mass; ///< of each type
    std::vector<std::int64_t> count_of_type;
    double skin = 0;  ///< [length]
    double reach = 0; ///< lists reach at least this far, plus skin [length]
    RebuildRule rebuild = RebuildRule::checked;
    std::int64_t rebuild_every = 0; ///< for fixed rebuilds
    std::uint64_t seed = 0;
    LayoutSettings layout;
};

/// Where a run stands between two steps, apart from the atoms.
struct Position {
    std::size_t stage = 0; ///< index of the stage in hand
    Step step = 0;         ///< steps done since the beginning of the run
    Step stage_first = 0;  ///< the step at which the stage began
    double stage_time = 0; ///< the time at which it began [time]
    Step last_rebuild = 0;
    NoseHooverChain::State chain; ///< of the stage in hand, if it has one
};

/// How rebuilds went, over the whole run.
struct IntervalStatistics {
    std::int64_t rebuilds = 0;
    std::int64_t steps = 0; ///< between rebuilds
    Step shortest = 0;
    Step longest = 0;
    std::int64_t unsafe = 0; ///< steps of fixed rebuilding on which pairs may have been missed
};

/// A system of atoms and the steps that move it on.
template <class P, class Space> class Simulation {
  public:
    Simulation(const Communicator& comm, const SimulationSetup& setup);

    /// Takes the atoms, lying anywhere on any rank; collective. After a resume `at` is where the
    /// run stood.
    void start(std::vector<AtomRecord<P>> atoms, const Position& at = {});

    /// Draws velocities for temperature kT [energy], scaled to have it exactly; collective.
    void draw_velocities(double temperature, bool remove_drift);

    /// Adds the distances between all pairs to a histogram; collective in effect, not in traffic.
    void count_distances(PairHistogram& histogram) {
        pairs_.count_distances(atoms_.particles(), histogram);
    }

    /// Goes on to the stage after the one in hand, which must be at its end.
    void next_stage(const StageSettings& stage);

    /// Brings the centre of mass to rest; collective.
    void remove_drift();

    /// Runs the stage in hand to its end, or to a stop; returns whether it came to its end. A stage
    /// that is at its end is observed once more. Throws PhysicsError on all ranks alike where the
    /// simulation fails.
    bool run(const StageSettings& stage, Observer& observer);

    const Position& position() const { return position_; }
    double time(const StageSettings& stage) const;
    const Decomposition<P>& atoms() const { return atoms_; }
    const PairDriver<P, Space>& pairs() const { return pairs_; }
    const SimulationSetup& setup() const { return setup_; }
    const PhaseTimes& times() const { return times_; }
    const IntervalStatistics& intervals() const { return intervals_; }
    const LayoutPolicy& layout() const { return layout_; }

    /// The memory held by atoms and lists [bytes].
    std::size_t bytes() const { return atoms_.bytes() + pairs_.report().bytes; }

  private:
    StepPlan plan(const StageSettings& stage, const Observer& observer) const;
    void perform(Phase phase, const StageSettings& stage, const StepPlan& plan, Observer& observer);
    MotionStep<P> motion(const StageSettings& stage) const;
    void couple(const StageSettings& stage);
    double degrees_of_freedom(const StageSettings& stage) const;
    void observe(const StageSettings& stage, const StepPlan& plan, Observer& observer);
    void reach_verdict(Observer& observer);
    void rebuild();
    void build_lists();
    [[noreturn]] void report_fault(Rank rank);

    const Communicator* comm_;
    SimulationSetup setup_;
    std::vector<typename P::Real> inverse_mass_;
    LayoutPolicy layout_;
    Decomposition<P> atoms_;
    PairDriver<P, Space> pairs_;
    Position position_;
    std::optional<NoseHooverChain> chain_;
    MotionReport report_; ///< of the step in hand, on this rank
    PairSums pair_sums_;
    bool fresh_ = true; ///< velocities are those of the full step
    bool rebuild_due_ = false;
    Request granted_ = Request::none;
    PhaseTimes times_;
    IntervalStatistics intervals_;
};

} // namespace mdsim
