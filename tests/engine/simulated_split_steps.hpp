// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/communicator.hpp"
#include "engine/system.hpp"
#include "engine/thermo.hpp"
#include "ops/step_batch.hpp"
#include "physics/coupling/barostats.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// The steps of a batch that are split between their half kicks, for a thermostat, a barostat or a
/// sample.
template <class P> class SimulatedSplitSteps {
  public:
    SimulatedSplitSteps(const StepBatch<P>& batch, const Communicator& comm)
        : batch_(&batch), comm_(&comm), thermostat_(batch.coupling.state),
          barostat_(batch.barostat.state) {}

    bool on(Step step) const { return batch_->schedule().plan(step).any(); }

    MotionReport step(System<P>& system, const Motion<typename P::Real>& motion, Step step) {
        const SplitWork work = batch_->schedule().plan(step);
        system.forces().store(work.sums());
        system.integrator().complete_step(motion);
        if (work.sums() && !add(sums_of(system, step), work.observed)) return {};
        if (work.rescales && !rescale(system, step, work.couples)) return {};
        if (work.couples && !work.rescales) {
            const double factor = couple(system, step, kinetic_energy(system));
            system.integrator().transform_velocities(scaling(factor), {0, 0, 0});
        }
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

  private:
    BatchSample sums_of(System<P>& system, Step step) const {
        return {step, system.forces().sums(), system.integrator().kinetic_sums(), thermostat_,
                barostat_};
    }

    bool add(const BatchSample& sums, bool observed) {
        stuck_ = comm_->max_of(sums.saturated() ? 1 : 0) == 1;
        if (observed && !stuck_) samples_.push_back(sums);
        return !stuck_;
    }

    double kinetic_energy(System<P>& system) const {
        KineticSums sums = system.integrator().kinetic_sums();
        add_over_ranks(sums, *comm_);
        return sums.kinetic_energy();
    }

    double couple(System<P>& system, Step step, double kinetic) {
        const BatchCoupling& coupling = batch_->coupling;
        const auto& wanted = coupling.temperature;
        const ThermostatAction action{coupling.degrees_of_freedom,
                                      wanted[wanted.size() == 1 ? 0 : coupled_++], coupling.time,
                                      thermostat_noise(system.setup().seed, step)};
        return mdsim::act(coupling.thermostat, action, kinetic, thermostat_);
    }

    bool rescale(System<P>& system, Step step, bool couples) {
        const BatchBarostat& batch = batch_->barostat;
        BatchSample sums = sums_of(system, step);
        add_over_ranks(sums.pair, *comm_);
        add_over_ranks(sums.kinetic, *comm_);
        const LowerTriangular<double> edges = system.box().now.edges;
        const double volume = edges.xx * edges.yy * edges.zz;
        const double tail = batch.tail / volume / 3;
        const std::size_t k = batch.pressure.size() == 1 ? 0 : rescaled_++;
        BarostatAction action{{},
                              {},
                              batch.pressure[k],
                              batch.temperature[k],
                              volume,
                              batch.degrees_of_freedom,
                              batch.time,
                              barostat_noise(system.setup().seed, step)};
        for (std::size_t a = 0; a < 6; ++a) {
            action.virial[a] = sums.pair.virial[a].value() + (a < 3 ? tail : 0);
            action.kinetic2[a] = sums.kinetic.tensor[a].value();
        }
        const BoxMove move = mdsim::act(batch.barostat, action, barostat_, [&](double energy) {
            return couples ? couple(system, step, energy) : 1;
        });
        stuck_ = !move.possible();
        if (stuck_) return false;
        system.integrator().transform_velocities(move.velocities, {0, 0, 0});
        system.lead_box(edges * move.next, edges * move.drift);
        return true;
    }

    const StepBatch<P>* batch_;
    const Communicator* comm_;
    ThermostatState thermostat_;
    BarostatState barostat_;
    std::vector<BatchSample> samples_;
    std::size_t coupled_ = 0;  ///< steps on which the thermostat has acted
    std::size_t rescaled_ = 0; ///< likewise the barostat
    bool stuck_ = false;
};

} // namespace mdsim
