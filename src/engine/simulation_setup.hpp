// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "domain/cell_grid.hpp"
#include "domain/debug_settings.hpp"
#include "domain/layout_settings.hpp"
#include "engine/domain.hpp"
#include "ops/pair_search.hpp"
#include "physics/pair/force_field.hpp"
#include "state/box_state.hpp"
#include "state/neighbor_settings.hpp"

namespace mdsim {

/// What a simulation is made of, the same on every rank; internal units.
struct SimulationSetup {
    Domain domain;
    GridRule grid_rule; ///< for boxes that differ too much from the first one
    const ForceField* force_field = nullptr;
    std::vector<double> mass; ///< of each type
    std::vector<std::int64_t> count_of_type;
    double skin = 0;          ///< [length]
    double sampled_range = 0; ///< lists hold all pairs within this at least [length]
    RebuildRule rebuild = RebuildRule::checked;
    std::int64_t rebuild_every = 0; ///< for fixed rebuilds
    /// Where rebuilds are checked: lists are used until a missing pair has come within its
    /// cutoff, in boxes wide enough to search for it; otherwise until an atom has moved half the
    /// skin.
    bool search_pairs = false;
    bool box_changes = false; ///< in some stage
    std::uint64_t seed = 0;
    LayoutSettings layout;
    DebugSettings debug;
    std::uint32_t lanes_per_atom = 1; ///< on a device: threads that share the list of one atom

    /// How far atoms may be from their places at the last rebuild before lists can be stale: half
    /// of what is left of the skin, but for a part that covers the rounding of coordinates; in a
    /// small box not farther than image counts can follow.
    AllowedMove allowed_move() const {
        return {skin * usable_skin / 2, domain.list_range * usable_skin / 2};
    }
    /// The same as a limit now [length].
    double allowed_move(const BoxState& box) const {
        return allowed_move().in(box.built.edges, box.now.edges);
    }
    /// How far heights may come to differ from those of a frame, as a part of these.
    double box_window() const { return box_changes ? frame_window : 0; }
    /// Whether missing pairs are searched for, as long as the frame is this one.
    bool searches(const GridFrame& frame) const {
        return search_pairs && rebuild == RebuildRule::checked &&
               can_search_pairs(frame.box, force_field->largest_cutoff(), skin);
    }
    /// How far beyond a brick atoms must be known, as long as the frame is this one [length].
    double halo_range(const GridFrame& frame) const {
        return domain.list_range + (searches(frame) ? searched_skins * skin : 0);
    }
    /// The same as allowed_move() where pairs are searched for [length]: two atoms that are within
    /// a cutoff now, and have each moved so far, were within the range of the search at the last
    /// rebuild.
    double searchable_move(const BoxState& box) const {
        const double strain = 1 - least_length_ratio(box.built.edges, box.now.edges);
        const double range = searched_range(force_field->largest_cutoff(), skin);
        return std::min(skin * searched_move - strain * range / 2, box.unambiguous_move());
    }
    /// The box that a run starts with.
    BoxState starting_box() const { return BoxState::at_start(domain.box, domain.grid); }
};

} // namespace mdsim
