// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/field.hpp"
#include "engine/thermo_columns.hpp"

namespace mdsim {

/// The section [thermo].
struct ThermoSettings {
    std::int64_t every = 100;
    std::vector<ThermoColumn> columns{
        ThermoColumn::temperature,  ThermoColumn::potential_energy, ThermoColumn::kinetic_energy,
        ThermoColumn::total_energy, ThermoColumn::conserved_energy, ThermoColumn::pressure};

    static constexpr auto fields() {
        return std::make_tuple(field("every", &ThermoSettings::every, Dimension::none, at_least(0),
                                     "steps between lines of thermo.csv; 0: none",
                                     free_on_resume()),
                               field("columns", &ThermoSettings::columns,
                                     "what each line holds after the step and the time",
                                     free_on_resume_until("thermo.csv")));
    }
};

} // namespace mdsim
