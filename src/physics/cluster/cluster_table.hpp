// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "core/ids.hpp"
#include "physics/cluster/list.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// All ordered pairs of types that one cluster functional serves, ready for a driver. Pairs that do
/// not belong to it have a cutoff of zero; their constants are some of the table.
template <class C> struct ClusterTable {
    using cluster_type = C;
    using Real = typename C::value_type;

    TypeId types = 0;
    std::vector<Real> cutoff_squared; ///< [type][type], symmetric [length^2]
    std::vector<typename C::Pair> pair;
    std::vector<typename C::Triple> triple;

    ClusterConstants<C> constants() const { return {pair.data(), triple.data(), types}; }
    /// Whether atoms of this type have an energy by the functional.
    bool serves(TypeId type) const { return cutoff_squared[std::size_t{type} * types + type] > 0; }
};

template <class Real, class List> struct ClusterTablesOf;
template <class Real, template <class> class... Functional>
struct ClusterTablesOf<Real, ClusterList<Functional...>> {
    using type = std::variant<ClusterTable<Functional<Real>>...>;
};

/// A table of any cluster functional.
template <class Real>
using AnyClusterTable = typename ClusterTablesOf<Real, ClusterFunctionals>::type;

namespace detail {

/// The parameters of a pair of types, if they are of this kind.
template <class Params> const Params* params_of(const ForceField& force_field, TypeId a, TypeId b) {
    const auto& any = force_field.acting_functional(a, b);
    return any ? std::get_if<Params>(&*any) : nullptr;
}

template <class Real, class Params>
auto cluster_table(const ForceField& force_field, const Params& filler) {
    ClusterTable<ClusterFunctional<Params, Real>> table;
    const std::size_t types = force_field.types();
    table.types = force_field.types();
    table.cutoff_squared.assign(types * types, Real(0));
    table.pair.assign(types * types, pair_of<Real>(filler));
    table.triple.assign(types * types * types, triple_of<Real>(filler, filler.other));
    for (TypeId a = 0; a < types; ++a) {
        for (TypeId b = 0; b < types; ++b) {
            const Params* params = params_of<Params>(force_field, a, b);
            if (params == nullptr) continue;
            const std::size_t pair = a * types + b;
            table.cutoff_squared[pair] = static_cast<Real>(cutoff_of(*params) * cutoff_of(*params));
            table.pair[pair] = pair_of<Real>(*params);
            for (TypeId c = 0; c < types; ++c) {
                const Params* with = params_of<Params>(force_field, a, c);
                if (with != nullptr)
                    table.triple[pair * types + c] = triple_of<Real>(*params, with->other);
            }
        }
    }
    return table;
}

} // namespace detail

/// The tables of a force field, one for each cluster functional that occurs, in the order of their
/// first species; empty if there are none. Real is float or double.
template <class Real>
std::vector<AnyClusterTable<Real>> make_cluster_tables(const ForceField& force_field) {
    std::vector<AnyClusterTable<Real>> tables;
    std::vector<std::size_t> known;
    for (TypeId t = 0; t < force_field.types(); ++t) {
        const auto& own = force_field.acting_functional(t, t);
        if (!own || std::find(known.begin(), known.end(), own->index()) != known.end()) continue;
        known.push_back(own->index());
        std::visit(
            [&]<class Params>(const Params& p) {
                if constexpr (is_of_cluster<Params>)
                    tables.emplace_back(detail::cluster_table<Real>(force_field, p));
            },
            *own);
    }
    return tables;
}

} // namespace mdsim
