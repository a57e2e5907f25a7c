// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/communicator.hpp"
#include "engine/any_simulation.hpp"
#include "engine/barostat.hpp"
#include "engine/batch_pace.hpp"
#include "engine/minimizer.hpp"
#include "engine/step_plan.hpp"
#include "engine/system.hpp"
#include "engine/thermostat.hpp"
#include "ops/motion.hpp"
#include "ops/sums.hpp"

namespace mdsim {

/// What thermostat and barostat of a stage make of the sums of a step, and themselves behind it.
struct CouplingMove {
    BoxMove move;
    Thermostat thermostat;
    Barostat barostat;
};

/// The run loop, on a system of either kind of processor.
template <class P> class Simulation : public AnySimulation<P>, private StepPhases {
  public:
    /// `comm` is that of the system.
    Simulation(const Communicator& comm, std::unique_ptr<System<P>> system)
        : comm_(&comm), system_(std::move(system)), thermostat_(system_->setup().seed),
          barostat_(system_->setup().seed) {}

    using AnySimulation<P>::start;
    void start(std::vector<AtomRecord<P>> atoms, const RunProgress& at) override;
    using AnySimulation<P>::draw_velocities;
    void draw_velocities(double temperature, bool at_rest, Ensemble first) override;
    bool run(const StageSettings& stage, Observer& observer) override;
    void next_stage(const StageSettings& stage) override;

    /// Brings the centre of mass to rest, unless it is that of one atom alone; collective.
    void remove_drift();

    LayerSums layer_sums(const Layers& layers) override;
    DensityModes density_modes(const std::vector<WaveVector>& waves) override;
    HeatCurrent heat_current() override;
    void begin_counting(const PairHistogram& shape) override {
        system_->forces().begin_counting(shape);
    }
    void end_counting(PairHistogram& histogram) override {
        system_->forces().end_counting(histogram);
    }
    AtomView<P> atoms() override { return system_->atoms(); }
    void find_shares() override { system_->forces().find_shares(); }
    std::unique_ptr<AtomTable<P>> table() override { return system_->table(); }
    std::unique_ptr<TimeOrigins> time_origins(const OriginRequest& request) override {
        return system_->time_origins(request);
    }
    const SimulationSetup& setup() const override { return system_->setup(); }
    const BoxState& box() const override { return system_->box(); }
    const RunProgress& progress() const override { return progress_; }
    const MinimizationReport& minimization() const override { return minimizer_.report(); }
    const PhaseTimes& times() const override { return times_; }
    const IntervalStatistics& intervals() const override { return intervals_; }
    RankStatistics statistics() const override { return system_->statistics(); }
    DeviceLinks links() override { return system_->decomposition().links(); }
    ListReport lists() const override { return system_->forces().report(); }
    std::size_t bytes() const override { return system_->bytes(); }

  private:
    /// Does a step in phases, or leaves the rest of it, with those behind it, to a device; returns
    /// false where the stage ends before it.
    bool step(const StageSettings& stage, Observer& observer);
    /// Hands over the steps that nothing stops; returns how many there were.
    std::int64_t run_ahead(const StageSettings& stage, Observer& observer);
    /// Hands over the step in hand, of which only the begin is left, and the steps behind it that
    /// nothing stops; returns whether that could be done.
    bool go_on_ahead(const StepInHand& now);
    /// Runs a batch and takes over where it ended; returns how many steps it did. Collective.
    std::int64_t run_batch(RankBatches<P>& batches, const StepBatch<P>& batch,
                           const StageSettings& stage, Observer& observer);
    /// The steps that nothing stops, from the one in hand on. This one is among them where it has
    /// been looked at, and with its rest where velocities are those of the full step.
    StepBatch<P> next_batch(const RankBatches<P>& batches, const StageSettings& stage,
                            const Observer& observer) const;
    /// The action that sums of an earlier step lead to; none where there is none that is possible.
    std::optional<PendingAction> pending_action(const StageSettings& stage) const;
    /// Sums of a step of the stage in hand that have not been acted by.
    std::optional<CoupledSums> waiting_sums() const {
        const std::optional<CoupledSums>& sums = progress_.measured;
        return sums && sums->step >= progress_.stage_first ? sums : std::nullopt;
    }
    /// Says what couples to the atoms of a batch on a device that does this by itself.
    void add_couplings(const StageSettings& stage, StepBatch<P>& batch) const;
    /// Whether a sum of a sample is out of range on some rank, and an atom has moved too far on the
    /// batch, whose fault says more. Collective.
    bool fault_tells_more(const BatchSample& sample, const BatchReport& report) const;
    /// Shows the samples of a batch, up to one of which its fault says more, and its looks, in the
    /// order of their steps; collective.
    void show_steps(const StageSettings& stage, const StepBatch<P>& batch,
                    const BatchReport& report, RankBatches<P>& batches, Observer& observer);
    /// What is shown of a step with a sample.
    Observation seen_of(const BatchSample& sample, const StageSettings& stage,
                        const StepBatch<P>& batch, const BatchReport& report);
    /// Throws PhysicsError on all ranks where a batch ended with a fault on one; returns how long
    /// it took on the slowest of them [s]. Collective.
    double end_batch(const BatchReport& report, double seconds, Observer& observer);
    /// Takes over where a batch has brought the run, apart from the atoms.
    void go_on_from(const StepBatch<P>& batch, const BatchReport& report);
    StepPlan plan_in_hand(const StageSettings& stage, const Observer& observer);
    bool may_look(const StageSettings& stage, const StepPlan& plan) const;
    void perform(Phase phase, const StepInHand& now);

    void prepare_boundary(const StepInHand& now) override;
    void send_values(const StepInHand& now) override;
    void prepare_interior(const StepInHand& now) override;
    void receive_values(const StepInHand& now) override;
    void advance_boundary(const StepInHand& now) override;
    void send_halo(const StepInHand& now) override;
    void advance_interior(const StepInHand& now) override;
    void receive_halo(const StepInHand& now) override;
    void forces(const StepInHand& now) override;
    void complete(const StepInHand& now) override;
    void remove_drift(const StepInHand&) override { remove_drift(); }
    void observe(const StepInHand& now) override;
    void measure(const StepInHand& now) override;
    void rescale(const StepInHand& now) override;
    void couple(const StepInHand& now) override;
    void descend(const StepInHand& now) override;
    void begin(const StepInHand& now) override;
    void list_check(const StepInHand& now) override;

    FusedStep<P>& fused_step();
    ForceRound& force_round();
    Motion<typename P::Real> motion(const StageSettings& stage, Step step) const;
    KineticSums kinetic_sums(WantedSums wanted);
    void scale_velocities(double factor);
    CouplingMove coupling_move(const StageSettings& stage, const CoupledSums& by) const;
    /// Acts by the sums that were measured for the step in hand, on all but the box. Throws
    /// PhysicsError, on all ranks alike, where the box cannot change so much in one step.
    CouplingMove act_on_velocities(const StageSettings& stage);
    double total_mass() const; ///< of all atoms
    double degrees_of_freedom(const StageSettings& stage) const;
    /// What the sums of all ranks say of a step, in a box of such a volume [length^3], but for what
    /// couplings add. Throws PhysicsError on all ranks where one of them is out of range.
    /// Collective.
    Thermo thermo_of(BatchSample sample, const StageSettings& stage,
                     const LowerTriangular<double>& edges);
    /// The same of the step in hand, whose forces have been summed; PhysicsError names an atom.
    Thermo thermo_now(const StepInHand& now);
    void rebuild();
    /// Begins a stage, or goes on with it.
    void enter(const StageSettings& stage);
    /// Whether all steps of a stage are done.
    bool is_over(const StageSettings& stage) const {
        return progress_.step == progress_.stage_first + stage.steps;
    }
    /// Takes the steps that a minimization does not need as done. Collective.
    void skip_to_end(const StageSettings& stage, Observer& observer);
    /// The largest atoms of all ranks. Throws PhysicsError where a force is no number. Collective.
    DescentSizes descent_sizes();
    FireSums descent_sums(const DescentSizes& sizes);
    /// How far the pressure of the forces is from the wanted one, as far as the box may change
    /// [energy / length^3]; the forces have been summed.
    StrainNumbers pressure_excess(const StageSettings& stage);
    /// The box of a minimization, where it relaxes.
    std::optional<BoxRelaxation> box_relaxation(const StageSettings& stage,
                                                const StrainNumbers& excess) const;
    /// Takes up the boxes of a run that goes on.
    void take_boxes();
    /// The edges of the box at a step of the stage, once it has taken one [length].
    LowerTriangular<double> edges_at(const StageSettings& stage, Step step) const;
    /// The edges at the step in hand and at the next ones, `most` of these or fewer: up to the one
    /// for which the grid is chosen anew. A barostat leaves them as they are.
    std::vector<LowerTriangular<double>>
    next_boxes(const StageSettings& stage, std::int64_t most,
               const std::optional<PendingAction>& pending) const;
    /// Says what the box of the next step is, where the stage changes it.
    void lead_box(const StageSettings& stage);

    const Communicator* comm_;
    std::unique_ptr<System<P>> system_;
    RunProgress progress_;
    Thermostat thermostat_;
    Barostat barostat_;
    Minimizer minimizer_;
    MotionReport report_;        ///< of the step in hand, on this rank
    bool fresh_ = true;          ///< velocities are those of the full step
    bool forces_stored_ = false; ///< those of the step in hand
    /// The step of which a device has shown the positions alone, and which it has yet to do; -1:
    /// none.
    Step looked_at_ = -1;
    bool adrift_ = false; ///< noise of earlier stages may have set the centre of mass in motion
    bool rebuild_due_ = false;
    Request request_ = Request::none;
    BatchPace pace_;
    PhaseTimes times_;
    IntervalStatistics intervals_;
};

} // namespace mdsim
