// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "physics/pair/law.hpp"
#include "physics/pair/lennard_jones.hpp"
#include "physics/pair/table.hpp"
#include "physics/pair/truncation.hpp"

namespace mdsim {

/// A list of law templates.
template <template <class> class... Law> struct LawList {
    using Params = std::variant<typename Law<double>::Params...>;

    static_assert((is_pair_law<Law<float>> && ...) && (is_pair_law<Law<double>> && ...));
};

/// All pair laws: the one place to add another.
using PairLaws = LawList<LennardJones, Table>;

/// The parameters of any pair law.
using PairLawParams = PairLaws::Params;

template <class Params, class Real, class List> struct LawOfParams;
template <class Params, class Real, template <class> class First, template <class> class... Rest>
struct LawOfParams<Params, Real, LawList<First, Rest...>>
    : std::conditional_t<std::is_same_v<Params, typename First<Real>::Params>,
                         std::type_identity<First<Real>>,
                         LawOfParams<Params, Real, LawList<Rest...>>> {};
template <class Params, class Real> struct LawOfParams<Params, Real, LawList<>> {};

/// The law that a parameter struct belongs to.
template <class Params, class Real>
using PairLaw = typename LawOfParams<Params, Real, PairLaws>::type;

/// What a law may leave out; a law that declares none of these gets the answers below.
/// mix(a, b, rule): the law of an unlike pair.
template <class Params> inline constexpr bool has_mixing = requires(const Params& p) {
    mix(p, p, MixingRule::arithmetic);
};
/// tail_energy_integral(p, r_c), tail_virial_integral(p, r_c): what lies beyond the cutoff.
template <class Params> inline constexpr bool has_tail = requires(const Params& p) {
    tail_energy_integral(p, 1.0);
    tail_virial_integral(p, 1.0);
};

/// The largest cutoff that a law allows [length].
template <class Params> double cutoff_limit(const Params& p) {
    if constexpr (requires { largest_cutoff(p); })
        return largest_cutoff(p);
    else
        return std::numeric_limits<double>::infinity();
}

/// The law of some parameters; its samples, if any, are appended to `samples`.
template <class Real, class Params>
PairLaw<Params, Real> make_law(const Params& p, std::vector<Real>& samples) {
    using Law = PairLaw<Params, Real>;
    if constexpr (Law::uses_samples) {
        const std::size_t first = samples.size();
        for (const double sample : Law::samples(p)) samples.push_back(static_cast<Real>(sample));
        return Law(p, first);
    } else {
        return Law(p);
    }
}

/// Calls `use` with the law wrapped for its truncation; `edge` is that of the pair's ForceField.
template <class Law, class Use>
auto with_truncation(const Law& law, Truncation truncation, const CutoffEdge& edge, Use&& use) {
    switch (truncation) {
    case Truncation::force_shift:
        return use(ForceShifted<Law>(law, edge));
    case Truncation::smooth:
        return use(Switched<Law>(law, edge));
    case Truncation::shift:
    case Truncation::cut:
        break;
    }
    return use(Shifted<Law>(law, edge));
}

} // namespace mdsim
