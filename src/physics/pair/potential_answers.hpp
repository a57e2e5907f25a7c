// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "physics/pair/mixing.hpp"
#include "physics/pair/potential_scale.hpp"

namespace mdsim {

/// What a potential may leave out; a potential that declares none of these gets the answers below.
/// mix(a, b, rule): the potential of an unlike pair, or an optional one.
template <class Params> inline constexpr bool has_mixing = requires(const Params& p) {
    mix(p, p, MixingRule::arithmetic);
};
/// tail_energy_integral(p, r_c), tail_virial_integral(p, r_c): what lies beyond the cutoff.
template <class Params> inline constexpr bool has_tail = requires(const Params& p) {
    tail_energy_integral(p, 1.0);
    tail_virial_integral(p, 1.0);
};

/// The potential of an unlike pair; none where it has no such rule.
template <class Params>
std::optional<Params> mixed_or_none(const Params& a, const Params& b, MixingRule rule) {
    if constexpr (has_mixing<Params>)
        return mix(a, b, rule);
    else
        return std::nullopt;
}

/// Whether these parameters have a tail correction: all that declare one, but for those whose
/// knows_tail(p) says no.
template <class Params> bool tail_is_known(const Params& p) {
    if constexpr (!has_tail<Params>)
        return false;
    else if constexpr (requires { knows_tail(p); })
        return knows_tail(p);
    else
        return true;
}

/// What the input calls a potential, or name_of(p).
template <class Params> std::string potential_name(const Params& p) {
    if constexpr (requires { name_of(p); })
        return name_of(p);
    else
        return std::string(Params::name);
}

/// sample_for(p, r_c): makes numbers of a formula, once its cutoff is known [length]. Returns a
/// fault, empty if there is none.
template <class Params> std::string sample_if_formula(Params& p, double cutoff) {
    if constexpr (requires { sample_for(p, cutoff); })
        return sample_for(p, cutoff);
    else
        return {};
}

/// Where a potential becomes zero by itself, as shape_of(p) says [length]; infinite for others.
template <class Params> double own_range(const Params& p) {
    if constexpr (requires { shape_of(p); })
        return shape_of(p).range;
    else
        return std::numeric_limits<double>::infinity();
}

/// The largest cutoff that a potential allows [length].
template <class Params> double cutoff_limit(const Params& p) {
    if constexpr (requires { largest_cutoff(p); })
        return largest_cutoff(p);
    else
        return std::numeric_limits<double>::infinity();
}

/// scale_of(p, r_c): by what a potential is to be measured; one that does not say has no scale.
template <class Params> PotentialScale scale_or_none(const Params& p, double cutoff) {
    if constexpr (requires { scale_of(p, cutoff); })
        return scale_of(p, cutoff);
    else
        return {};
}

/// keeps_apart(p): whether the repulsion at short distances outdoes all potentials that fall there.
template <class Params> bool has_core(const Params& p) {
    if constexpr (requires { keeps_apart(p); })
        return keeps_apart(p);
    else
        return false;
}

/// The name of the file that a potential reads, a member `file`; null where it reads none.
template <class Params> auto* file_of(Params& p) {
    using Text = std::conditional_t<std::is_const_v<Params>, const std::string, std::string>;
    if constexpr (requires { p.file; })
        return static_cast<Text*>(&p.file);
    else
        return static_cast<Text*>(nullptr);
}

} // namespace mdsim
