// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/field.hpp"

namespace mdsim {

/// A struct whose members are declared as input keys: a table of the input.
template <class T>
concept Settings = requires {
    T::fields();
};

/// An enum with spellings for the input.
template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
    enum_names(value);
};

template <class T> struct IsChoice : std::false_type {};
template <class... T> struct IsChoice<std::variant<T...>> : std::true_type {};

/// A key that chooses one of several settings, whose keys follow in the same table.
template <class T>
concept Choice = IsChoice<T>::value;

/// Calls `visit` with each row of the settings, in the order of declaration.
template <Settings S, class Visit> void for_each_field(Visit&& visit) {
    std::apply([&](const auto&... field) { (visit(field), ...); }, S::fields());
}

/// Calls `visit` with a default-made value of each alternative of a choice.
template <class... T, class Visit>
void for_each_alternative(const std::variant<T...>&, Visit&& visit) {
    (visit(T{}), ...);
}

} // namespace mdsim
