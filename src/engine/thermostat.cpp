// SPDX-License-Identifier: BSD-3-Clause
#include "engine/thermostat.hpp"

#include "core/contract.hpp"
#include "engine/draw_velocities.hpp"

namespace mdsim {

namespace {

/// The time from one action to the next.
double time_between(const StageSettings& stage) {
    return stage.coupling_interval() * stage.time_step;
}

} // namespace

void Thermostat::start(const StageSettings& stage, const ThermostatState& state) {
    kind_ = stage.thermostat();
    state_ = state;
}

double Thermostat::act(const StageSettings& stage, Step done, Step step, double kinetic_energy,
                       double degrees_of_freedom) {
    MDSIM_EXPECT(kind_.has_value());
    const ThermostatAction action{degrees_of_freedom, target_temperature(stage, done),
                                  time_between(stage), thermostat_noise(seed_, step)};
    return mdsim::act(*kind_, action, kinetic_energy, state_);
}

BatchCoupling Thermostat::on_batch(const StageSettings& stage, Step stage_first, Step first,
                                   Step end, double degrees_of_freedom) const {
    BatchCoupling coupling;
    if (!kind_) return coupling;
    MDSIM_EXPECT(stage_first <= first && first <= end);
    coupling.acts = {stage_first, stage.has_piston() ? 1 : stage.coupling_interval()};
    coupling.time = time_between(stage);
    coupling.degrees_of_freedom = degrees_of_freedom;
    coupling.thermostat = *kind_;
    coupling.state = state_;
    const Step next = coupling.acts.next_from(first);
    coupling.temperature.push_back(target_temperature(stage, next - stage_first));
    if (!stage.temperature_end) return coupling;
    for (Step step = next + coupling.acts.every; step < end; step += coupling.acts.every)
        coupling.temperature.push_back(target_temperature(stage, step - stage_first));
    return coupling;
}

double Thermostat::energy_at(const ThermostatState& state) const {
    return kind_ ? energy_of(*kind_, state) : 0;
}

} // namespace mdsim
