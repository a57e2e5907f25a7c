// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <tuple>

#include "core/field.hpp"
#include "engine/box_coupling_names.hpp"

namespace mdsim {

/// [stage.minimize]: when a descent ends, and whether the box takes part in it.
struct MinimizeSettings {
    double force_tolerance = 0;               ///< [energy / length]
    std::optional<double> max_displacement;   ///< [length]
    std::optional<double> pressure;           ///< [energy / length^3]
    std::optional<double> pressure_tolerance; ///< [energy / length^3]
    std::optional<BoxCoupling> coupling;      ///< isotropic if absent
    std::optional<double> temperature_after;  ///< k_B T [energy]

    /// Whether the box relaxes.
    bool changes_box() const { return pressure.has_value(); }

    static constexpr auto fields() {
        using S = MinimizeSettings;
        return std::make_tuple(
            field("force_tolerance", &S::force_tolerance, Dimension::force, positive(),
                  "the stage ends once the force on no atom is larger; mixed precision resolves "
                  "about 1e-5 of epsilon over sigma, or of an eV per Angstrom",
                  required()),
            field("max_displacement", &S::max_displacement, Dimension::length, positive(),
                  "no atom moves farther in a step, however large the force on it; if absent, 0.1 "
                  "for lj, 0.1 Angstrom for metal and real, 0.01 nm for nano"),
            field("pressure", &S::pressure, Dimension::pressure, any(),
                  "the box relaxes too, until its pressure is this one; if absent, it stays"),
            field("pressure_tolerance", &S::pressure_tolerance, Dimension::pressure, positive(),
                  "how far pressures may be from it where the stage ends: of each component that "
                  "relaxes; needed with `pressure`"),
            field("coupling", &S::coupling,
                  "isotropic: all edges of the box change together; semi_isotropic: those along x "
                  "and y; anisotropic: each by itself; full: its angles, too. If absent, "
                  "isotropic"),
            field("temperature_after", &S::temperature_after, Dimension::temperature, positive(),
                  "temperature of the random velocities that atoms get for the next stage; if "
                  "absent, they are at rest"));
    }
};

} // namespace mdsim
