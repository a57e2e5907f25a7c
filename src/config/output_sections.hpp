// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "config/correlation_settings.hpp"
#include "config/green_kubo_settings.hpp"
#include "config/measure_settings.hpp"
#include "config/metrics_settings.hpp"
#include "config/profile_settings.hpp"
#include "config/structure_factor_settings.hpp"
#include "engine/rdf_settings.hpp"
#include "engine/thermo_settings.hpp"
#include "output/checkpoint_settings.hpp"
#include "output/trajectory_settings.hpp"

namespace mdsim {

/// The sections of an input that say what a run samples and writes; in internal units.
struct OutputSections : CorrelationSections, MeasureSections {
    TrajectorySettings trajectory;
    ThermoSettings thermo;
    CheckpointSettings checkpoint;
    std::optional<RdfSettings> rdf;
    std::optional<GreenKuboSettings> viscosity;
    std::optional<GreenKuboSettings> conductivity;
    std::optional<ProfileSettings> profile;
    std::optional<StructureFactorSettings> structure_factor;
    std::optional<MetricsSettings> metrics;
};

} // namespace mdsim
