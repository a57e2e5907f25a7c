// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <tuple>

namespace mdsim {

/// What a number in the input measures; says which unit it has and how it is converted.
enum class Dimension {
    none,
    length,
    time,
    energy,
    mass,
    velocity,
    temperature,
    pressure,
    force,
    density, ///< number / length^3
    charge,
    wall_time ///< of the clock on the wall [s]
};

/// The allowed values of a number, in the user's units; of a list, of each of its entries.
struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_allowed = true; ///< whether `low` itself is allowed; `high` always is
};

constexpr Range any() { return {}; }
constexpr Range at_least(double low) {
    return {low, std::numeric_limits<double>::infinity(), true};
}
constexpr Range above(double low) { return {low, std::numeric_limits<double>::infinity(), false}; }
constexpr Range between(double low, double high) { return {low, high, true}; }
constexpr Range positive() { return above(0.0); }

/// Last argument of `field`: the key has no default, the user must give it.
struct Required {};
constexpr Required required() { return {}; }

/// The one row that declares an input key: everything said about the key anywhere follows from it.
///
/// A member may be bool, int, std::int64_t, double, std::string, Vec3<double>, std::array<bool, 3>,
/// std::array<int, 3>, std::vector of double or std::string, std::map<std::string, std::int64_t>,
/// an enum with `enum_names`, or std::optional of these. A member that is itself a struct with
/// `fields()` is a table of the input, a std::vector of such structs a list of tables, and a
/// std::variant of such structs (each with a static `name`) a key that chooses one of them, whose
/// own keys follow in the same table. The default is the member's initialiser.
template <class Settings, class Member> struct Field {
    std::string_view name;
    Member Settings::*member;
    Dimension dimension;
    Range range;
    std::string_view help;
    bool is_required;
};

/// Declares a key that is a number, or a list of numbers.
template <class S, class M>
constexpr Field<S, M> field(std::string_view name, M S::*member, Dimension dimension, Range range,
                            std::string_view help) {
    return {name, member, dimension, range, help, false};
}

/// Declares a number without which the input is refused.
template <class S, class M>
constexpr Field<S, M> field(std::string_view name, M S::*member, Dimension dimension, Range range,
                            std::string_view help, Required) {
    return {name, member, dimension, range, help, true};
}

/// Declares a key that is no number: a name, a switch, a choice, a table.
template <class S, class M>
constexpr Field<S, M> field(std::string_view name, M S::*member, std::string_view help) {
    return {name, member, Dimension::none, any(), help, false};
}

/// Declares a name, switch, choice or table without which the input is refused.
template <class S, class M>
constexpr Field<S, M> field(std::string_view name, M S::*member, std::string_view help, Required) {
    return {name, member, Dimension::none, any(), help, true};
}

/// One spelling of an enumerator in the input, in snake_case.
template <class E> struct EnumName {
    std::string_view name;
    E value;
};

/// What `enum_names(E)` returns; found through the namespace of the enum, declared beside it.
template <class E, std::size_t N> using EnumNames = std::array<EnumName<E>, N>;

/// The spelling of an enumerator, as the input and the output write it.
template <class E> constexpr std::string_view enum_name(E value) {
    for (const auto& entry : enum_names(value)) {
        if (entry.value == value) {
            return entry.name;
        }
    }
    return {};
}

} // namespace mdsim
