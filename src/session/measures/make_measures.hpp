// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "config/output_sections.hpp"
#include "output/row_writer.hpp"
#include "session/measures/measure.hpp"
#include "session/run_files.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// The measures that the input has sections of. A new one is a class, an entry here, its section in
/// config/measure_settings.hpp, its field of frames, and its form in state/atom_numbers.hpp.
std::vector<std::unique_ptr<Measure>> make_measures(const MeasureSections& sections,
                                                    const SystemParts& parts);

/// The table of a measure.
RowSetup measure_table(const Measure& measure, const Units& units, const RunFiles& files,
                       const std::string& run_id, const Provenance& provenance);

} // namespace mdsim
