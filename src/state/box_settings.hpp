// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>

#include "core/field.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// The section [box].
struct BoxSettings {
    std::optional<Vec3<double>> edges; ///< xx, yy, zz of the edge vectors [length]
    Vec3<double> tilt;                 ///< xy, xz, yz of the edge vectors [length]
    std::optional<std::array<bool, 3>> periodic;
    std::optional<double> padding; ///< [length]

    static constexpr auto fields() {
        return std::make_tuple(
            field("edges", &BoxSettings::edges, Dimension::length, positive(),
                  "lengths of the box along x, y, z; not with a file. A lattice fills it or, by "
                  "its cells or regions, a part of it"),
            field("tilt", &BoxSettings::tilt, Dimension::length, any(),
                  "tilt xy, xz, yz of a triclinic box: b = (xy, ly, 0), c = (xz, yz, lz)"),
            field("periodic", &BoxSettings::periodic,
                  "which directions repeat; as the system says if absent, else all"),
            field("padding", &BoxSettings::padding, Dimension::length, positive(),
                  "vacuum added on both sides of the atoms in directions that do not repeat; the "
                  "largest cutoff plus the skin (0.12 of the cutoff if automatic) if absent"));
    }
};

} // namespace mdsim
