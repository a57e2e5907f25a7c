// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "engine/draw_velocities.hpp"
#include "engine/fault_report.hpp"

namespace mdsim {

namespace {

/// The part of the skin that displacements may use up; the rest covers the rounding of coordinates.
constexpr double usable_skin = 1 - 1e-4;

/// A move of more than half the box could not be told from one the other way.
constexpr double unambiguous_move = 0.4;

template <class Real> std::vector<Real> inverse(const std::vector<double>& mass) {
    std::vector<Real> result;
    for (const double m : mass) result.push_back(static_cast<Real>(1 / m));
    return result;
}

} // namespace

template <class P, class Space>
Simulation<P, Space>::Simulation(const Communicator& comm, const SimulationSetup& setup)
    : comm_(&comm), setup_(setup), inverse_mass_(inverse<typename P::Real>(setup.mass)),
      layout_(setup.layout, setup.domain.grid, setup.domain.box, setup.domain.list_range,
              comm.size()),
      atoms_(comm, setup.domain, layout_.first()),
      pairs_(*setup.force_field, {setup.skin, setup.reach, setup.domain.tile_target}) {}

template <class P, class Space>
void Simulation<P, Space>::start(std::vector<AtomRecord<P>> atoms, const Position& at) {
    position_ = at;
    if (comm_->size() > 1) {
        const CellGrid& grid = setup_.domain.grid;
        std::vector<std::int64_t> count(static_cast<std::size_t>(grid.total()), 0);
        for (const AtomRecord<P>& r : atoms)
            ++count[static_cast<std::size_t>(grid.cell_of(r.site))];
        comm_->sum(std::span<std::int64_t>(count));
        atoms_.repartition(layout_.for_atoms(count));
    }
    atoms_.adopt(std::move(atoms));
    build_lists();
    atoms_.restore_moved();
    fresh_ = true;
}

template <class P, class Space>
void Simulation<P, Space>::draw_velocities(double temperature, bool at_rest) {
    mdsim::draw_velocities(atoms_.particles(), atoms_.cells(), setup_.mass, setup_.seed,
                           temperature);
    if (at_rest) remove_drift();
    KineticSums sums = kinetic_sums(atoms_.particles(), atoms_.cells(), setup_.mass);
    add_over_ranks(sums, *comm_);
    const auto atoms = static_cast<double>(setup_.domain.total_atoms);
    const double freedom = 3 * atoms - (at_rest && atoms > 1 ? 3 : 0);
    const double kinetic = kinetic_energy(sums);
    if (kinetic > 0)
        transform_velocities(atoms_.particles(), atoms_.cells(),
                             std::sqrt(0.5 * freedom * temperature / kinetic), {0, 0, 0});
}

template <class P, class Space> void Simulation<P, Space>::remove_drift() {
    KineticSums sums = kinetic_sums(atoms_.particles(), atoms_.cells(), setup_.mass);
    add_over_ranks(sums, *comm_);
    double mass = 0;
    for (std::size_t t = 0; t < setup_.mass.size(); ++t)
        mass += setup_.mass[t] * static_cast<double>(setup_.count_of_type[t]);
    const Vec3<double> p{sums.momentum[0].value(), sums.momentum[1].value(),
                         sums.momentum[2].value()};
    transform_velocities(atoms_.particles(), atoms_.cells(), 1.0, -1 / mass * p);
}

template <class P, class Space>
double Simulation<P, Space>::time(const StageSettings& stage) const {
    return position_.stage_time +
           static_cast<double>(position_.step - position_.stage_first) * stage.time_step;
}

template <class P, class Space>
bool Simulation<P, Space>::run(const StageSettings& stage, Observer& observer) {
    if (stage.ensemble == Ensemble::nose_hoover) {
        const NoseHooverChain::Settings settings{stage.chain_length, *stage.relaxation_time, 1};
        if (position_.chain.momentum.empty())
            chain_.emplace(settings);
        else
            chain_.emplace(settings, position_.chain);
    }
    granted_ = Request::none;
    for (;;) {
        const StepPlan now = plan(stage, observer);
        for (const Phase phase : schedule(now))
            times_.time(phase, [&] { perform(phase, stage, now, observer); });
        if (now.last) break;
        ++position_.step;
        times_.count_step();
        if (rebuild_due_) times_.time(Phase::rebuild, [this] { rebuild(); });
    }
    return position_.step == position_.stage_first + stage.steps;
}

template <class P, class Space> void Simulation<P, Space>::next_stage(const StageSettings& stage) {
    MDSIM_REQUIRE(position_.step == position_.stage_first + stage.steps);
    position_.stage_time = time(stage);
    position_.stage_first = position_.step;
    ++position_.stage;
    position_.chain = {};
    chain_.reset();
}

template <class P, class Space>
StepPlan Simulation<P, Space>::plan(const StageSettings& stage, const Observer& observer) const {
    const Step done = position_.step - position_.stage_first;
    const Wish wish = observer.wish(position_.step);
    StepPlan plan;
    plan.complete = !fresh_;
    plan.last = done == stage.steps || granted_ == Request::stop;
    plan.energy = wish.energy || plan.last;
    plan.observe = wish.energy || wish.state || plan.last || done == 0 || granted_ != Request::none;
    plan.couple = chain_.has_value() && done % stage.couple_every == 0;
    plan.remove_drift =
        stage.remove_drift_every > 0 && done > 0 && done % stage.remove_drift_every == 0;
    return plan;
}

template <class P, class Space>
void Simulation<P, Space>::perform(Phase phase, const StageSettings& stage, const StepPlan& plan,
                                   Observer& observer) {
    Particles<P, Space>& particles = atoms_.particles();
    switch (phase) {
    case Phase::advance_boundary:
        report_ = pairs_.advance(particles, motion(stage), TileSet::boundary);
        break;
    case Phase::send_halo:
        atoms_.halo().start(particles.next.data());
        break;
    case Phase::advance_interior:
        report_.merge(pairs_.advance(particles, motion(stage), TileSet::interior));
        break;
    case Phase::receive_halo:
        atoms_.halo().finish(particles.next.data());
        particles.site.swap(particles.next);
        break;
    case Phase::forces:
        pair_sums_ = {};
        pairs_.store_forces(particles, plan.energy ? &pair_sums_ : nullptr);
        break;
    case Phase::complete:
        complete_step(particles, atoms_.cells(), motion(stage));
        fresh_ = true;
        break;
    case Phase::close_coupling:
        couple(stage);
        break;
    case Phase::remove_drift:
        remove_drift();
        break;
    case Phase::observe:
        observe(stage, plan, observer);
        break;
    case Phase::open_coupling:
        couple(stage);
        break;
    case Phase::begin:
        report_ = begin_step(particles, atoms_.cells(), motion(stage));
        fresh_ = false;
        break;
    case Phase::verdict:
        reach_verdict(observer);
        break;
    case Phase::rebuild:
    case Phase::count_:
        break;
    }
}

template <class P, class Space>
MotionStep<P> Simulation<P, Space>::motion(const StageSettings& stage) const {
    using Real = typename P::Real;
    const Vec3<double> h = setup_.domain.box.heights();
    const double farthest =
        std::min(setup_.domain.list_range, unambiguous_move * std::min({h.x, h.y, h.z}));
    MotionStep<P> step{VelocityVerlet<Real>(stage.time_step),
                       setup_.domain.box.edges,
                       &inverse_mass_,
                       farthest,
                       setup_.seed,
                       position_.step};
    if (stage.ensemble == Ensemble::langevin)
        step.motion =
            Langevin<Real>(stage.time_step, *stage.friction,
                           target_temperature(stage, position_.step - position_.stage_first));
    return step;
}

template <class P, class Space> void Simulation<P, Space>::couple(const StageSettings& stage) {
    const double span = stage.couple_every * stage.time_step;
    KineticSums sums = kinetic_sums(atoms_.particles(), atoms_.cells(), setup_.mass);
    add_over_ranks(sums, *comm_);
    const double target = target_temperature(stage, position_.step - position_.stage_first);
    const double factor =
        chain_->propagate(kinetic_energy(sums), degrees_of_freedom(stage), target, span);
    transform_velocities(atoms_.particles(), atoms_.cells(), factor, {0, 0, 0});
    position_.chain = chain_->state();
}

template <class P, class Space>
double Simulation<P, Space>::degrees_of_freedom(const StageSettings& stage) const {
    const auto atoms = static_cast<double>(setup_.domain.total_atoms);
    return stage.ensemble == Ensemble::langevin || atoms < 2 ? 3 * atoms : 3 * atoms - 3;
}

template <class P, class Space>
void Simulation<P, Space>::observe(const StageSettings& stage, const StepPlan& plan,
                                   Observer& observer) {
    Observation seen;
    seen.step = position_.step;
    seen.wish = observer.wish(position_.step);
    seen.granted = granted_;
    seen.stage_ends = plan.last && position_.step == position_.stage_first + stage.steps;
    if (plan.energy) {
        KineticSums kinetic = kinetic_sums(atoms_.particles(), atoms_.cells(), setup_.mass);
        add_over_ranks(kinetic, *comm_);
        check_pair_sums(pair_sums_, atoms_, position_.step, *comm_);
        add_over_ranks(pair_sums_, *comm_);
        const double volume = setup_.domain.box.volume();
        seen.thermo = make_thermo(pair_sums_, kinetic,
                                  {volume, setup_.domain.total_atoms, degrees_of_freedom(stage),
                                   setup_.force_field->tail(setup_.count_of_type, volume)});
        seen.thermo.step = position_.step;
        seen.thermo.time = time(stage);
        seen.thermo.thermostat = chain_ ? chain_->energy() : 0;
    }
    observer.observe(seen);
}

template <class P, class Space> void Simulation<P, Space>::reach_verdict(Observer& observer) {
    const bool fault = report_.fault != no_atom;
    double agreed[3] = {fault ? 0 : report_.displacement2, fault ? 1.0 + comm_->rank() : 0.0,
                        static_cast<double>(observer.request(position_.step + 1))};
    if (comm_->size() > 1) comm_->max(std::span<double>(agreed));
    if (agreed[1] > 0) report_fault(static_cast<Rank>(agreed[1]) - 1);
    granted_ = static_cast<Request>(static_cast<int>(agreed[2]));
    const bool unsafe = 2 * std::sqrt(agreed[0]) > setup_.skin * usable_skin;
    const Step interval = position_.step + 1 - position_.last_rebuild;
    if (setup_.rebuild == RebuildRule::checked) {
        rebuild_due_ = unsafe;
    } else {
        rebuild_due_ = interval >= setup_.rebuild_every;
        intervals_.unsafe += unsafe && !rebuild_due_ ? 1 : 0;
    }
}

template <class P, class Space> void Simulation<P, Space>::rebuild() {
    const Step interval = position_.step - position_.last_rebuild;
    intervals_.shortest =
        intervals_.rebuilds == 0 ? interval : std::min(intervals_.shortest, interval);
    intervals_.longest = std::max(intervals_.longest, interval);
    intervals_.steps += interval;
    ++intervals_.rebuilds;
    position_.last_rebuild = position_.step;
    rebuild_due_ = false;
    if (auto partition = layout_.next(atoms_.partition(), atoms_.cells(), times_.busy(), *comm_))
        atoms_.repartition(std::move(*partition));
    atoms_.rebuild();
    build_lists();
}

template <class P, class Space> void Simulation<P, Space>::build_lists() {
    pairs_.rebuild({&setup_.domain.box, &setup_.domain.grid, &atoms_.cells(), &atoms_.particles(),
                    &atoms_.seen_elsewhere()});
}

template <class P, class Space> void Simulation<P, Space>::report_fault(Rank rank) {
    throw_motion_fault(atoms_, report_.fault, rank, position_.step, *comm_);
}

template class Simulation<MixedPrecision, Host>;
template class Simulation<DoublePrecision, Host>;

} // namespace mdsim
