// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/potential.hpp"
#include "physics/pair/table.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

/// A list of potential templates.
template <template <class> class... Potential> struct PotentialList {
    using Params = std::variant<typename Potential<double>::Params...>;

    static_assert((is_pair_potential<Potential<float>> && ...) &&
                  (is_pair_potential<Potential<double>> && ...));
};

/// All pair potentials: the one place to add another.
using PairPotentials = PotentialList<LennardJones, Table>;

/// The parameters of any pair potential.
using PairPotentialParams = PairPotentials::Params;

template <class Params, class Real, class List> struct PotentialOfParams;
template <class Params, class Real, template <class> class First, template <class> class... Rest>
struct PotentialOfParams<Params, Real, PotentialList<First, Rest...>>
    : std::conditional_t<std::is_same_v<Params, typename First<Real>::Params>,
                         std::type_identity<First<Real>>,
                         PotentialOfParams<Params, Real, PotentialList<Rest...>>> {};
template <class Params, class Real> struct PotentialOfParams<Params, Real, PotentialList<>> {};

/// The potential that a parameter struct belongs to.
template <class Params, class Real>
using PairPotential = typename PotentialOfParams<Params, Real, PairPotentials>::type;

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

/// The potential of some parameters; its samples, if any, are appended to `samples`.
template <class Real, class Params>
PairPotential<Params, Real> make_potential(const Params& p, std::vector<Real>& samples) {
    using Potential = PairPotential<Params, Real>;
    if constexpr (Potential::uses_samples) {
        const std::size_t first = samples.size();
        for (const double sample : Potential::samples(p))
            samples.push_back(static_cast<Real>(sample));
        return Potential(p, first);
    } else {
        return Potential(p);
    }
}

/// Calls `use` with the potential wrapped for its truncation; `edge` is that of the pair's
/// ForceField.
template <class Potential, class Use>
auto with_truncation(const Potential& potential, Truncation truncation, const CutoffEdge& edge,
                     Use&& use) {
    switch (truncation) {
    case Truncation::force_shift:
        return use(ForceShifted<Potential>(potential, edge));
    case Truncation::smooth:
        return use(Switched<Potential>(potential, edge));
    case Truncation::shift:
    case Truncation::cut:
        break;
    }
    return use(Shifted<Potential>(potential, edge));
}

} // namespace mdsim
