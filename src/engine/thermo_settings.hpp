// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/field.hpp"
#include "engine/thermo_columns.hpp"

namespace mdsim {

/// What a run does where the conserved energy of a stage drifts too far.
enum class DriftAction { warn, stop, ignore };

constexpr EnumNames<DriftAction, 3> enum_names(DriftAction) {
    return {{{"warn", DriftAction::warn},
             {"stop", DriftAction::stop},
             {"ignore", DriftAction::ignore}}};
}

/// The section [thermo].
struct ThermoSettings {
    std::int64_t every = 100;
    std::vector<ThermoColumn> columns{
        ThermoColumn::temperature,  ThermoColumn::potential_energy, ThermoColumn::kinetic_energy,
        ThermoColumn::total_energy, ThermoColumn::conserved_energy, ThermoColumn::pressure};
    double drift_limit =
        3e-3; ///< runs of a million steps stay below a tenth of it [k_B T per atom]
    DriftAction on_drift = DriftAction::warn;

    static constexpr auto fields() {
        return std::make_tuple(
            field("every", &ThermoSettings::every, Dimension::none, at_least(0),
                  "steps between lines of thermo.csv; 0: none", free_on_resume()),
            field("columns", &ThermoSettings::columns,
                  "what each line holds after the step and the time",
                  free_on_resume_until("thermo.csv")),
            field("drift_limit", &ThermoSettings::drift_limit, Dimension::none, positive(),
                  "how far the conserved energy of a stage may drift, in k_B T "
                  "per atom; with truncation = \"cut\" beside what the jumps at the cutoff make",
                  free_on_resume()),
            field("on_drift", &ThermoSettings::on_drift,
                  "what happens where it drifts farther: a warning, the end of "
                  "the run, or nothing",
                  free_on_resume()));
    }
};

} // namespace mdsim
