// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "core/units.hpp"
#include "core/vec3.hpp"
#include "input/field_traits.hpp"

namespace mdsim {

template <Settings S> void convert_to_internal(const Units& units, S& settings);

/// Converts one member of settings from the user's unit; members that are no numbers stay.
struct MemberConversion {
    const Units& units;
    Dimension dimension;

    void operator()(double& value) const { value = units.to_internal(dimension, value); }
    void operator()(Vec3<double>& value) const {
        for (int d = 0; d < 3; ++d) {
            (*this)(value[d]);
        }
    }

    template <class T> void operator()(T& value) const {
        if constexpr (Settings<T>) {
            convert_to_internal(units, value);
        } else if constexpr (Choice<T>) {
            std::visit([&](auto& chosen) { convert_to_internal(units, chosen); }, value);
        }
    }

    template <class T> void operator()(std::optional<T>& value) const {
        if (value) {
            (*this)(*value);
        }
    }

    template <class T> void operator()(std::vector<T>& values) const {
        for (T& value : values) {
            (*this)(value);
        }
    }
};

/// Converts every number of the settings, and of the settings inside, to internal units.
template <Settings S> void convert_to_internal(const Units& units, S& settings) {
    for_each_field<S>([&](const auto& field) {
        MemberConversion{units, field.dimension}(settings.*field.member);
    });
}

} // namespace mdsim
