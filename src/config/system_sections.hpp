// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "config/units_settings.hpp"
#include "input/region_settings.hpp"
#include "input/system_settings.hpp"
#include "physics/functional/functional_settings.hpp"
#include "physics/pair/pair_settings.hpp"
#include "state/box_settings.hpp"
#include "state/species_settings.hpp"

namespace mdsim {

/// The sections of an input that describe the system: atoms, box and forces; in internal units.
struct SystemSections {
    UnitsSettings units;
    SystemSettings system;
    BoxSettings box;
    std::vector<RegionSettings> regions;
    std::vector<SpeciesSettings> species;
    PairSettings pair;
    std::vector<FunctionalSettings> functionals; ///< [[many_body]]

    /// The conversions of this input's units; constants and system must belong together.
    Units conversions() const { return Units(units.system, units.constants); }
};

} // namespace mdsim
