// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "core/field.hpp"
#include "ops/layer_sums.hpp"

namespace mdsim {

enum class ProfileAxis { x, y, z };

constexpr EnumNames<ProfileAxis, 3> enum_names(ProfileAxis) {
    return {{{"x", ProfileAxis::x}, {"y", ProfileAxis::y}, {"z", ProfileAxis::z}}};
}

/// The section [profile]: what is in layers across the box, sampled in one stage.
struct ProfileSettings {
    std::int64_t every = 0;
    ProfileAxis axis = ProfileAxis::z;
    std::int64_t layers = 100;
    std::string stage;

    Layers layers_of_box() const {
        return {static_cast<int>(axis), static_cast<std::uint32_t>(layers)};
    }

    static constexpr auto fields() {
        using S = ProfileSettings;
        return std::make_tuple(
            field("every", &S::every, Dimension::none, at_least(1), "steps between samples",
                  required()),
            field("axis", &S::axis,
                  "the edge of the box along which layers follow one another; in a triclinic box "
                  "they are parallel to the two other edges"),
            field("layers", &S::layers, Dimension::none, between(1, 10000),
                  "number of layers of equal thickness between the faces of the box"),
            field("stage", &S::stage, "name of the stage that is sampled; if empty, the last"));
    }
};

} // namespace mdsim
