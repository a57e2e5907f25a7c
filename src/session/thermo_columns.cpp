// SPDX-License-Identifier: BSD-3-Clause
#include "session/thermo_columns.hpp"

#include <fmt/format.h>

#include <functional>

namespace mdsim {

namespace {

/// One column of the table: its name, what it measures and where it comes from.
struct Column {
    std::string name;
    Dimension dimension; ///< none: the internal unit is the user's own
    std::function<double(const Thermo&)> value;
    std::string (*unit)(const Units&) = nullptr; ///< where the dimension does not tell it
};

std::string cubic_length(const Units& units) {
    const std::string length(units.name(Dimension::length));
    return length.empty() ? "" : length + "3";
}

std::string energy_time_per_length(const Units& units) {
    const std::string energy(units.name(Dimension::energy));
    return energy.empty() ? ""
                          : fmt::format("{} {} {}-1", energy, units.name(Dimension::time),
                                        units.name(Dimension::length));
}

std::string unit_of(const Column& column, const Units& units) {
    return column.unit != nullptr ? column.unit(units) : std::string(units.name(column.dimension));
}

Column momentum_column(const char* name, int d) {
    return {name, Dimension::none, [d](const Thermo& t) { return t.momentum[d]; },
            energy_time_per_length};
}

std::vector<Column> tensor_columns() {
    static const char* const names[6] = {"pressure_xx", "pressure_yy", "pressure_zz",
                                         "pressure_xy", "pressure_xz", "pressure_yz"};
    std::vector<Column> columns;
    for (std::size_t a = 0; a < 6; ++a)
        columns.push_back(
            {names[a], Dimension::pressure, [a](const Thermo& t) { return t.pressure_tensor[a]; }});
    return columns;
}

std::vector<Column> columns_of(ThermoColumn column) {
    const std::string name(enum_name(column));
    switch (column) {
    case ThermoColumn::temperature:
        return {{name, Dimension::temperature, [](const Thermo& t) { return t.temperature; }}};
    case ThermoColumn::potential_energy:
        return {{name, Dimension::energy, [](const Thermo& t) { return t.potential; }}};
    case ThermoColumn::kinetic_energy:
        return {{name, Dimension::energy, [](const Thermo& t) { return t.kinetic; }}};
    case ThermoColumn::total_energy:
        return {{name, Dimension::energy, [](const Thermo& t) { return t.total(); }}};
    case ThermoColumn::conserved_energy:
        return {{name, Dimension::energy, [](const Thermo& t) { return t.conserved(); }}};
    case ThermoColumn::pressure:
        return {{name, Dimension::pressure, [](const Thermo& t) { return t.pressure(); }}};
    case ThermoColumn::pressure_tensor:
        return tensor_columns();
    case ThermoColumn::momentum:
        return {momentum_column("momentum_x", 0), momentum_column("momentum_y", 1),
                momentum_column("momentum_z", 2)};
    case ThermoColumn::volume:
        return {{name, Dimension::none, [](const Thermo& t) { return t.volume; }, cubic_length}};
    case ThermoColumn::density:
        break;
    }
    return {{name, Dimension::density, [](const Thermo& t) { return t.density; }}};
}

std::vector<Column> chosen_columns(const Config& config) {
    std::vector<Column> all;
    for (const ThermoColumn column : config.thermo.columns) {
        for (Column& c : columns_of(column)) all.push_back(std::move(c));
    }
    return all;
}

} // namespace

ThermoSetup thermo_setup(const Config& config, const Units& units, const RunFiles& files,
                         const std::string& run_id, const Provenance& provenance) {
    ThermoSetup setup;
    setup.csv_path = files.thermo_csv();
    setup.hdf5_path = files.thermo_hdf5();
    setup.run_id = run_id;
    setup.time_unit = units.name(Dimension::time);
    for (const Column& c : chosen_columns(config))
        setup.columns.push_back({c.name, unit_of(c, units)});
    setup.provenance = provenance;
    return setup;
}

std::vector<double> thermo_values(const Config& config, const Units& units, const Thermo& thermo) {
    std::vector<double> values;
    for (const Column& c : chosen_columns(config))
        values.push_back(units.to_user(c.dimension, c.value(thermo)));
    return values;
}

} // namespace mdsim
