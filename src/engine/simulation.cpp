// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "engine/deformation.hpp"
#include "engine/draw_velocities.hpp"
#include "engine/fault_report.hpp"
#include "engine/start_records.hpp"
#include "physics/motion/andersen.hpp"
#include "physics/motion/descent.hpp"
#include "physics/motion/langevin.hpp"
#include "physics/motion/velocity_verlet.hpp"

namespace mdsim {

template <class P>
void Simulation<P>::start(std::vector<AtomRecord<P>> atoms, const RunProgress& at) {
    MDSIM_EXPECT(at.step >= at.stage_first && at.step >= at.last_rebuild);
    MDSIM_EXPECT(setup().count_of_type.size() == setup().mass.size());
    progress_ = at;
    take_boxes();
    drop_images<P>(atoms, box().now.periodic);
    const double moved = comm_->max_of(farthest_moved<P>(atoms, box().now.edges));
    system_->adopt(std::move(atoms));
    fresh_ = true;
    forces_stored_ = false;
    looked_at_ = -1;
    adrift_ = false;
    // The previous run may have used a wider skin. With an unchanged skin its lists are still
    // valid, up to rounding.
    constexpr double rounding = 1e-6;
    if (setup().rebuild == RebuildRule::checked && moved > setup().skin / 2 &&
        system_->list_is_stale(moved * (1 - rounding)))
        rebuild();
}

template <class P> void Simulation<P>::take_boxes() {
    const std::optional<EarlierBoxes> boxes = std::exchange(progress_.boxes, std::nullopt);
    if (!boxes) {
        progress_.stage_edges = box().now.edges;
        return;
    }
    system_->restore_boxes(*boxes);
}

template <class P>
void Simulation<P>::draw_velocities(double temperature, bool at_rest, Ensemble first) {
    MDSIM_EXPECT(temperature >= 0);
    system_->integrator().draw_velocities(temperature, progress_.step);
    if (at_rest) remove_drift();
    const auto atoms = static_cast<double>(setup().domain.total_atoms);
    const bool fewer = at_rest || keeps_momentum(first);
    const double freedom = fewer && atoms > 1 ? 3 * atoms - 3 : 3 * atoms;
    const double kinetic = kinetic_sums(WantedSums::diagonals).kinetic_energy();
    if (kinetic > 0) scale_velocities(std::sqrt(0.5 * freedom * temperature / kinetic));
}

template <class P> void Simulation<P>::remove_drift() {
    adrift_ = false;
    if (setup().domain.total_atoms < 2) return;
    const KineticSums sums = kinetic_sums(WantedSums::all);
    const Vec3<double> p{sums.momentum[0].value(), sums.momentum[1].value(),
                         sums.momentum[2].value()};
    system_->integrator().transform_velocities(scaling(1.0), -1 / total_mass() * p);
}

template <class P> double Simulation<P>::total_mass() const {
    const std::vector<double>& type_mass = setup().mass;
    double mass = 0;
    for (std::size_t t = 0; t < type_mass.size(); ++t)
        mass += type_mass[t] * static_cast<double>(setup().count_of_type[t]);
    MDSIM_ENSURE(mass > 0);
    return mass;
}

template <class P> void Simulation<P>::scale_velocities(double factor) {
    system_->integrator().transform_velocities(scaling(factor), {0, 0, 0});
}

template <class P> bool Simulation<P>::run(const StageSettings& stage, Observer& observer) {
    MDSIM_EXPECT(stage.time_step > 0 && progress_.step >= progress_.stage_first);
    if (adrift_ && keeps_momentum(stage.ensemble) && stage.steps > 0)
        times_.time(Phase::remove_drift, [this] { remove_drift(); });
    enter(stage);
    request_ = static_cast<Request>(
        comm_->max_of(static_cast<std::int32_t>(observer.request(progress_.step))));
    while (run_ahead(stage, observer) > 0 || step(stage, observer)) {
        if (rebuild_due_) times_.time(Phase::rebuild, [this] { rebuild(); });
    }
    return is_over(stage);
}

template <class P> void Simulation<P>::enter(const StageSettings& stage) {
    const bool begins = progress_.step == progress_.stage_first;
    thermostat_.start(stage, begins ? ThermostatState{} : progress_.thermostat);
    barostat_.start(stage, begins ? BarostatState{} : progress_.barostat);
    minimizer_.start(stage, begins ? MinimizerState{} : progress_.minimizer);
    if (begins && stage.ensemble == Ensemble::minimize) scale_velocities(0);
}

template <class P> void Simulation<P>::next_stage(const StageSettings& stage) {
    MDSIM_REQUIRE(is_over(stage));
    if (stage.ensemble == Ensemble::minimize) {
        MDSIM_EXPECT(stage.minimize.has_value());
        const std::optional<double>& temperature = stage.minimize->temperature_after;
        temperature ? this->draw_velocities(*temperature, true, Ensemble::nve)
                    : scale_velocities(0);
    }
    progress_.stage_time = this->time(stage);
    progress_.stage_first = progress_.step;
    ++progress_.stage;
    adrift_ = adrift_ || !keeps_momentum(stage.ensemble);
    thermostat_.end();
}

template <class P>
StepPlan Simulation<P>::plan_in_hand(const StageSettings& stage, const Observer& observer) {
    StepNeeds needs = observer.needs(progress_.step);
    if (request_ == Request::stop) needs.energy = needs.energy || observer.needs_energy_at_stop();
    StepPlan plan =
        plan_step(stage, progress_.step - progress_.stage_first, needs, request_, fresh_);
    plan.round = system_->force_round() != nullptr;
    plan.forces = !forces_stored_ || plan.sums() != WantedSums::none;
    if (looked_at_ == progress_.step)
        plan.look = false;
    else if (plan.energy || !may_look(stage, plan))
        plan.look_at_state();
    return plan;
}

/// Whether positions can be looked at ahead of the forces: a device must be able to do the step
/// with those behind it, in the box that is known.
template <class P>
bool Simulation<P>::may_look(const StageSettings& stage, const StepPlan& plan) const {
    const RankBatches<P>* batches = system_->batches();
    if (!plan.look || batches == nullptr) return true;
    const bool impossible = waiting_sums() && !pending_action(stage); // the host says why
    return !plan.stops_device(batches->capabilities()) && !stage.changes_box() && !impossible;
}

template <class P> bool Simulation<P>::step(const StageSettings& stage, Observer& observer) {
    const StepPlan plan = plan_in_hand(stage, observer);
    if (!plan.last) lead_box(stage);
    const StepInHand now{stage, plan, observer};
    for (const Phase phase : schedule(plan)) {
        if (phase == Phase::begin && go_on_ahead(now)) return true;
        times_.time(phase, [&] { perform(phase, now); });
        if (plan.look && system_->batches() != nullptr) { // run_ahead() does the rest
            looked_at_ = progress_.step;
            return true;
        }
    }
    if (plan.last) return false;
    ++progress_.step;
    times_.count_steps(1);
    if (plan.descend && minimizer_.converged()) skip_to_end(stage, observer);
    return true;
}

template <class P> void Simulation<P>::lead_box(const StageSettings& stage) {
    if (stage.deform.empty()) return;
    if (progress_.step == progress_.stage_first) progress_.stage_edges = box().unflipped();
    system_->lead_box(edges_at(stage, progress_.step + 1));
}

template <class P>
LowerTriangular<double> Simulation<P>::edges_at(const StageSettings& stage, Step step) const {
    if (stage.deform.empty() || step == progress_.step) return box().now.edges;
    return box().flipped(
        deformed_edges(progress_.stage_edges, stage, step - progress_.stage_first));
}

template <class P> void Simulation<P>::perform(Phase phase, const StepInHand& now) {
    const auto act = row_of(phase).act;
    MDSIM_EXPECT(act != nullptr); // schedule() hands out no others
    (static_cast<StepPhases&>(*this).*act)(now);
}

template <class P> void Simulation<P>::prepare_boundary(const StepInHand& now) {
    force_round().prepare(TileSet::boundary, now.plan.sums() != WantedSums::none);
}

template <class P> void Simulation<P>::send_values(const StepInHand&) {
    force_round().send_values();
}

template <class P> void Simulation<P>::prepare_interior(const StepInHand& now) {
    force_round().prepare(TileSet::interior, now.plan.sums() != WantedSums::none);
}

template <class P> void Simulation<P>::receive_values(const StepInHand&) {
    force_round().receive_values();
}

template <class P> ForceRound& Simulation<P>::force_round() {
    ForceRound* round = system_->force_round();
    MDSIM_REQUIRE(round != nullptr); // the plan has no round
    return *round;
}

template <class P> void Simulation<P>::advance_boundary(const StepInHand& now) {
    report_ =
        fused_step().advance(motion(now.stage, progress_.step), progress_.step, TileSet::boundary);
}

template <class P> void Simulation<P>::advance_interior(const StepInHand& now) {
    report_.merge(
        fused_step().advance(motion(now.stage, progress_.step), progress_.step, TileSet::interior));
}

template <class P> FusedStep<P>& Simulation<P>::fused_step() {
    FusedStep<P>* steps = system_->fused_step();
    MDSIM_REQUIRE(steps != nullptr); // a device does such steps in batches
    return *steps;
}

template <class P> void Simulation<P>::send_halo(const StepInHand&) {
    system_->decomposition().send_halo();
}

template <class P> void Simulation<P>::receive_halo(const StepInHand&) {
    system_->decomposition().receive_halo();
}

template <class P> void Simulation<P>::forces(const StepInHand& now) {
    system_->forces().store(now.plan.sums());
    forces_stored_ = true;
}

template <class P> void Simulation<P>::complete(const StepInHand& now) {
    system_->integrator().complete_step(motion(now.stage, progress_.step));
    fresh_ = true;
}

template <class P> void Simulation<P>::begin(const StepInHand& now) {
    report_ = system_->integrator().begin_step(motion(now.stage, progress_.step), progress_.step);
    fresh_ = false;
    forces_stored_ = false;
}

template <class P>
Motion<typename P::Real> Simulation<P>::motion(const StageSettings& stage, Step step) const {
    using Real = typename P::Real;
    if (stage.ensemble == Ensemble::minimize) return descent<Real>(minimizer_.drift_time());
    if (!has_noise(stage.ensemble)) return velocity_verlet<Real>(stage.time_step);
    const double temperature = target_temperature(stage, step - progress_.stage_first);
    if (stage.ensemble == Ensemble::andersen)
        return andersen<Real>(stage.time_step, stage.collision_frequency.value(), temperature);
    return langevin<Real>(stage.time_step, stage.friction.value(), temperature);
}

template <class P> KineticSums Simulation<P>::kinetic_sums(WantedSums wanted) {
    KineticSums sums = system_->integrator().kinetic_sums(wanted);
    add_over_ranks(sums, *comm_);
    return sums;
}

template <class P> LayerSums Simulation<P>::layer_sums(const Layers& layers) {
    LayerSums sums = system_->integrator().layer_sums(layers);
    comm_->sum(std::span<std::int64_t>(sums.atoms));
    add_over_ranks(sums.motion, *comm_, "momentum or kinetic energy of a layer");
    return sums;
}

template <class P> DensityModes Simulation<P>::density_modes(const std::vector<WaveVector>& waves) {
    DensityModes modes = system_->integrator().density_modes(waves);
    comm_->sum(std::span<std::int64_t>(modes.sums));
    return modes;
}

template <class P> HeatCurrent Simulation<P>::heat_current() {
    find_shares();
    HeatCurrent current = system_->integrator().heat_current();
    add_over_ranks(std::span<FixedSum>(current.sum), *comm_, "heat current");
    return current;
}

template <class P> double Simulation<P>::degrees_of_freedom(const StageSettings& stage) const {
    return mdsim::degrees_of_freedom(stage.ensemble, setup().domain.total_atoms);
}

template <class P> void Simulation<P>::observe(const StepInHand& now) {
    const auto& [stage, plan, observer] = now;
    Observation seen;
    seen.step = progress_.step;
    seen.needs = observer.needs(progress_.step);
    seen.request = request_;
    seen.stage_ends = plan.last && progress_.step == progress_.stage_first + stage.steps;
    if (plan.energy) seen.thermo = thermo_now(now);
    observer.observe(seen);
}

template <class P> Thermo Simulation<P>::thermo_now(const StepInHand& now) {
    const StageSettings& stage = now.stage;
    BatchSample sample;
    sample.step = progress_.step;
    sample.kinetic = system_->integrator().kinetic_sums(now.plan.sums());
    sample.pair = system_->forces().sums();
    Thermo thermo = thermo_of(sample, stage, box().now.edges);
    thermo.couplings = thermostat_.energy();
    thermo.couplings += barostat_.energy(stage, progress_.step - progress_.stage_first, thermo,
                                         degrees_of_freedom(stage));
    return thermo;
}

template <class P>
Thermo Simulation<P>::thermo_of(BatchSample sample, const StageSettings& stage,
                                const LowerTriangular<double>& edges) {
    add_over_ranks(sample.kinetic, *comm_);
    const bool at_hand = sample.step == progress_.step;
    if (at_hand && comm_->max_of(sample.pair.saturated() ? 1 : 0) == 1)
        throw_force_fault(system_->atoms(), sample.step, *setup().force_field, *comm_);
    add_over_ranks(sample.pair, *comm_);
    const double volume = Box{edges, {}}.volume();
    Thermo thermo = make_thermo(sample.pair, sample.kinetic,
                                {volume, setup().domain.total_atoms, degrees_of_freedom(stage),
                                 setup().force_field->tail(setup().count_of_type, volume)});
    thermo.step = sample.step;
    thermo.time = this->time(stage, sample.step);
    thermo.edges = edges;
    return thermo;
}

template <class P> void Simulation<P>::list_check(const StepInHand& now) {
    const bool fault = report_.fault != no_atom;
    double agreed[3] = {fault ? 0 : report_.displacement2, fault ? 1.0 : 0.0,
                        static_cast<double>(now.observer.request(progress_.step + 1))};
    if (comm_->size() > 1) comm_->max(std::span<double>(agreed));
    if (agreed[1] > 0)
        throw_motion_fault(system_->atoms(), report_.fault, progress_.step, *setup().force_field,
                           *comm_);
    request_ = static_cast<Request>(static_cast<int>(agreed[2]));
    system_->enter_next_box();
    const double farthest = std::sqrt(agreed[0]);
    const bool unsafe = system_->list_is_stale(farthest) || box().leaves_frame();
    const Step interval = progress_.step + 1 - progress_.last_rebuild;
    MDSIM_EXPECT(interval > 0);
    if (setup().rebuild == RebuildRule::checked) {
        rebuild_due_ = unsafe;
    } else {
        rebuild_due_ = interval >= setup().rebuild_every || box().leaves_frame() ||
                       farthest > box().unambiguous_move();
        intervals_.unsafe += unsafe && !rebuild_due_ ? 1 : 0;
    }
}

template <class P> void Simulation<P>::rebuild() {
    const Step interval = progress_.step - progress_.last_rebuild;
    intervals_.merge({1, interval, interval, interval, 0});
    progress_.last_rebuild = progress_.step;
    rebuild_due_ = false;
    forces_stored_ = false;
    system_->rebuild(times_.busy());
}

template class Simulation<MixedPrecision>;
template class Simulation<DoublePrecision>;

} // namespace mdsim
