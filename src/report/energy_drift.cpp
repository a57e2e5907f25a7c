// SPDX-License-Identifier: BSD-3-Clause
#include "report/energy_drift.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "core/contract.hpp"

namespace mdsim {

void EnergyDrift::add(Step step, double conserved, double thermal) {
    MDSIM_EXPECT(step >= 0); // below stands for no sample
    if (step <= last_) return;
    if (first_ < 0) first_ = step;
    last_ = step;
    thermal_ = thermal;
    line_.add(static_cast<double>(step), conserved);
}

double EnergyDrift::change() const { return line_.slope() * static_cast<double>(last_ - first_); }

std::vector<double> EnergyDrift::numbers() const {
    std::vector<double> numbers{static_cast<double>(first_), static_cast<double>(last_), thermal_};
    for (const double number : line_.numbers()) numbers.push_back(number);
    return numbers;
}

EnergyDrift EnergyDrift::from(const std::vector<double>& numbers) {
    EnergyDrift drift;
    if (numbers.size() < 3) return drift;
    drift.first_ = static_cast<Step>(numbers[0]);
    drift.last_ = static_cast<Step>(numbers[1]);
    drift.thermal_ = numbers[2];
    drift.line_ = LineFit::from({numbers.begin() + 3, numbers.end()});
    return drift;
}

DriftPerAtom drift_per_atom(const EnergyDrift& drift, std::int64_t atoms, double time_step,
                            const Units& units) {
    MDSIM_EXPECT(atoms > 0 && time_step > 0);
    const auto n = static_cast<double>(atoms);
    const double per_step = 1 / units.to_speed_time(time_step);
    const auto energy = [&](double value) { return units.to_user(Dimension::energy, value) / n; };
    return {drift.line().points(),
            energy(drift.line().mean()),
            energy(drift.line().slope()) * per_step,
            energy(drift.line().slope_error()) * per_step,
            std::string(units.name(Dimension::energy)),
            std::string(units.speed_time_name())};
}

std::string drift_text(const DriftPerAtom& d) {
    if (std::isnan(d.rate))
        return "energy drift: not measured (no two samples in the last stage; see thermo.every)";
    const std::string unit = d.energy_unit.empty() ? "" : d.energy_unit + " ";
    const std::string error = std::isnan(d.standard_error)
                                  ? "of unknown error"
                                  : fmt::format("+- {:.1e}", d.standard_error);
    return fmt::format("conserved energy per atom in the last stage: {:.8g}, drift {:.2e} {} {}per "
                       "atom and {} (line through {} samples)",
                       d.energy, d.rate, error, unit, d.time_unit, d.samples);
}

} // namespace mdsim
