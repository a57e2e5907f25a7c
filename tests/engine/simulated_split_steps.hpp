// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/communicator.hpp"
#include "engine/system.hpp"
#include "engine/thermo.hpp"
#include "ops/step_batch.hpp"
#include "physics/coupling/thermostats.hpp"

namespace mdsim {

/// The steps of a batch that are split between their half kicks, for a thermostat or a sample.
template <class P> class SimulatedSplitSteps {
  public:
    SimulatedSplitSteps(const StepBatch<P>& batch, const Communicator& comm)
        : batch_(&batch), comm_(&comm), state_(batch.coupling.state) {}

    bool on(Step step) const { return batch_->schedule().plan(step).any(); }

    MotionReport step(System<P>& system, const Motion<typename P::Real>& motion, Step step) {
        const auto [couples, observed] = batch_->schedule().plan(step);
        system.forces().store(observed);
        system.integrator().complete_step(motion);
        if (observed)
            samples_.push_back(
                {step, system.forces().sums(), system.integrator().kinetic_sums(), state_});
        if (overflowed()) return {};
        if (couples) {
            act(system, step);
            ++acted_;
        }
        const MotionReport report = system.integrator().begin_step(motion, step);
        system.decomposition().send_halo();
        system.decomposition().receive_halo();
        return report;
    }

    /// Whether the run stands at the last sample, as a sum is out of range.
    bool overflowed() const { return !samples_.empty() && samples_.back().saturated(); }
    const std::vector<BatchSample>& samples() const { return samples_; }
    const ThermostatState& state() const { return state_; }

  private:
    void act(System<P>& system, Step step) {
        const BatchCoupling& coupling = batch_->coupling;
        const auto& wanted = coupling.temperature;
        KineticSums sums = system.integrator().kinetic_sums();
        add_over_ranks(sums, *comm_);
        const ThermostatAction action{coupling.degrees_of_freedom,
                                      wanted[wanted.size() == 1 ? 0 : acted_], coupling.time,
                                      thermostat_noise(system.setup().seed, step)};
        const double factor =
            mdsim::act(coupling.thermostat, action, sums.kinetic_energy(), state_);
        system.integrator().transform_velocities({factor, factor, factor}, {0, 0, 0});
    }

    const StepBatch<P>* batch_;
    const Communicator* comm_;
    ThermostatState state_;
    std::vector<BatchSample> samples_;
    std::size_t acted_ = 0; ///< steps on which the thermostat has acted
};

} // namespace mdsim
