// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "domain/layout_settings.hpp"
#include "engine/domain.hpp"
#include "physics/pair/force_field.hpp"
#include "state/neighbor_settings.hpp"

namespace mdsim {

/// What a simulation is made of, the same on every rank; internal units.
struct SimulationSetup {
    Domain domain;
    const ForceField* force_field = nullptr;
    std::vector<double> mass; ///< of each type
    std::vector<std::int64_t> count_of_type;
    double skin = 0;  ///< [length]
    double reach = 0; ///< lists reach at least this far, plus skin [length]
    RebuildRule rebuild = RebuildRule::checked;
    std::int64_t rebuild_every = 0; ///< for fixed rebuilds
    std::uint64_t seed = 0;
    LayoutSettings layout;
    std::uint32_t lanes_per_atom = 1; ///< on a device: threads that share the list of one atom

    /// How far atoms may be from their places at the last rebuild before lists can lack pairs
    /// [length]: half the skin, but for a part that covers the rounding of coordinates; in a small
    /// box not farther than image counts can follow.
    double allowed_move() const {
        constexpr double usable_skin = 1 - 1e-4;
        return std::min(skin * usable_skin / 2, domain.unambiguous_move());
    }
};

} // namespace mdsim
