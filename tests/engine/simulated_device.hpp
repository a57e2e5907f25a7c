// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "engine/atom_table.hpp"
#include "engine/engine_cases.hpp"
#include "engine/host_time_origins.hpp"
#include "engine/simulated_split_steps.hpp"
#include "engine/simulation.hpp"

namespace mdsim::test {

/// Steps that simulated devices have done by themselves.
inline std::int64_t steps_ahead = 0;
/// Samples of sums that they have taken meanwhile.
inline std::int64_t samples_ahead = 0;
/// What they say they do between half kicks.
inline DeviceCapabilities capabilities{true, true};

/// What devices of several ranks simulate besides: that every so many rebuilds of a batch found no
/// capacity (0: none), and that a step takes so long on this rank [s] (0: what it takes).
struct Pretence {
    std::int64_t no_capacity_every = 0;
    AtomCapacity no_capacity = AtomCapacity::short_of_arrays;
    double step_seconds = 0;
    std::int64_t without_capacity = 0; ///< how often that was
};
inline Pretence pretence;

/// What a run at constant energy ends with, where it fails; else nothing.
template <class P, class Space>
std::string failure_of(const Fluid& fluid, const std::vector<AtomRecord<P>>& atoms,
                       double time_step, Observer& observer) {
    Simulation<P, Space> simulation(alone(), fluid.setup);
    simulation.start(atoms);
    try {
        simulation.run(nve(400, time_step), observer);
    } catch (const PhysicsError& error) {
        return error.what();
    }
    return {};
}

} // namespace mdsim::test

// A device that is none: keeps the contract of DeviceSystem with the drivers of processors, so that
// what the engine does with a device can be held against a run without one, bit by bit. Several
// ranks choose bricks by themselves, not those that they are given.
namespace mdsim {

template <class P> struct DeviceSystem<P>::Implementation {
    DeviceSetup setup;
    Communicator comm;
    std::optional<System<P, Host>> system;
    Snapshot<P> snapshot;
    std::unique_ptr<AtomTable<P>> table;

    SimulationSetup host_setup(std::int64_t atoms) const {
        SimulationSetup s;
        s.layout.balance = Balance::off;
        const double reach = std::max(setup.force_field->largest_cutoff(), setup.sampled_range);
        s.domain = {setup.box, setup.grid, reach + setup.skin, setup.tile_target, atoms};
        s.force_field = setup.force_field;
        s.mass = setup.mass;
        s.skin = setup.skin;
        s.sampled_range = setup.sampled_range;
        s.seed = setup.seed;
        return s;
    }
    MotionReport step(const Motion<typename P::Real>& motion, Step step) {
        MotionReport report = system->advance(motion, step, TileSet::boundary);
        system->send_halo();
        report.merge(system->advance(motion, step, TileSet::interior));
        system->receive_halo();
        return report;
    }
    /// Whether to act as if a rebuild of several ranks ran out of capacity.
    bool is_short(const BatchReport& report) const {
        const std::int64_t every = test::pretence.no_capacity_every;
        return comm.size() > 1 && every > 0 && report.rebuilds % every == 0;
    }
};

template <class P>
DeviceSystem<P>::DeviceSystem(const DeviceSetup& setup)
    : implementation_(new Implementation{setup,
                                         setup.ranks != nullptr ? setup.ranks->comm->duplicate()
                                                                : Communicator::self(),
                                         {},
                                         {},
                                         {}}) {}
template <class P> DeviceSystem<P>::~DeviceSystem() = default;
template <class P> DeviceSystem<P>::DeviceSystem(DeviceSystem&&) noexcept = default;
template <class P> DeviceSystem<P>& DeviceSystem<P>::operator=(DeviceSystem&&) noexcept = default;

template <class P> void DeviceSystem<P>::adopt(std::span<const AtomRecord<P>> records) {
    const auto all = implementation_->comm.sum_of(static_cast<std::int64_t>(records.size()));
    implementation_->system.emplace(implementation_->comm, implementation_->host_setup(all));
    implementation_->system->adopt({records.begin(), records.end()});
}
template <class P> void DeviceSystem<P>::divide(const RankLayout&) {}
template <class P> AtomCapacity DeviceSystem<P>::rebuild() {
    implementation_->system->rebuild(0);
    return AtomCapacity::enough;
}
template <class P> void DeviceSystem<P>::count_atoms(std::span<std::int64_t> of_cell) {
    for (const LocalCell& cell : implementation_->system->atoms().cells->cells)
        if (cell.owned) of_cell[static_cast<std::size_t>(cell.cell)] += cell.count;
}
template <class P> void DeviceSystem<P>::queue_forces(bool with_sums) {
    implementation_->system->store_forces(with_sums);
}
template <class P> PairSums DeviceSystem<P>::pair_sums() {
    return implementation_->system->pair_sums();
}
template <class P> void DeviceSystem<P>::complete_step(const Motion<typename P::Real>& motion) {
    implementation_->system->complete_step(motion, 0);
}
template <class P>
MotionReport DeviceSystem<P>::begin_step(const Motion<typename P::Real>& motion, Step step) {
    const MotionReport report = implementation_->system->begin_step(motion, step);
    implementation_->system->send_halo();
    implementation_->system->receive_halo();
    return report;
}

template <class P> bool DeviceSystem<P>::list_is_stale() { return true; }

template <class P> bool DeviceSystem<P>::couples() const { return test::capabilities.couples; }

template <class P> bool DeviceSystem<P>::takes_samples() const {
    return test::capabilities.takes_samples;
}

template <class P> BatchReport DeviceSystem<P>::run(const StepBatch<P>& batch) {
    BatchReport report;
    report.last_rebuild = batch.last_rebuild;
    SimulatedSplitSteps<P> split_steps(batch, implementation_->comm);
    for (std::int64_t k = 0; k < batch.steps; ++k) {
        if (report.rebuild_due) {
            const Step now = batch.first + k;
            const Step interval = now - report.last_rebuild;
            report.shortest = report.rebuilds == 0 ? interval : std::min(report.shortest, interval);
            report.longest = std::max(report.longest, interval);
            report.steps_between += interval;
            ++report.rebuilds;
            report.last_rebuild = now;
            report.rebuild_due = false;
            report.capacity = rebuild();
            if (implementation_->is_short(report)) {
                report.capacity = test::pretence.no_capacity;
                ++test::pretence.without_capacity;
                break;
            }
        }
        const auto& motion =
            batch.motion[batch.motion.size() == 1 ? 0 : static_cast<std::size_t>(k)];
        const Step step = batch.first + k;
        MotionReport moved = split_steps.on(step)
                                 ? split_steps.step(*implementation_->system, motion, step)
                                 : implementation_->step(motion, step);
        moved.displacement2 = implementation_->comm.max_of(moved.displacement2);
        if (split_steps.overflowed()) break;
        report.fault = moved.fault;
        if (moved.fault != no_atom) break;
        ++report.steps;
        ++test::steps_ahead;
        const bool unsafe = std::sqrt(moved.displacement2) > batch.allowed_move;
        const Step interval = batch.first + k + 1 - report.last_rebuild;
        report.rebuild_due = batch.rebuild_every == 0 ? unsafe : interval >= batch.rebuild_every;
        report.unsafe += unsafe && !report.rebuild_due ? 1 : 0;
    }
    report.thermostat = split_steps.state();
    report.samples = split_steps.samples();
    test::samples_ahead += static_cast<std::int64_t>(report.samples.size());
    report.busy = test::pretence.step_seconds * static_cast<double>(report.steps);
    return report;
}

template <class P> KineticSums DeviceSystem<P>::kinetic_sums() {
    return implementation_->system->kinetic_sums();
}
template <class P>
void DeviceSystem<P>::transform_velocities(double factor, const Vec3<double>& shift) {
    implementation_->system->transform_velocities(factor, shift);
}
template <class P> void DeviceSystem<P>::draw_velocities(double temperature) {
    implementation_->system->draw_velocities(temperature);
}
template <class P> void DeviceSystem<P>::count_distances(PairHistogram& histogram) {
    implementation_->system->count_distances(histogram);
}

template <class P> bool DeviceSystem<P>::orders_by_id() const { return true; }
template <class P> bool DeviceSystem<P>::index_ids() {
    implementation_->table = implementation_->system->table();
    return true;
}
template <class P> void DeviceSystem<P>::column_by_id(const AnyColumn& column, void* to) {
    implementation_->table->write(column,
                                  {static_cast<std::byte*>(to), atoms() * value_bytes<P>(column)});
}
template <class P>
std::unique_ptr<TimeOrigins> DeviceSystem<P>::time_origins(const OriginRequest& request,
                                                           std::function<void()>) {
    return std::make_unique<HostTimeOrigins<P>>(
        request, [this] { return implementation_->system->table(); });
}
template <class P> bool DeviceSystem<P>::crossed_open_face() { return true; }

template <class P> const Snapshot<P>& DeviceSystem<P>::look() {
    const AtomView<P> now = implementation_->system->atoms();
    const auto copy = [](auto& to, const auto& from) {
        to.resize_discard(from.size());
        std::copy(from.begin(), from.end(), to.begin());
    };
    Particles<P, Host>& seen = implementation_->snapshot.particles;
    copy(seen.site, now.particles->site);
    copy(seen.reference, now.particles->reference);
    copy(seen.velocity, now.particles->velocity);
    copy(seen.force, now.particles->force);
    copy(seen.id, now.particles->id);
    copy(seen.image, now.particles->image);
    implementation_->snapshot.cells = *now.cells;
    return implementation_->snapshot;
}

template <class P> std::size_t DeviceSystem<P>::halo_atoms() const { return 0; }
template <class P> DeviceLinks DeviceSystem<P>::links() { return {}; }
template <class P> std::size_t DeviceSystem<P>::atoms() const {
    return static_cast<std::size_t>(implementation_->system->statistics().atoms);
}
template <class P> ListReport DeviceSystem<P>::report() const {
    return implementation_->system->lists();
}
template <class P> CarrierCounts DeviceSystem<P>::carriers() const { return {}; }
template <class P> std::size_t DeviceSystem<P>::bytes() const {
    return implementation_->system->bytes();
}

template class DeviceSystem<MixedPrecision>;
template class DeviceSystem<DoublePrecision>;

} // namespace mdsim
