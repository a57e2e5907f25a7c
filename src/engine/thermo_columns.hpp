// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/field.hpp"
#include "core/units.hpp"
#include "engine/thermo.hpp"

namespace mdsim {

/// What a line of thermo.csv can hold after the step and the time. A new column is a name here and
/// a row below.
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
    density,
    box ///< six columns: xx, yy, zz, xy, xz, yz
};

constexpr EnumNames<ThermoColumn, 11> enum_names(ThermoColumn) {
    return {{{"temperature", ThermoColumn::temperature},
             {"potential_energy", ThermoColumn::potential_energy},
             {"kinetic_energy", ThermoColumn::kinetic_energy},
             {"total_energy", ThermoColumn::total_energy},
             {"conserved_energy", ThermoColumn::conserved_energy},
             {"pressure", ThermoColumn::pressure},
             {"pressure_tensor", ThermoColumn::pressure_tensor},
             {"momentum", ThermoColumn::momentum},
             {"volume", ThermoColumn::volume},
             {"density", ThermoColumn::density},
             {"box", ThermoColumn::box}}};
}

/// One number of a line: its name, what it measures and where it comes from.
struct ThermoQuantity {
    ThermoColumn column; ///< with which it is chosen
    std::string_view name;
    Dimension dimension; ///< none: the internal unit is the user's own
    double (*value)(const Thermo&);
    std::string (*unit)(const Units&) = nullptr; ///< where the dimension does not say it

    std::string unit_in(const Units& units) const {
        return unit != nullptr ? unit(units) : std::string(units.name(dimension));
    }
};

/// "Angstrom3"; empty where lengths have no name.
inline std::string cubic_length(const Units& units) {
    const std::string length(units.name(Dimension::length));
    return length.empty() ? "" : length + "3";
}

/// "eV ps Angstrom-1"; empty where energies have no name.
inline std::string momentum_unit(const Units& units) {
    const std::string energy(units.name(Dimension::energy));
    if (energy.empty()) return "";
    return energy + " " + std::string(units.name(Dimension::time)) + " " +
           std::string(units.name(Dimension::length)) + "-1";
}

/// All of them, in the order in which those of one column are written.
inline constexpr std::array<ThermoQuantity, 23> thermo_quantities{{
    {ThermoColumn::temperature, "temperature", Dimension::temperature,
     [](const Thermo& t) { return t.temperature; }},
    {ThermoColumn::potential_energy, "potential_energy", Dimension::energy,
     [](const Thermo& t) { return t.potential; }},
    {ThermoColumn::kinetic_energy, "kinetic_energy", Dimension::energy,
     [](const Thermo& t) { return t.kinetic; }},
    {ThermoColumn::total_energy, "total_energy", Dimension::energy,
     [](const Thermo& t) { return t.total(); }},
    {ThermoColumn::conserved_energy, "conserved_energy", Dimension::energy,
     [](const Thermo& t) { return t.conserved(); }},
    {ThermoColumn::pressure, "pressure", Dimension::pressure,
     [](const Thermo& t) { return t.pressure(); }},
    {ThermoColumn::pressure_tensor, "pressure_xx", Dimension::pressure,
     [](const Thermo& t) { return t.pressure_tensor[0]; }},
    {ThermoColumn::pressure_tensor, "pressure_yy", Dimension::pressure,
     [](const Thermo& t) { return t.pressure_tensor[1]; }},
    {ThermoColumn::pressure_tensor, "pressure_zz", Dimension::pressure,
     [](const Thermo& t) { return t.pressure_tensor[2]; }},
    {ThermoColumn::pressure_tensor, "pressure_xy", Dimension::pressure,
     [](const Thermo& t) { return t.pressure_tensor[3]; }},
    {ThermoColumn::pressure_tensor, "pressure_xz", Dimension::pressure,
     [](const Thermo& t) { return t.pressure_tensor[4]; }},
    {ThermoColumn::pressure_tensor, "pressure_yz", Dimension::pressure,
     [](const Thermo& t) { return t.pressure_tensor[5]; }},
    {ThermoColumn::momentum, "momentum_x", Dimension::none,
     [](const Thermo& t) { return t.momentum.x; }, momentum_unit},
    {ThermoColumn::momentum, "momentum_y", Dimension::none,
     [](const Thermo& t) { return t.momentum.y; }, momentum_unit},
    {ThermoColumn::momentum, "momentum_z", Dimension::none,
     [](const Thermo& t) { return t.momentum.z; }, momentum_unit},
    {ThermoColumn::volume, "volume", Dimension::none, [](const Thermo& t) { return t.volume; },
     cubic_length},
    {ThermoColumn::density, "density", Dimension::density,
     [](const Thermo& t) { return t.density; }},
    {ThermoColumn::box, "box_xx", Dimension::length, [](const Thermo& t) { return t.edges.xx; }},
    {ThermoColumn::box, "box_yy", Dimension::length, [](const Thermo& t) { return t.edges.yy; }},
    {ThermoColumn::box, "box_zz", Dimension::length, [](const Thermo& t) { return t.edges.zz; }},
    {ThermoColumn::box, "box_xy", Dimension::length, [](const Thermo& t) { return t.edges.xy; }},
    {ThermoColumn::box, "box_xz", Dimension::length, [](const Thermo& t) { return t.edges.xz; }},
    {ThermoColumn::box, "box_yz", Dimension::length, [](const Thermo& t) { return t.edges.yz; }},
}};

namespace detail {

constexpr bool every_column_has_a_quantity() {
    for (const auto& name : enum_names(ThermoColumn{})) {
        bool found = false;
        for (const ThermoQuantity& quantity : thermo_quantities)
            found = found || quantity.column == name.value;
        if (!found) return false;
    }
    return true;
}

} // namespace detail

static_assert(detail::every_column_has_a_quantity());

} // namespace mdsim
