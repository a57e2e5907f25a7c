// SPDX-License-Identifier: BSD-3-Clause
#include "session/metrics_output.hpp"

#include <chrono>
#include <cmath>
#include <memory>
#include <utility>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr double seconds_per_day = 86400;

RunIdentity identity_of(const RunContext& context, const MetricsOutput::Subject& subject) {
    const Units& units = context.parts->units;
    return {context.run_id,
            full_version(context.provenance()),
            context.parts->processor.name(),
            subject.precision,
            subject.atoms,
            context.comm->size(),
            std::string(units.name(Dimension::temperature)),
            std::string(units.name(Dimension::energy)),
            std::string(units.speed_time_name())};
}

double now() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace

MetricsOutput::MetricsOutput(const RunContext& context, const Subject& subject)
    : context_(&context), identity_(identity_of(context, subject)) {}

template <class P>
void MetricsOutput::tell(const RunStanding& standing, const AnySimulation<P>& simulation,
                         const EnergyDrift& drift) {
    if (context_->metrics == nullptr || !context_->metrics->sources) return;
    const StageSettings& stage = context_->config->stages[standing.stage];
    auto readings = std::make_shared<RunReadings>(readings_of(standing));
    if (readings->steps_per_second)
        readings->simulated_per_day = context_->parts->units.to_speed_time(stage.time_step) *
                                      *readings->steps_per_second * seconds_per_day;
    readings->stage = stage.name;
    readings->drift = drift_reading(drift, stage.time_step);
    readings->rebuilds = simulation.intervals().rebuilds;
    readings->rebuild_steps = simulation.intervals().steps;
    readings->bytes = simulation.bytes();
    RankStatistics ranks = simulation.statistics();
    if (!ranks.waits.empty()) readings->imbalance = ranks.imbalance;
    readings->waits = std::move(ranks.waits);
    context_->metrics->sources->board.post(std::move(readings));
}

RunReadings MetricsOutput::readings_of(const RunStanding& standing) const {
    MDSIM_EXPECT(standing.stage < context_->config->stages.size());
    const Units& units = context_->parts->units;
    RunReadings readings;
    readings.identity = identity_;
    readings.running = standing.state == RunState::running;
    readings.reported = now();
    readings.step = standing.step;
    readings.last_step = standing.last_step;
    if (standing.steps_per_second > 0) readings.steps_per_second = standing.steps_per_second;
    if (standing.checkpoint >= 0) readings.checkpoint = standing.checkpoint;
    if (thermo_) {
        readings.temperature = units.to_user(Dimension::temperature, thermo_->temperature);
        readings.conserved_energy = units.to_user(Dimension::energy, thermo_->conserved());
    }
    return readings;
}

std::optional<DriftReading> MetricsOutput::drift_reading(const EnergyDrift& drift,
                                                         double time_step) const {
    const auto atoms = static_cast<double>(identity_.atoms);
    const DriftPerAtom found =
        drift_per_atom(drift, identity_.atoms, time_step, context_->parts->units);
    if (!std::isfinite(found.standard_error) || !(drift.thermal() > 0)) return std::nullopt;
    const std::string unit =
        found.energy_unit.empty() ? "" : found.energy_unit + "/" + found.time_unit;
    return DriftReading{found.rate, found.standard_error, unit,
                        std::abs(drift.change()) / (atoms * drift.thermal())};
}

template void MetricsOutput::tell(const RunStanding&, const AnySimulation<MixedPrecision>&,
                                  const EnergyDrift&);
template void MetricsOutput::tell(const RunStanding&, const AnySimulation<DoublePrecision>&,
                                  const EnergyDrift&);

} // namespace mdsim
