// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <type_traits>

#include "physics/pair/mixing.hpp"
#include "physics/pair/potential_scale.hpp"

namespace mdsim {

/// What a potential may leave out; a potential that declares none of these gets the answers below.
/// mix(a, b, rule): the potential of an unlike pair.
template <class Params> inline constexpr bool has_mixing = requires(const Params& p) {
    mix(p, p, MixingRule::arithmetic);
};
/// tail_energy_integral(p, r_c), tail_virial_integral(p, r_c): what lies beyond the cutoff.
template <class Params> inline constexpr bool has_tail = requires(const Params& p) {
    tail_energy_integral(p, 1.0);
    tail_virial_integral(p, 1.0);
};

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

/// The name of the file that a potential reads, a member `file`; null where it reads none.
template <class Params> auto* file_of(Params& p) {
    using Text = std::conditional_t<std::is_const_v<Params>, const std::string, std::string>;
    if constexpr (requires { p.file; })
        return static_cast<Text*>(&p.file);
    else
        return static_cast<Text*>(nullptr);
}

} // namespace mdsim
