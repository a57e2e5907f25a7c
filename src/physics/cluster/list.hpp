// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <variant>

#include "physics/cluster/cluster.hpp"
#include "physics/cluster/stillinger_weber.hpp"
#include "physics/cluster/tersoff.hpp"
#include "physics/formula_list.hpp"

namespace mdsim {

/// A list of templates of cluster functionals.
template <template <class> class... Cluster> struct ClusterList {
    using Params = std::variant<typename Cluster<double>::Params...>;
    template <class P, class Real>
    using OfParams = typename FormulaOfParams<P, Real, Cluster...>::type;
    template <class Params>
    static constexpr bool has = (std::is_same_v<Params, typename Cluster<double>::Params> || ...);

    static_assert((is_cluster_functional<Cluster<float>> && ...) &&
                  (is_cluster_functional<Cluster<double>> && ...));
};

/// The cluster functionals that an input names: the one place to add another.
using ClusterFunctionals = ClusterList<StillingerWeber, Tersoff>;

/// Whether a parameter struct is that of a cluster functional.
template <class Params>
inline constexpr bool is_of_cluster = ClusterFunctionals::template has<Params>;

/// The cluster functional that a parameter struct belongs to.
template <class Params, class Real>
using ClusterFunctional = typename ClusterFunctionals::template OfParams<Params, Real>;

} // namespace mdsim
