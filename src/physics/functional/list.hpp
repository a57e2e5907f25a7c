// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "physics/formula_list.hpp"
#include "physics/functional/eam.hpp"
#include "physics/functional/gupta.hpp"

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

/// The parameters of all of them.
using PairFunctionalParams = PairFunctionals::Params;

/// The functional that a parameter struct belongs to.
template <class Params, class Real>
using PairFunctional = typename PairFunctionals::template OfParams<Params, Real>;

/// The functional of some parameters; its samples, if any, are appended to `samples`.
template <class Real, class Params>
PairFunctional<Params, Real> make_functional(const Params& p, std::vector<Real>& samples) {
    return make_formula<PairFunctional<Params, Real>>(p, samples);
}

/// Whether one [[many_body]] serves all pairs of the species that it names, because files say all
/// of them: `of_pair(params, a, b)` is what acts on its species number a with a neighbour of number
/// b. Others serve the one pair that they name.
template <class Params> inline constexpr bool has_pairs = requires(const Params& p) {
    of_pair(p, std::size_t{}, std::size_t{});
};
inline bool serves_many_species(const PairFunctionalParams& params) {
    return std::visit([]<class Params>(const Params&) { return has_pairs<Params>; }, params);
}

/// The parameters of a pair as its other atom sees them.
template <class Params> Params reversed_params(const Params& p) {
    if constexpr (requires { reversed(p); })
        return reversed(p);
    else
        return p;
}

/// Likewise the embedding of a type, of its parameters with itself.
template <class Real, class Params>
auto make_embedding(const Params& p, [[maybe_unused]] std::vector<double>& samples) {
    using Functional = PairFunctional<Params, Real>;
    if constexpr (Functional::uses_samples) {
        const std::size_t first = samples.size();
        for (const double sample : Functional::embedding_samples(p)) samples.push_back(sample);
        return Functional::embedding(p, first);
    } else {
        return Functional::embedding(p);
    }
}

} // namespace mdsim
