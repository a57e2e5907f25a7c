// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/ids.hpp"
#include "engine/atom_table.hpp"
#include "engine/interval_statistics.hpp"
#include "engine/minimizer.hpp"
#include "engine/observer.hpp"
#include "engine/phase_times.hpp"
#include "engine/rank_statistics.hpp"
#include "engine/simulation_setup.hpp"
#include "engine/stage_settings.hpp"
#include "ops/density_modes.hpp"
#include "ops/device_links.hpp"
#include "ops/heat_current.hpp"
#include "ops/layer_sums.hpp"
#include "ops/list_report.hpp"
#include "ops/pair_histogram.hpp"
#include "ops/time_origins.hpp"
#include "physics/coupling/barostat_action.hpp"
#include "physics/coupling/coupled_sums.hpp"
#include "state/box_state.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// Where a run stands between two steps, apart from the atoms.
struct RunProgress {
    std::size_t stage = 0; ///< index of the stage in hand
    Step step = 0;         ///< steps done since the beginning of the run
    Step stage_first = 0;  ///< the step at which the stage began
    double stage_time = 0; ///< the time at which it began [time]
    Step last_rebuild = 0;
    ThermostatState thermostat; ///< of the last stage with one that took a step
    BarostatState barostat{};   ///< likewise
    /// Sums that thermostat and barostat have not acted by, in the stage that they are of.
    std::optional<CoupledSums> measured{};
    MinimizerState minimizer{}; ///< of the last stage with one that took a step
    /// Of the box as the last stage with a deformation began that took a step, flips undone
    /// [length].
    LowerTriangular<double> stage_edges{};
    std::optional<EarlierBoxes> boxes{}; ///< of a run that goes on, for start()
};

/// A system of atoms and the steps that move it on, wherever they are computed.
template <class P> class AnySimulation {
  public:
    virtual ~AnySimulation() = default;

    /// Takes the atoms, lying anywhere on any rank; collective. After a resume `at` is where the
    /// run stood.
    virtual void start(std::vector<AtomRecord<P>> atoms, const RunProgress& at) = 0;
    void start(std::vector<AtomRecord<P>> atoms) { start(std::move(atoms), {}); }

    /// Draws velocities for temperature kT [energy], scaled to have it exactly, with the centre of
    /// mass at rest if asked for; if not, a `first` stage that keeps the momentum counts it as
    /// heat. Collective.
    virtual void draw_velocities(double temperature, bool at_rest, Ensemble first) = 0;
    void draw_velocities(double temperature, bool at_rest) {
        draw_velocities(temperature, at_rest, Ensemble::nve);
    }

    /// Runs the stage in hand to its end, or to a stop; returns whether it came to its end. A stage
    /// that is at its end is observed once more. Throws PhysicsError on all ranks alike where the
    /// simulation fails.
    virtual bool run(const StageSettings& stage, Observer& observer) = 0;

    /// Goes on to the stage after the one in hand, which must be at its end. The first later stage
    /// that keeps the momentum removes, before its first step, what noise has given. Behind a
    /// minimization atoms are at rest, or have the velocities that its settings ask for.
    virtual void next_stage(const StageSettings& stage) = 0;

    /// Begins to count the distances between all pairs into a histogram of that shape, where the
    /// positions of the step shown are at hand; the run may go on meanwhile. One at a time.
    /// Collective in effect, not in traffic.
    virtual void begin_counting(const PairHistogram& shape) = 0;
    /// Adds what was counted to a histogram of that shape. Likewise.
    virtual void end_counting(PairHistogram& histogram) = 0;
    void count_distances(PairHistogram& histogram) {
        begin_counting(histogram);
        end_counting(histogram);
    }

    /// What all atoms in each layer of the box add up to; between the half kicks of a step whose
    /// state was needed. Collective.
    virtual LayerSums layer_sums(const Layers& layers) = 0;

    /// The modes of the density of all atoms, of waves that are the same on all ranks; of a step
    /// whose positions were needed. Collective.
    virtual DensityModes density_modes(const std::vector<WaveVector>& waves) = 0;

    /// The heat current of all atoms; finds the shares of atoms anew, where find_shares() may.
    /// Collective.
    virtual HeatCurrent heat_current() = 0;

    /// Finds what each atom has of the energy and virial of the step in hand, for the columns of a
    /// table that is made afterwards: between the half kicks of a step whose state was needed, as
    /// observers see it. Collective.
    virtual void find_shares() = 0;

    /// The atoms of this rank as they are now.
    virtual AtomView<P> atoms() = 0;
    /// The same as columns in the order of ids; collective.
    virtual std::unique_ptr<AtomTable<P>> table() = 0;
    /// Time origins of the atoms, kept where they are; the simulation must have started, and
    /// outlives them.
    virtual std::unique_ptr<TimeOrigins> time_origins(const OriginRequest& request) = 0;

    virtual const SimulationSetup& setup() const = 0;
    /// The box of the step in hand, and those behind it: what looks at the atoms reads it here, as
    /// the setup knows the first one alone.
    virtual const BoxState& box() const = 0;
    virtual const RunProgress& progress() const = 0;
    /// Of the stage in hand, as of its last step that was taken.
    virtual const MinimizationReport& minimization() const = 0;
    virtual const PhaseTimes& times() const = 0;
    virtual const IntervalStatistics& intervals() const = 0;
    virtual RankStatistics statistics() const = 0;
    /// What lies between the GPUs of several ranks, measured; empty without any. Collective.
    virtual DeviceLinks links() = 0;
    virtual ListReport lists() const = 0;
    /// The memory held by atoms and lists [bytes].
    virtual std::size_t bytes() const = 0;

    /// The simulated time of the step in hand [time].
    double time(const StageSettings& stage) const { return time(stage, progress().step); }
    /// That of another step of the stage in hand [time].
    double time(const StageSettings& stage, Step step) const {
        const RunProgress& at = progress();
        return at.stage_time + static_cast<double>(step - at.stage_first) * stage.time_step;
    }
};

} // namespace mdsim
