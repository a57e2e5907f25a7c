// SPDX-License-Identifier: BSD-3-Clause
#include "session/readings_output.hpp"

#include <cmath>
#include <utility>

#include "core/contract.hpp"
#include "metrics/progress_file.hpp"

namespace mdsim {

namespace {

constexpr double seconds_per_day = 86400;

RunIdentity identity_of(const RunContext& context, const ReadingsOutput::Subject& subject) {
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

/// What the simulation knows of its work, of all ranks where they have looked at their load.
template <class P> void read_work(const AnySimulation<P>& simulation, RunReadings& readings) {
    readings.rebuilds = simulation.intervals().rebuilds;
    readings.rebuild_steps = simulation.intervals().steps;
    readings.bytes = static_cast<double>(simulation.bytes());
    RankStatistics ranks = simulation.statistics();
    if (!ranks.waits.empty()) readings.imbalance = ranks.imbalance;
    readings.waits = std::move(ranks.waits);
}

void read_thermo(const Thermo& thermo, const Units& units, RunReadings& readings) {
    readings.temperature = units.to_user(Dimension::temperature, thermo.temperature);
    readings.conserved_energy = units.to_user(Dimension::energy, thermo.conserved());
}

} // namespace

ReadingsOutput::ReadingsOutput(const RunContext& context, const Subject& subject)
    : context_(&context), identity_(identity_of(context, subject)) {}

template <class P>
void ReadingsOutput::tell(const RunStanding& standing, const AnySimulation<P>& simulation,
                          const EnergyDrift& drift) {
    MDSIM_EXPECT(standing.stage < context_->config->stages.size());
    if (!context_->comm->is_root()) return;
    const double time_step = context_->config->stages[standing.stage].time_step;
    RunReadings readings;
    readings.identity = identity_;
    read_standing(standing, *context_, readings);
    if (readings.steps_per_second)
        readings.simulated_per_day = context_->parts->units.to_speed_time(time_step) *
                                     *readings.steps_per_second * seconds_per_day;
    if (thermo_) read_thermo(*thermo_, context_->parts->units, readings);
    readings.drift = drift_reading(drift, time_step);
    read_work(simulation, readings);
    readings.machine = machine(standing.state);
    leave(std::move(readings));
}

void ReadingsOutput::tell_failure(const RunStanding& standing) {
    MDSIM_EXPECT(standing.state == RunState::failed);
    if (!context_->comm->is_root()) return;
    RunReadings readings;
    readings.identity = identity_;
    {
        const std::lock_guard alone(mutex_);
        if (reported_) readings = *reported_;
    }
    read_standing(standing, *context_, readings);
    leave(std::move(readings));
}

std::optional<DriftReading> ReadingsOutput::drift_reading(const EnergyDrift& drift,
                                                          double time_step) const {
    const auto atoms = static_cast<double>(identity_.atoms);
    const DriftPerAtom found =
        drift_per_atom(drift, identity_.atoms, time_step, context_->parts->units);
    if (!std::isfinite(found.standard_error) || !(drift.thermal() > 0)) return std::nullopt;
    return DriftReading{found.rate, found.standard_error, found.energy_unit, found.time_unit,
                        std::abs(drift.change()) / (atoms * drift.thermal())};
}

/// As read last; where the run ends, which need not hurry, memory is read anew.
MachineReadings ReadingsOutput::machine(RunState state) {
    if (context_->metrics == nullptr || !context_->metrics->machine) return {};
    if (auto seen = context_->metrics->machine->glance()) machine_ = std::move(seen);
    MachineReadings readings = machine_ ? *machine_ : MachineReadings{};
    if (state != RunState::running) readings.host = read_host();
    return readings;
}

void ReadingsOutput::leave(RunReadings readings) {
    const std::lock_guard alone(mutex_);
    reported_ = std::make_shared<const RunReadings>(std::move(readings));
    ProgressFile(context_->files.progress()).write(*reported_);
    if (context_->metrics != nullptr && context_->metrics->board)
        context_->metrics->board->post(reported_);
}

template void ReadingsOutput::tell(const RunStanding&, const AnySimulation<MixedPrecision>&,
                                   const EnergyDrift&);
template void ReadingsOutput::tell(const RunStanding&, const AnySimulation<DoublePrecision>&,
                                   const EnergyDrift&);

} // namespace mdsim
