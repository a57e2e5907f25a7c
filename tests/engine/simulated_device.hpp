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
#include "engine/simulated_looks.hpp"
#include "engine/simulated_split_steps.hpp"
#include "engine/simulation.hpp"
#include "engine/system_on_host.hpp"

namespace mdsim::test {

/// Steps that simulated devices have done by themselves.
inline std::int64_t steps_ahead = 0;
/// Samples of sums that they have taken meanwhile.
inline std::int64_t samples_ahead = 0;
/// What they say they do between half kicks.
inline DeviceCapabilities capabilities{true, true, true};
/// Batches that they began between the half kicks of a step.
inline std::int64_t batches_between_kicks = 0;

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
    SimulationOn<P, Space> simulation(alone(), fluid.setup);
    simulation.start(atoms);
    try {
        simulation.run(nve(400, time_step), observer);
    } catch (const PhysicsError& error) {
        return error.what();
    }
    return {};
}

} // namespace mdsim::test

// A device that is none: answers to the contracts of a device with the drivers of processors, so
// that what the engine does with a device can be held against a run without one, bit by bit.
// Several ranks choose bricks by themselves, not those that they are given.
namespace mdsim {

/// The atoms of a simulated device, in a box that it is given.
template <class P> class SimulatedAtoms final : public SystemOnHost<P> {
  public:
    using SystemOnHost<P>::SystemOnHost;

    void take_box(const BoxState& box) { this->box_ = box; }
    void begin_rebuild() { this->box_.begin_rebuild(); }
};

/// Batches of steps, each done as a processor does it.
template <class P> class SimulatedBatches final : public StepBatches<P> {
  public:
    SimulatedBatches(SimulatedAtoms<P>& system, const Communicator& comm)
        : system_(&system), comm_(&comm) {}

    DeviceCapabilities capabilities() const override { return test::capabilities; }

    BatchReport run(const StepBatch<P>& batch) override {
        BatchReport report;
        report.last_rebuild = batch.last_rebuild;
        SimulatedSplitSteps<P> split_steps(batch, *comm_);
        looks_.begin();
        const bool rescales = batch.barostat.acts.any();
        if (rescales) report.boxes.push_back(system_->box().now.edges);
        for (std::int64_t k = 0; k < batch.steps; ++k) {
            if (report.rebuild_due && !rebuild(batch.first + k, report)) break;
            if (!batch.boxes.empty() && !rescales)
                system_->lead_box(batch.boxes[static_cast<std::size_t>(k) + 1]);
            const auto& motion =
                batch.motion[batch.motion.size() == 1 ? 0 : static_cast<std::size_t>(k)];
            const Step step = batch.first + k;
            if (const std::size_t next = looks_.count();
                next < batch.looks.size() && batch.looks[next].step == step)
                looks_.look(*system_, batch.looks[next].tasks);
            MotionReport moved{};
            if (k == 0 && batch.between_kicks)
                moved = begin(motion, step);
            else if (split_steps.on(step))
                moved = split_steps.step(*system_, motion, step);
            else
                moved = this->step(motion, step);
            moved.displacement2 = comm_->max_of(moved.displacement2);
            if (split_steps.stuck()) break;
            report.fault = moved.fault;
            if (moved.fault != no_atom) break;
            ++report.steps;
            system_->enter_next_box();
            check_lists(batch, std::sqrt(moved.displacement2), report);
            if (rescales) report.boxes.push_back(system_->box().now.edges);
            if (rescales && system_->box().leaves_frame()) break;
        }
        report.stuck = split_steps.stuck();
        report.thermostat = split_steps.thermostat();
        report.barostat = split_steps.barostat();
        report.measured = split_steps.measured();
        report.samples = split_steps.samples();
        report.looks = std::min(looks_.count(), looks_before(batch, batch.first + report.steps));
        test::steps_ahead += report.steps;
        test::samples_ahead += static_cast<std::int64_t>(report.samples.size());
        report.busy = test::pretence.step_seconds * static_cast<double>(report.steps);
        return report;
    }

    void show_look(std::size_t look) override { looks_.show(look); }
    void show_atoms() override { looks_.show_none(); }
    const SimulatedLooks<P>& looks() const { return looks_; }

  private:
    /// How many looks of a batch are of steps before this one.
    static std::size_t looks_before(const StepBatch<P>& batch, Step end) {
        return static_cast<std::size_t>(
            std::count_if(batch.looks.begin(), batch.looks.end(),
                          [&](const BatchLook& look) { return look.step < end; }));
    }

    MotionReport begin(const Motion<typename P::Real>& motion, Step step) {
        ++test::batches_between_kicks;
        const MotionReport report = system_->integrator().begin_step(motion, step);
        system_->decomposition().send_halo();
        system_->decomposition().receive_halo();
        return report;
    }

    MotionReport step(const Motion<typename P::Real>& motion, Step step) {
        MotionReport report = system_->fused_step()->advance(motion, step, TileSet::boundary);
        system_->decomposition().send_halo();
        report.merge(system_->fused_step()->advance(motion, step, TileSet::interior));
        system_->decomposition().receive_halo();
        return report;
    }

    /// Rebuilds before step `now`; false where the ranks are to act as if capacity had been short.
    bool rebuild(Step now, BatchReport& report) {
        const Step interval = now - report.last_rebuild;
        report.shortest = report.rebuilds == 0 ? interval : std::min(report.shortest, interval);
        report.longest = std::max(report.longest, interval);
        report.steps_between += interval;
        ++report.rebuilds;
        report.last_rebuild = now;
        report.rebuild_due = false;
        system_->begin_rebuild();
        report.capacity = system_->decomposition().rebuild();
        const std::int64_t every = test::pretence.no_capacity_every;
        if (comm_->size() == 1 || every == 0 || report.rebuilds % every != 0) return true;
        report.capacity = test::pretence.no_capacity;
        ++test::pretence.without_capacity;
        return false;
    }

    void check_lists(const StepBatch<P>& batch, double farthest, BatchReport& report) const {
        const BoxState& box = system_->box();
        const bool unsafe = farthest > batch.allowed_move.in(box.built.edges, box.now.edges);
        const Step interval = batch.first + report.steps - report.last_rebuild;
        report.rebuild_due = batch.rebuild_every == 0 ? unsafe : interval >= batch.rebuild_every;
        report.unsafe += unsafe && !report.rebuild_due ? 1 : 0;
    }

    SimulatedAtoms<P>* system_;
    const Communicator* comm_;
    SimulatedLooks<P> looks_;
};

/// The order of ids, from tables of a processor.
template <class P> class SimulatedIdOrder final : public IdOrder {
  public:
    SimulatedIdOrder(System<P>& system, const SimulatedLooks<P>& looks)
        : system_(&system), looks_(&looks) {}

    bool index() override {
        table_ = system_->table();
        return true;
    }
    void write(const AnyColumn& column, void* to) override {
        table_->write(column, {static_cast<std::byte*>(to),
                               system_->local_atoms().owned() * value_bytes<P>(column)});
    }
    DeviceValues keep(const AnyColumn& column) override {
        DeviceValues values;
        values.count = system_->local_atoms().owned();
        auto kept = std::make_shared<std::vector<std::byte>>(values.count * value_bytes<P>(column));
        write(column, kept->data());
        values.memory = std::shared_ptr<void>(kept, kept->data());
        return values;
    }
    std::unique_ptr<TimeOrigins> time_origins(const OriginRequest& request,
                                              std::function<void()>) override {
        return std::make_unique<HostTimeOrigins<P>>(request, [this] { return shown_table(); });
    }

  private:
    std::unique_ptr<AtomTable<P>> shown_table() {
        const SimulatedLook* look = looks_->shown();
        if (look == nullptr) return system_->table();
        return std::make_unique<SimulatedLookTable<P>>(system_->table(), *look);
    }

    System<P>* system_;
    const SimulatedLooks<P>* looks_;
    std::unique_ptr<AtomTable<P>> table_;
};

template <class P> struct DeviceSystem<P>::Implementation {
    /// What there is since atoms have been adopted.
    struct Adopted {
        SimulatedAtoms<P> system;
        SimulatedBatches<P> batches;
        SimulatedForces<P> forces;
        SimulatedIdOrder<P> id_order;

        Adopted(const Communicator& comm, const SimulationSetup& s)
            : system(comm, s), batches(system, comm), forces(system.forces(), batches.looks()),
              id_order(system, batches.looks()) {}
    };

    DeviceSetup setup;
    Communicator comm;
    BoxState box;
    std::optional<Adopted> adopted;

    explicit Implementation(const DeviceSetup& s)
        : setup(s), comm(s.comm != nullptr ? s.comm->duplicate() : Communicator::self()),
          box(BoxState::at_start(s.box, s.grid)) {}

    SimulationSetup host_setup(std::int64_t atoms) const {
        SimulationSetup s;
        s.layout.balance = Balance::off;
        const double reach = std::max(setup.force_field->largest_cutoff(), setup.sampled_range);
        s.domain = {box.frame.box, box.frame.grid, reach + setup.skin, setup.tile_target, atoms};
        s.force_field = setup.force_field;
        s.mass = setup.mass;
        s.skin = setup.skin;
        s.sampled_range = setup.sampled_range;
        s.seed = setup.seed;
        return s;
    }
};

template <class P>
DeviceSystem<P>::DeviceSystem(const DeviceSetup& setup)
    : implementation_(std::make_unique<Implementation>(setup)) {}
template <class P> DeviceSystem<P>::~DeviceSystem() = default;
template <class P> DeviceSystem<P>::DeviceSystem(DeviceSystem&&) noexcept = default;
template <class P> DeviceSystem<P>& DeviceSystem<P>::operator=(DeviceSystem&&) noexcept = default;

template <class P> void DeviceSystem<P>::set_box(const BoxState& box) {
    Implementation& d = *implementation_;
    d.box = box;
    if (d.adopted) d.adopted->system.take_box(box);
}

template <class P> void DeviceSystem<P>::adopt(std::span<const AtomRecord<P>> records) {
    Implementation& d = *implementation_;
    const auto all = d.comm.sum_of(static_cast<std::int64_t>(records.size()));
    d.adopted.emplace(d.comm, d.host_setup(all));
    d.adopted->system.take_box(d.box);
    d.adopted->system.adopt({records.begin(), records.end()});
}
template <class P>
void DeviceSystem<P>::adopt(std::span<const AtomRecord<P>> records, const RankLayout&) {
    adopt(records);
}
template <class P> LocalAtoms<P>& DeviceSystem<P>::atoms() const {
    return implementation_->adopted->system.local_atoms();
}
template <class P> AtomForces& DeviceSystem<P>::forces() const {
    return implementation_->adopted->forces;
}
template <class P> Integrator<P>& DeviceSystem<P>::integrator() const {
    return implementation_->adopted->system.integrator();
}
template <class P> DomainDecomposition& DeviceSystem<P>::decomposition() const {
    return implementation_->adopted->system.decomposition();
}
template <class P> StepBatches<P>& DeviceSystem<P>::batches() const {
    return implementation_->adopted->batches;
}
template <class P> IdOrder* DeviceSystem<P>::id_order() const {
    return &implementation_->adopted->id_order;
}

template class DeviceSystem<MixedPrecision>;
template class DeviceSystem<DoublePrecision>;

} // namespace mdsim
