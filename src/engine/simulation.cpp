// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/contract.hpp"
#include "engine/draw_velocities.hpp"
#include "engine/fault_report.hpp"
#include "engine/start_records.hpp"
#include "physics/motion/langevin.hpp"
#include "physics/motion/velocity_verlet.hpp"

namespace mdsim {

template <class P, class Space>
void Simulation<P, Space>::start(std::vector<AtomRecord<P>> atoms, const RunProgress& at) {
    MDSIM_EXPECT(at.step >= at.stage_first && at.step >= at.last_rebuild);
    MDSIM_EXPECT(setup().count_of_type.size() == setup().mass.size());
    progress_ = at;
    drop_images<P>(atoms, box().now.periodic);
    const double moved = comm_->max_of(farthest_moved<P>(atoms, box().now.edges));
    system_.adopt(std::move(atoms));
    fresh_ = true;
    adrift_ = false;
    // The previous run may have used a wider skin. With an unchanged skin its lists are still
    // valid, up to rounding.
    constexpr double rounding = 1e-6;
    if (setup().rebuild == RebuildRule::checked && moved > setup().skin / 2 &&
        system_.list_is_stale(moved * (1 - rounding)))
        rebuild();
}

template <class P, class Space>
void Simulation<P, Space>::draw_velocities(double temperature, bool at_rest, Ensemble first) {
    MDSIM_EXPECT(temperature >= 0);
    system_.draw_velocities(temperature);
    if (at_rest) remove_drift();
    const auto atoms = static_cast<double>(setup().domain.total_atoms);
    const bool fewer = at_rest || keeps_momentum(first);
    const double freedom = fewer && atoms > 1 ? 3 * atoms - 3 : 3 * atoms;
    const double kinetic = kinetic_sums().kinetic_energy();
    if (kinetic > 0)
        system_.transform_velocities(std::sqrt(0.5 * freedom * temperature / kinetic), {0, 0, 0});
}

template <class P, class Space> void Simulation<P, Space>::remove_drift() {
    adrift_ = false;
    if (setup().domain.total_atoms < 2) return;
    const KineticSums sums = kinetic_sums();
    const std::vector<double>& type_mass = setup().mass;
    double mass = 0;
    for (std::size_t t = 0; t < type_mass.size(); ++t)
        mass += type_mass[t] * static_cast<double>(setup().count_of_type[t]);
    MDSIM_EXPECT(mass > 0);
    const Vec3<double> p{sums.momentum[0].value(), sums.momentum[1].value(),
                         sums.momentum[2].value()};
    system_.transform_velocities(1.0, -1 / mass * p);
}

template <class P, class Space>
bool Simulation<P, Space>::run(const StageSettings& stage, Observer& observer) {
    MDSIM_EXPECT(stage.time_step > 0 && progress_.step >= progress_.stage_first);
    if (adrift_ && keeps_momentum(stage.ensemble) && stage.steps > 0)
        times_.time(Phase::remove_drift, [this] { remove_drift(); });
    const bool begins = progress_.step == progress_.stage_first;
    thermostat_.start(stage, begins ? ThermostatState{} : progress_.thermostat);
    request_ = static_cast<Request>(
        comm_->max_of(static_cast<std::int32_t>(observer.request(progress_.step))));
    while (run_ahead(stage, observer) > 0 || step(stage, observer)) {
        if (rebuild_due_) times_.time(Phase::rebuild, [this] { rebuild(); });
    }
    return progress_.step == progress_.stage_first + stage.steps;
}

template <class P, class Space> void Simulation<P, Space>::next_stage(const StageSettings& stage) {
    MDSIM_REQUIRE(progress_.step == progress_.stage_first + stage.steps);
    progress_.stage_time = this->time(stage);
    progress_.stage_first = progress_.step;
    ++progress_.stage;
    adrift_ = adrift_ || !keeps_momentum(stage.ensemble);
    thermostat_.end();
}

template <class P, class Space>
bool Simulation<P, Space>::step(const StageSettings& stage, Observer& observer) {
    const StepPlan plan = plan_step(stage, progress_.step - progress_.stage_first,
                                    observer.needs(progress_.step), request_, fresh_);
    for (const Phase phase : schedule(plan))
        times_.time(phase, [&] { perform(phase, stage, plan, observer); });
    if (plan.last) return false;
    ++progress_.step;
    times_.count_steps(1);
    return true;
}

template <class P, class Space>
void Simulation<P, Space>::perform(Phase phase, const StageSettings& stage, const StepPlan& plan,
                                   Observer& observer) {
    switch (phase) {
    case Phase::forces:
        return system_.store_forces(plan.energy);
    case Phase::close_coupling:
        return couple(stage, ThermostatTurn::closing);
    case Phase::open_coupling:
        return couple(stage, ThermostatTurn::opening);
    case Phase::remove_drift:
        return remove_drift();
    case Phase::observe:
        return observe(stage, plan, observer);
    case Phase::list_check:
        return check_lists(observer);
    case Phase::advance_boundary:
    case Phase::advance_interior:
    case Phase::send_halo:
    case Phase::receive_halo:
    case Phase::complete:
    case Phase::begin:
        return move(phase, motion(stage, progress_.step));
    case Phase::rebuild:
    case Phase::run_ahead:
    case Phase::count_:
        break;
    }
    MDSIM_REQUIRE(!"schedule() hands out no others");
}

template <class P, class Space>
void Simulation<P, Space>::move(Phase phase, const Motion<typename P::Real>& now) {
    switch (phase) {
    case Phase::advance_boundary:
        if constexpr (!System<P, Space>::runs_ahead)
            report_ = system_.advance(now, progress_.step, TileSet::boundary);
        break;
    case Phase::advance_interior:
        if constexpr (!System<P, Space>::runs_ahead)
            report_.merge(system_.advance(now, progress_.step, TileSet::interior));
        break;
    case Phase::send_halo:
        system_.send_halo();
        break;
    case Phase::receive_halo:
        system_.receive_halo();
        break;
    case Phase::complete:
        system_.complete_step(now, progress_.step);
        fresh_ = true;
        break;
    case Phase::begin:
        report_ = system_.begin_step(now, progress_.step);
        fresh_ = false;
        break;
    case Phase::forces:
    case Phase::close_coupling:
    case Phase::open_coupling:
    case Phase::remove_drift:
    case Phase::observe:
    case Phase::list_check:
    case Phase::rebuild:
    case Phase::run_ahead:
    case Phase::count_:
        MDSIM_REQUIRE(!"perform() does these itself");
    }
}

template <class P, class Space>
Motion<typename P::Real> Simulation<P, Space>::motion(const StageSettings& stage, Step step) const {
    using Real = typename P::Real;
    if (stage.ensemble != Ensemble::langevin) return velocity_verlet<Real>(stage.time_step);
    MDSIM_EXPECT(stage.friction.has_value());
    return langevin<Real>(stage.time_step, *stage.friction,
                          target_temperature(stage, step - progress_.stage_first));
}

template <class P, class Space> KineticSums Simulation<P, Space>::kinetic_sums() {
    KineticSums sums = system_.kinetic_sums();
    add_over_ranks(sums, *comm_);
    return sums;
}

template <class P, class Space>
void Simulation<P, Space>::couple(const StageSettings& stage, ThermostatTurn turn) {
    const double factor =
        thermostat_.act(stage, progress_.step - progress_.stage_first, progress_.step, turn,
                        kinetic_sums().kinetic_energy(), degrees_of_freedom(stage));
    system_.transform_velocities(factor, {0, 0, 0});
    progress_.thermostat = thermostat_.state();
}

template <class P, class Space>
double Simulation<P, Space>::degrees_of_freedom(const StageSettings& stage) const {
    const auto atoms = static_cast<double>(setup().domain.total_atoms);
    return keeps_momentum(stage.ensemble) && atoms > 1 ? 3 * atoms - 3 : 3 * atoms;
}

template <class P, class Space>
void Simulation<P, Space>::observe(const StageSettings& stage, const StepPlan& plan,
                                   Observer& observer) {
    Observation seen;
    seen.step = progress_.step;
    seen.needs = observer.needs(progress_.step);
    seen.request = request_;
    seen.stage_ends = plan.last && progress_.step == progress_.stage_first + stage.steps;
    if (plan.energy) {
        BatchSample sample;
        sample.step = progress_.step;
        sample.kinetic = system_.kinetic_sums();
        sample.pair = system_.pair_sums();
        seen.thermo = thermo_of(sample, stage, thermostat_.energy());
    }
    observer.observe(seen);
}

template <class P, class Space>
Thermo Simulation<P, Space>::thermo_of(BatchSample sample, const StageSettings& stage,
                                       double thermostat) {
    add_over_ranks(sample.kinetic, *comm_);
    if (comm_->max_of(sample.pair.saturated() ? 1 : 0) == 1)
        throw_force_fault(system_.atoms(), sample.step, *comm_);
    add_over_ranks(sample.pair, *comm_);
    const double volume = box().now.volume();
    Thermo thermo = make_thermo(sample.pair, sample.kinetic,
                                {volume, setup().domain.total_atoms, degrees_of_freedom(stage),
                                 setup().force_field->tail(setup().count_of_type, volume)});
    thermo.step = sample.step;
    thermo.time = this->time(stage, sample.step);
    thermo.thermostat = thermostat;
    return thermo;
}

template <class P, class Space> void Simulation<P, Space>::check_lists(Observer& observer) {
    const bool fault = report_.fault != no_atom;
    double agreed[3] = {fault ? 0 : report_.displacement2, fault ? 1.0 : 0.0,
                        static_cast<double>(observer.request(progress_.step + 1))};
    if (comm_->size() > 1) comm_->max(std::span<double>(agreed));
    if (agreed[1] > 0) throw_motion_fault(system_.atoms(), report_.fault, progress_.step, *comm_);
    request_ = static_cast<Request>(static_cast<int>(agreed[2]));
    const double farthest = std::sqrt(agreed[0]);
    const bool unsafe = system_.list_is_stale(farthest);
    const Step interval = progress_.step + 1 - progress_.last_rebuild;
    MDSIM_EXPECT(interval > 0);
    if (setup().rebuild == RebuildRule::checked) {
        rebuild_due_ = unsafe;
    } else {
        rebuild_due_ = interval >= setup().rebuild_every || farthest > box().unambiguous_move();
        intervals_.unsafe += unsafe && !rebuild_due_ ? 1 : 0;
    }
}

template <class P, class Space> void Simulation<P, Space>::rebuild() {
    const Step interval = progress_.step - progress_.last_rebuild;
    intervals_.merge({1, interval, interval, interval, 0});
    progress_.last_rebuild = progress_.step;
    rebuild_due_ = false;
    system_.rebuild(times_.busy());
}

template class Simulation<MixedPrecision, Host>;
template class Simulation<DoublePrecision, Host>;
template class Simulation<MixedPrecision, Device>;
template class Simulation<DoublePrecision, Device>;

} // namespace mdsim
