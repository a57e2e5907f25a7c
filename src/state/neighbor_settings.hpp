// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "core/field.hpp"

namespace mdsim {

/// When neighbour lists are made anew.
enum class RebuildRule {
    checked, ///< when the displacements demand it
    fixed    ///< every so many steps, unchecked
};

constexpr EnumNames<RebuildRule, 2> enum_names(RebuildRule) {
    return {{{"checked", RebuildRule::checked}, {"fixed", RebuildRule::fixed}}};
}

/// The section [neighbor].
struct NeighborSettings {
    std::optional<double> skin; ///< [length]
    RebuildRule rebuild = RebuildRule::checked;
    std::optional<std::int64_t> every;
    int tile = 0;

    static constexpr auto fields() {
        return std::make_tuple(
            field("skin", &NeighborSettings::skin, Dimension::length, at_least(0.0),
                  "range of the neighbour lists beyond the cutoff; chosen automatically if absent"),
            field("rebuild", &NeighborSettings::rebuild,
                  "checked: before a pair could be missed; fixed: every `every` steps, unchecked"),
            field("every", &NeighborSettings::every, Dimension::none, at_least(1),
                  "steps between rebuilds with rebuild = \"fixed\""),
            field("tile", &NeighborSettings::tile, Dimension::none, between(0, 4096),
                  "largest number of atoms in a tile, a multiple of 32, on a GPU at most 256; 0: "
                  "automatic"));
    }
};

} // namespace mdsim
