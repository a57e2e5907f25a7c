// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "core/field.hpp"

namespace mdsim {

/// One [[species]]: a kind of particle.
struct SpeciesSettings {
    std::string name;
    std::optional<double> mass;   ///< [energy time^2 / length^2]
    std::optional<double> charge; ///< [elementary charge]

    static constexpr auto fields() {
        return std::make_tuple(
            field("name", &SpeciesSettings::name, "name by which other sections call the species",
                  required()),
            field("mass", &SpeciesSettings::mass, Dimension::mass, positive(),
                  "mass of one particle; may be absent where the structure file gives it, and "
                  "must agree with it where both do"),
            field(
                "charge", &SpeciesSettings::charge, Dimension::charge, any(),
                "charge of one particle; as the structure file says if absent, else 0; where both "
                "say, the file counts"));
    }
};

} // namespace mdsim
