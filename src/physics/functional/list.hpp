// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "physics/cluster/list.hpp"
#include "physics/formula_list.hpp"
#include "physics/functional/eam.hpp"
#include "physics/functional/gupta.hpp"
#include "physics/moment/list.hpp"

namespace mdsim {

/// A list of templates of pair functionals.
template <template <class> class... Functional> struct FunctionalList {
    using Params = std::variant<typename Functional<double>::Params...>;
    template <class P, class Real>
    using OfParams = typename FormulaOfParams<P, Real, Functional...>::type;

    static_assert((is_pair_functional<Functional<float>> && ...) &&
                  (is_pair_functional<Functional<double>> && ...));
};

/// The functionals that an input names: the one place to add another.
using PairFunctionals = FunctionalList<Gupta, Eam>;

template <class... Variants> struct JoinedVariants;
template <class... First, class... Second, class... Third>
struct JoinedVariants<std::variant<First...>, std::variant<Second...>, std::variant<Third...>> {
    using type = std::variant<First..., Second..., Third...>;
};

/// The parameters of all many-body potentials that an input names: pair functionals, moment
/// functionals and cluster functionals.
using ManyBodyParams =
    JoinedVariants<PairFunctionals::Params, NamedMoments::Params, ClusterFunctionals::Params>::type;

/// The parameters of all that runs compute.
using ActingParams = JoinedVariants<PairFunctionals::Params, MomentFunctionals::Params,
                                    ClusterFunctionals::Params>::type;

/// What a run computes for a potential of the input, whose files are read: the same potential as
/// sums over neighbours where it can be written so, otherwise itself.
inline ActingParams acting(const ManyBodyParams& params) {
    return std::visit(
        [](const auto& p) -> ActingParams {
            if constexpr (requires { as_sums(p); }) {
                if (const auto sums = as_sums(p)) return *sums;
            }
            return p;
        },
        params);
}

/// Whether the parameters are those of a cluster functional.
template <class... Params> bool is_cluster(const std::variant<Params...>& params) {
    return std::visit([]<class P>(const P&) { return is_of_cluster<P>; }, params);
}

/// Whether the parameters are those of a moment functional.
template <class... Params> bool is_moment(const std::variant<Params...>& params) {
    return std::visit([]<class P>(const P&) { return is_of_moments<P>; }, params);
}

/// Whether the parameters are those of a pair functional.
template <class Params>
inline constexpr bool is_of_pair_functional = !is_of_cluster<Params> && !is_of_moments<Params>;

/// The functional that a parameter struct belongs to, of pairs or of moments.
template <class Params, class Real>
using FunctionalOf = typename std::conditional_t<is_of_moments<Params>, MomentFunctionals,
                                                 PairFunctionals>::template OfParams<Params, Real>;

/// The functional of some parameters; its samples, if any, are appended to `samples`.
template <class Real, class Params>
FunctionalOf<Params, Real> make_functional(const Params& p, std::vector<Real>& samples) {
    return make_formula<FunctionalOf<Params, Real>>(p, samples);
}

/// Whether one [[many_body]] serves all pairs of the species that it names, because files say all
/// of them: `of_pair(params, a, b)` is what acts on its species number a with a neighbour of number
/// b. Others serve the one pair that they name.
template <class Params> inline constexpr bool has_pairs = requires(const Params& p) {
    of_pair(p, std::size_t{}, std::size_t{});
};
inline bool serves_many_species(const ManyBodyParams& params) {
    return std::visit([]<class Params>(const Params&) { return has_pairs<Params>; }, params);
}

/// Whether files say the masses of the species that an entry names, and, once they are read, the
/// masses; null until then.
inline bool says_masses(const ManyBodyParams& params) {
    return std::visit(
        [](const auto& p) {
            return requires { p.tables->mass; };
        },
        params);
}
inline const std::vector<double>* masses_in_files(const ManyBodyParams& params) {
    return std::visit(
        [](const auto& p) -> const std::vector<double>* {
            if constexpr (requires { p.tables->mass; })
                return p.tables ? &p.tables->mass : nullptr;
            else
                return nullptr;
        },
        params);
}

/// The parameters of a pair as its other atom sees them.
template <class Params> Params reversed_params(const Params& p) {
    if constexpr (requires { reversed(p); })
        return reversed(p);
    else
        return p;
}

/// The distance of the knots between which the functions of a pair are smooth; zero if they have
/// none [length].
template <class Params> double knot_spacing_of([[maybe_unused]] const Params& p) {
    if constexpr (requires { knot_spacing(p); })
        return knot_spacing(p);
    else
        return 0;
}

/// Likewise the embedding of a type, of its parameters with itself.
template <class Real, class Params>
auto make_embedding(const Params& p, [[maybe_unused]] std::vector<double>& samples) {
    using Functional = FunctionalOf<Params, Real>;
    if constexpr (Functional::uses_samples) {
        const std::size_t first = samples.size();
        for (const double sample : Functional::embedding_samples(p)) samples.push_back(sample);
        return Functional::embedding(p, first);
    } else {
        return Functional::embedding(p);
    }
}

} // namespace mdsim
