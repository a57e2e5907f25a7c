// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/deform_settings.hpp"
#include "engine/engine_cases.hpp"

namespace mdsim::test {

/// A strain of one component at a constant rate.
inline DeformSettings strain(StrainComponent component, double rate) {
    DeformSettings deform;
    deform.component = component;
    deform.rate = rate;
    return deform;
}

/// The fluid, ready to choose other grids.
struct Deformable : Fluid {
    explicit Deformable(int edge_cells = 5, double density = 0.9)
        : Fluid(edge_cells, density, Truncation::smooth) {
        setup.grid_rule = {setup.domain.list_range, setup.domain.total_atoms, 64, false};
        setup.search_pairs = true;
    }
};

} // namespace mdsim::test
