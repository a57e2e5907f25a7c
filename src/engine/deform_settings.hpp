// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <tuple>

#include "core/field.hpp"

namespace mdsim {

/// A component of the strain: a length along an axis, or a shear of which the second axis is that
/// of the gradient: xy moves atoms along x by their y.
enum class StrainComponent { xx, yy, zz, xy, xz, yz };

constexpr EnumNames<StrainComponent, 6> enum_names(StrainComponent) {
    return {{{"xx", StrainComponent::xx},
             {"yy", StrainComponent::yy},
             {"zz", StrainComponent::zz},
             {"xy", StrainComponent::xy},
             {"xz", StrainComponent::xz},
             {"yz", StrainComponent::yz}}};
}

constexpr bool is_shear(StrainComponent component) {
    return component != StrainComponent::xx && component != StrainComponent::yy &&
           component != StrainComponent::zz;
}

/// The axes that it concerns, 0 to 2; the same one twice for a length.
constexpr std::array<int, 2> axes_of(StrainComponent component) {
    switch (component) {
    case StrainComponent::xx:
        return {0, 0};
    case StrainComponent::yy:
        return {1, 1};
    case StrainComponent::zz:
        return {2, 2};
    case StrainComponent::xy:
        return {0, 1};
    case StrainComponent::xz:
        return {0, 2};
    case StrainComponent::yz:
        break;
    }
    return {1, 2};
}

/// How a strain goes with time.
enum class StrainPath {
    engineering, ///< it grows by the same part of the first length in equal times
    true_,       ///< lengths grow by the same part of what they are then
    oscillating, ///< a sine
    once         ///< all of it before the first step of the stage
};

constexpr EnumNames<StrainPath, 4> enum_names(StrainPath) {
    return {{{"engineering", StrainPath::engineering},
             {"true", StrainPath::true_},
             {"oscillating", StrainPath::oscillating},
             {"once", StrainPath::once}}};
}

/// One [[stage.deform]]: a component of the strain of the box in a stage.
struct DeformSettings {
    StrainComponent component = StrainComponent::xx;
    StrainPath path = StrainPath::engineering;
    std::optional<double> rate;   ///< [1 / time]
    std::optional<double> strain; ///< of `once`; the amplitude of `oscillating`
    std::optional<double> period; ///< [time]

    static constexpr auto fields() {
        using S = DeformSettings;
        return std::make_tuple(
            field("component", &S::component,
                  "xx, yy, zz: the length along an axis; xy, xz, yz: a shear, which moves atoms "
                  "along the first axis by their place along the second",
                  required()),
            field("path", &S::path,
                  "engineering: the strain grows evenly; true: its rate is of the length then; "
                  "oscillating: a sine; once: all of it as the stage begins"),
            field("rate", &S::rate, Dimension::none, any(),
                  "engineering, true: strain in a unit of time [1/time]"),
            field("strain", &S::strain, Dimension::none, any(),
                  "once: the strain; oscillating: its amplitude"),
            field("period", &S::period, Dimension::time, positive(),
                  "oscillating: the time after which the strain repeats"));
    }
};

} // namespace mdsim
