// SPDX-License-Identifier: BSD-3-Clause
#include "session/measures/make_measures.hpp"

#include "session/measures/centro_symmetry_measure.hpp"
#include "session/measures/cna_measure.hpp"
#include "session/measures/coordination_measure.hpp"

namespace mdsim {

std::vector<std::unique_ptr<Measure>> make_measures(const MeasureSections& sections,
                                                    const SystemParts& parts) {
    std::vector<std::unique_ptr<Measure>> measures;
    if (sections.cna) measures.push_back(std::make_unique<CnaMeasure>(*sections.cna));
    if (sections.centro_symmetry)
        measures.push_back(std::make_unique<CentroSymmetryMeasure>(
            *sections.centro_symmetry, parts.units, parts.structure.total));
    if (sections.coordination)
        measures.push_back(std::make_unique<CoordinationMeasure>(*sections.coordination, parts));
    return measures;
}

RowSetup measure_table(const Measure& measure, const Units& units, const RunFiles& files,
                       const std::string& run_id, const Provenance& provenance) {
    RowSetup setup;
    setup.csv_path = files.csv(measure.name());
    setup.hdf5_path = files.hdf5(measure.name());
    setup.run_id = run_id;
    setup.time_unit = units.name(Dimension::time);
    setup.columns = measure.columns();
    setup.provenance = provenance;
    return setup;
}

} // namespace mdsim
