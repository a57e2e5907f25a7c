// SPDX-License-Identifier: BSD-3-Clause
#include "engine/thermostat.hpp"

#include "core/contract.hpp"
#include "engine/draw_velocities.hpp"

namespace mdsim {

namespace {

double time_between(const StageSettings& stage) {
    return stage.coupling_interval() * stage.time_step;
}

} // namespace

void Thermostat::start(const StageSettings& stage, const NoseHooverChain::State& saved) {
    if (stage.ensemble != Ensemble::nose_hoover) return;
    MDSIM_EXPECT(stage.relaxation_time.has_value());
    const NoseHooverChain::Settings settings{stage.chain_links(), *stage.relaxation_time, 1};
    if (saved.momentum.empty())
        chain_.emplace(settings);
    else
        chain_.emplace(settings, saved);
}

double Thermostat::act(const StageSettings& stage, Step done, double kinetic_energy,
                       double degrees_of_freedom) {
    MDSIM_EXPECT(chain_.has_value());
    return chain_->propagate(kinetic_energy, degrees_of_freedom, target_temperature(stage, done),
                             time_between(stage));
}

BatchCoupling Thermostat::on_batch(const StageSettings& stage, Step stage_first, Step first,
                                   Step end, double degrees_of_freedom) const {
    BatchCoupling coupling;
    if (!chain_) return coupling;
    MDSIM_EXPECT(stage_first <= first && first <= end);
    coupling.every = stage.coupling_interval();
    coupling.first = stage_first;
    coupling.time = time_between(stage);
    coupling.degrees_of_freedom = degrees_of_freedom;
    coupling.settings = chain_->settings();
    coupling.chain = chain_->state();
    const Step acts = coupling.next_from(first);
    coupling.temperature.push_back(target_temperature(stage, acts - stage_first));
    if (!stage.temperature_end) return coupling;
    for (Step step = acts + coupling.every; step < end; step += coupling.every)
        coupling.temperature.push_back(target_temperature(stage, step - stage_first));
    return coupling;
}

double Thermostat::energy_at(const NoseHooverChain::State& state) const {
    return chain_ ? NoseHooverChain(chain_->settings(), state).energy() : 0;
}

void Thermostat::go_on_from(const NoseHooverChain::State& state) {
    MDSIM_EXPECT(!chain_ || state.momentum.size() == chain_->state().momentum.size());
    if (chain_) chain_.emplace(chain_->settings(), state);
}

} // namespace mdsim
