// SPDX-License-Identifier: BSD-3-Clause
#include "session/thermo_columns.hpp"

#include <string>

namespace mdsim {

std::vector<const ThermoQuantity*> chosen_quantities(const ThermoSettings& settings) {
    std::vector<const ThermoQuantity*> chosen;
    for (const ThermoColumn column : settings.columns)
        for (const ThermoQuantity& quantity : thermo_quantities)
            if (quantity.column == column) chosen.push_back(&quantity);
    return chosen;
}

RowSetup thermo_setup(const ThermoSettings& settings, const Units& units, const RunFiles& files,
                      const std::string& run_id, const Provenance& provenance) {
    RowSetup setup;
    setup.csv_path = files.csv(thermo_table);
    setup.hdf5_path = files.hdf5(thermo_table);
    setup.run_id = run_id;
    setup.time_unit = units.name(Dimension::time);
    for (const ThermoQuantity* quantity : chosen_quantities(settings))
        setup.columns.push_back({std::string(quantity->name), quantity->unit_in(units)});
    setup.provenance = provenance;
    return setup;
}

std::vector<double> thermo_values(std::span<const ThermoQuantity* const> quantities,
                                  const Units& units, const Thermo& thermo) {
    std::vector<double> values;
    values.reserve(quantities.size());
    for (const ThermoQuantity* quantity : quantities)
        values.push_back(units.to_user(quantity->dimension, quantity->value(thermo)));
    return values;
}

} // namespace mdsim
