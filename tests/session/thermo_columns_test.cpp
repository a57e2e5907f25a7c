// SPDX-License-Identifier: BSD-3-Clause
#include "session/thermo_columns.hpp"

#include <map>
#include <string>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

/// The unit of each column that there is.
std::map<std::string, std::string> units_in(UnitSystem system) {
    ThermoSettings settings;
    settings.columns.clear();
    for (const auto& [name, column] : enum_names(ThermoColumn{}))
        settings.columns.push_back(column);
    std::map<std::string, std::string> units;
    for (const auto& column :
         thermo_setup(settings, Units(system), RunFiles{"out"}, "id", {}).columns)
        units[column.name] = column.unit;
    return units;
}

} // namespace

TEST_CASE("every column has its unit, where the unit system has names for them") {
    for (const UnitSystem system : {UnitSystem::metal, UnitSystem::real, UnitSystem::nano})
        for (const auto& [name, unit] : units_in(system)) {
            INFO(name);
            CHECK_FALSE(unit.empty());
        }
    for (const auto& [name, unit] : units_in(UnitSystem::lj)) CHECK(unit.empty());
}

TEST_CASE("units that are made of others") {
    CHECK(units_in(UnitSystem::metal).at("volume") == "Angstrom3");
    CHECK(units_in(UnitSystem::nano).at("momentum_y") == "kJ mol-1 ps nm-1");
}
