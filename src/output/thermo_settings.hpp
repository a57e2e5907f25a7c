// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/field.hpp"

namespace mdsim {

/// What a line of thermo.csv can hold after the step and the time.
enum class ThermoColumn {
    temperature,
    potential_energy,
    kinetic_energy,
    total_energy,
    conserved_energy, ///< what the equations of motion keep, thermostats included
    pressure,
    pressure_tensor, ///< six columns: xx, yy, zz, xy, xz, yz
    momentum,        ///< three columns
    volume,
    density
};

constexpr EnumNames<ThermoColumn, 10> enum_names(ThermoColumn) {
    return {{{"temperature", ThermoColumn::temperature},
             {"potential_energy", ThermoColumn::potential_energy},
             {"kinetic_energy", ThermoColumn::kinetic_energy},
             {"total_energy", ThermoColumn::total_energy},
             {"conserved_energy", ThermoColumn::conserved_energy},
             {"pressure", ThermoColumn::pressure},
             {"pressure_tensor", ThermoColumn::pressure_tensor},
             {"momentum", ThermoColumn::momentum},
             {"volume", ThermoColumn::volume},
             {"density", ThermoColumn::density}}};
}

/// The section [thermo].
struct ThermoSettings {
    std::int64_t every = 100;
    std::vector<ThermoColumn> columns{
        ThermoColumn::temperature,  ThermoColumn::potential_energy, ThermoColumn::kinetic_energy,
        ThermoColumn::total_energy, ThermoColumn::conserved_energy, ThermoColumn::pressure};

    static constexpr auto fields() {
        return std::make_tuple(field("every", &ThermoSettings::every, Dimension::none, at_least(0),
                                     "steps between lines of thermo.csv; 0: none"),
                               field("columns", &ThermoSettings::columns,
                                     "what each line holds after the step and the time"));
    }
};

} // namespace mdsim
