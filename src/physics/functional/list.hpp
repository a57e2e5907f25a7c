// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <variant>

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

} // namespace mdsim
