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
    inverse_length,
    energy_length,  ///< energy times length
    energy_length6, ///< energy times length^6
    energy_length8, ///< energy times length^8
    inverse_pressure,
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

/// What a key declares of itself with the words behind its help.
struct KeyTraits {
    bool is_required = false;    ///< it has no default, the user must give it
    bool is_free = false;        ///< a run that is resumed may change it
    std::string_view fixed_by{}; ///< it may, as long as the run does not go on with this file
};

/// A word behind the help of a key: without it the input is refused.
struct Required {
    constexpr void declare(KeyTraits& key) const { key.is_required = true; }
};
constexpr Required required() { return {}; }

/// A word behind the help of a key: it may change on --resume, as it changes neither what the run
/// computes nor what its files promise. Of a table: so may all its keys. Any other key is compared
/// with the checkpoint, so that a new one is fixed until somebody says that it need not be.
struct FreeOnResume {
    std::string_view file{};
    constexpr void declare(KeyTraits& key) const {
        key.is_free = file.empty();
        key.fixed_by = file;
    }
};
constexpr FreeOnResume free_on_resume() { return {}; }

/// The same until the run has written to the file of this name, which promises the key from then
/// on.
constexpr FreeOnResume free_on_resume_until(std::string_view file) { return {file}; }

/// The one row that declares an input key: everything said about the key anywhere follows from it.
///
/// A member may be bool, int, std::int64_t, double, std::string, Vec3<double>, std::array<bool, 3>,
/// std::array<int, 3>, std::vector of double or std::string, std::map of names to
/// std::int64_t or double, an enum with `enum_names`, or std::optional of these. A member that is
/// itself a struct with `fields()` is a table of the input, a std::vector of such structs a list of
/// tables, and a std::variant of such structs (each with a static `name`) a key that chooses one of
/// them, whose own keys follow in the same table. The default is the member's initialiser.
template <class Settings, class Member> struct Field {
    std::string_view name;
    Member Settings::*member;
    Dimension dimension;
    Range range;
    std::string_view help;
    KeyTraits traits;
};

/// What the words behind the help of a key declare together.
template <class... Words> constexpr KeyTraits traits_of(Words... words) {
    KeyTraits traits;
    (words.declare(traits), ...);
    return traits;
}

/// Declares a key that is a number, or a list of numbers; words such as `required()` may follow.
template <class S, class M, class... Words>
constexpr Field<S, M> field(std::string_view name, M S::*member, Dimension dimension, Range range,
                            std::string_view help, Words... words) {
    return {name, member, dimension, range, help, traits_of(words...)};
}

/// Declares a key that is no number: a name, a switch, a choice, a table; words may follow.
template <class S, class M, class... Words>
constexpr Field<S, M> field(std::string_view name, M S::*member, std::string_view help,
                            Words... words) {
    return {name, member, Dimension::none, any(), help, traits_of(words...)};
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
