// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "core/communicator.hpp"
#include "engine/system.hpp"
#include "engine/thermo.hpp"
#include "ops/step_batch.hpp"
#include "physics/coupling/barostats.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

namespace test {

/// Whether simulated devices go on behind a sample that is out of range, as those do that take
/// samples on the way of steps.
inline bool samples_on_the_way = false;

} // namespace test

/// The steps of a batch that are split between their half kicks, for a thermostat, a barostat or a
/// sample.
template <class P> class SimulatedSplitSteps {
  public:
    SimulatedSplitSteps(const StepBatch<P>& batch, const Communicator& comm)
        : batch_(&batch), comm_(&comm), thermostat_(batch.coupling.state),
          barostat_(batch.barostat.state) {
        if (batch.pending) measured_ = batch.pending->sums;
    }

    bool on(Step step) const { return batch_->schedule().plan(step).any(); }

    MotionReport step(System<P>& system, const Motion<typename P::Real>& motion, Step step) {
        const SplitWork work = batch_->schedule().plan(step);
        system.forces().store(work.sums() ? WantedSums::all : WantedSums::none);
        system.integrator().complete_step(motion);
        if (work.sums() && !add(sums_of(system, step), work.observed)) return {};
        if (work.measures()) measured_ = measure(system, step, work.for_barostat);
        if (work.acts() && !act(system, work)) return {};
        const MotionReport report = system.integrator().begin_step(motion, step);
        system.decomposition().send_halo();
        system.decomposition().receive_halo();
        return report;
    }

    /// Whether the run stands at a step whose sums are out of range, or whose barostat cannot act.
    bool stuck() const { return stuck_; }
    const std::vector<BatchSample>& samples() const { return samples_; }
    const ThermostatState& thermostat() const { return thermostat_; }
    const BarostatState& barostat() const { return barostat_; }
    const std::optional<CoupledSums>& measured() const { return measured_; }

  private:
    BatchSample sums_of(System<P>& system, Step step) const {
        return {step, system.forces().sums(), system.integrator().kinetic_sums(), thermostat_,
                barostat_};
    }

    bool add(const BatchSample& sums, bool observed) {
        stuck_ = !test::samples_on_the_way && comm_->max_of(sums.saturated() ? 1 : 0) == 1;
        if (observed && !stuck_) samples_.push_back(sums);
        return !stuck_;
    }

    CoupledSums measure(System<P>& system, Step step, bool pressure) const {
        KineticSums kinetic = system.integrator().kinetic_sums();
        add_over_ranks(kinetic, *comm_);
        CoupledSums sums{step, kinetic.kinetic_energy(), {}, {}};
        if (!pressure) return sums;
        PairSums pair = system.forces().sums();
        add_over_ranks(pair, *comm_);
        const double tail = batch_->barostat.tail / volume_of(system) / 3;
        for (std::size_t a = 0; a < 6; ++a) {
            sums.virial[a] = pair.virial[a].value() + (a < 3 ? tail : 0);
            sums.kinetic2[a] = kinetic.tensor[a].value();
        }
        return sums;
    }

    static double volume_of(System<P>& system) {
        const LowerTriangular<double>& edges = system.box().now.edges;
        return edges.xx * edges.yy * edges.zz;
    }

    /// The number of a step among those of the batch whose sums a coupling acts by; 0 where what is
    /// wanted is one for all.
    static std::size_t place(const std::vector<double>& wanted, const StepSeries& acts, Step first,
                             Step step) {
        return wanted.size() == 1
                   ? 0
                   : static_cast<std::size_t>(acts.before(step) - acts.before(first));
    }

    double couple(System<P>& system, Step step, double kinetic) {
        const BatchCoupling& coupling = batch_->coupling;
        const std::size_t k = place(coupling.temperature, coupling.acts, batch_->first, step);
        const ThermostatAction action{coupling.degrees_of_freedom, coupling.temperature[k],
                                      coupling.time, thermostat_noise(system.setup().seed, step)};
        return mdsim::act(coupling.thermostat, action, kinetic, thermostat_);
    }

    bool act(System<P>& system, const SplitWork& work) {
        if (measured_->step < batch_->first) {
            take_pending(system, work.rescales);
        } else if (work.rescales) {
            if (!rescale(system, work.couples)) return false;
        } else {
            const double factor = couple(system, measured_->step, measured_->kinetic_energy);
            system.integrator().transform_velocities(scaling(factor), {0, 0, 0});
        }
        measured_.reset();
        return true;
    }

    void take_pending(System<P>& system, bool rescales) {
        const PendingAction& pending = batch_->pending.value();
        thermostat_ = pending.thermostat;
        barostat_ = pending.barostat;
        system.integrator().transform_velocities(pending.velocities, {0, 0, 0});
        if (rescales) system.lead_box(pending.edges, pending.edges);
    }

    bool rescale(System<P>& system, bool couples) {
        const BatchBarostat& batch = batch_->barostat;
        const CoupledSums by = *measured_;
        const std::size_t k = place(batch.pressure, batch.acts, batch_->first, by.step);
        const BarostatAction action{
            by.virial,         by.kinetic2,
            batch.pressure[k], batch.temperature[k],
            volume_of(system), batch.degrees_of_freedom,
            batch.time,        barostat_noise(system.setup().seed, by.step)};
        const BoxMove move = mdsim::act(batch.barostat, action, barostat_, [&](double energy) {
            return couples ? couple(system, by.step, energy) : 1;
        });
        stuck_ = !move.possible();
        if (stuck_) return false;
        system.integrator().transform_velocities(move.velocities, {0, 0, 0});
        const LowerTriangular<double> edges = system.box().now.edges;
        system.lead_box(edges * move.next, edges * move.drift);
        return true;
    }

    const StepBatch<P>* batch_;
    const Communicator* comm_;
    ThermostatState thermostat_;
    BarostatState barostat_;
    std::vector<BatchSample> samples_;
    std::optional<CoupledSums> measured_; ///< that have not been acted by
    bool stuck_ = false;
};

} // namespace mdsim
