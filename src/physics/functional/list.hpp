// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <variant>
#include <vector>

#include "physics/functional/gupta.hpp"

namespace mdsim {

/// A list of templates of pair functionals.
template <template <class> class... Functional> struct FunctionalList {
    using Params = std::variant<typename Functional<double>::Params...>;

    static_assert((is_pair_functional<Functional<float>> && ...) &&
                  (is_pair_functional<Functional<double>> && ...));
};

/// The functionals that an input names: the one place to add another.
using PairFunctionals = FunctionalList<Gupta>;

/// The parameters of all of them.
using PairFunctionalParams = PairFunctionals::Params;

template <class Params, class Real, class List> struct FunctionalOfParams;
template <class Params, class Real, template <class> class First, template <class> class... Rest>
struct FunctionalOfParams<Params, Real, FunctionalList<First, Rest...>>
    : std::conditional_t<std::is_same_v<Params, typename First<Real>::Params>,
                         std::type_identity<First<Real>>,
                         FunctionalOfParams<Params, Real, FunctionalList<Rest...>>> {};
template <class Params, class Real> struct FunctionalOfParams<Params, Real, FunctionalList<>> {};

/// The functional that a parameter struct belongs to.
template <class Params, class Real>
using PairFunctional = typename FunctionalOfParams<Params, Real, PairFunctionals>::type;

/// The functional of some parameters; its samples, if any, are appended to `samples`.
template <class Real, class Params>
PairFunctional<Params, Real> make_functional(const Params& p,
                                             [[maybe_unused]] std::vector<Real>& samples) {
    using Functional = PairFunctional<Params, Real>;
    if constexpr (Functional::uses_samples) {
        const std::size_t first = samples.size();
        for (const double sample : Functional::samples(p))
            samples.push_back(static_cast<Real>(sample));
        return Functional(p, first);
    } else {
        return Functional(p);
    }
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
