// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/ids.hpp"
#include "physics/functional/list.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// All ordered pairs of types that one functional, of pairs or of moments, serves, ready for a
/// driver: what acts on an atom
/// of type a with a neighbour of type b is at a * types + b. Pairs that do not belong to it have a
/// cutoff of zero, and so have no density of each other; their functional is one of the table.
template <class Functional> struct FunctionalTable {
    using functional_type = Functional;
    using value_type = typename Functional::value_type;

    TypeId types = 0;
    std::vector<Functional> functional;
    std::vector<value_type> cutoff_squared; ///< [length^2]
    std::vector<value_type> samples;        ///< what Functional::uses_samples says, else empty
    std::vector<typename Functional::Embedding> embedding; ///< of each type
    std::vector<double> embedding_samples;                 ///< likewise
    double knots = 0;   ///< the distance of knots, between which functions are smooth; 0: none
    double nearest = 0; ///< about where the nearest neighbours of a crystal are [length]

    /// Whether atoms of this type have a density, an embedding and a slope.
    bool serves(TypeId type) const { return cutoff_squared[std::size_t{type} * types + type] > 0; }
};

template <class Real, class List> struct FunctionalTablesOf;
template <class Real, template <class> class... Functional>
struct FunctionalTablesOf<Real, FunctionalList<Functional...>> {
    using type = std::variant<FunctionalTable<Functional<Real>>...>;
};

template <class Real, template <class> class... Functional>
struct FunctionalTablesOf<Real, MomentList<Functional...>> {
    using type = std::variant<FunctionalTable<Functional<Real>>...>;
};

/// A table of any pair functional.
template <class Real>
using AnyFunctionalTable = typename FunctionalTablesOf<Real, PairFunctionals>::type;

/// A table of any moment functional.
template <class Real>
using AnyMomentTable = typename FunctionalTablesOf<Real, MomentFunctionals>::type;

namespace detail {

/// The table of the functional with these parameters: all pairs that the force field has of it.
template <class Real, class Params>
auto functional_table(const ForceField& force_field, const Params& filler) {
    using Functional = FunctionalOf<Params, Real>;
    FunctionalTable<Functional> table;
    std::vector<Real> unused;
    std::vector<double> unused_embedding;
    const TypeId types = table.types = force_field.types();
    table.knots = knot_spacing_of(filler);
    table.nearest = reference_distance(filler);
    table.functional.assign(std::size_t{types} * types, make_functional<Real>(filler, unused));
    table.cutoff_squared.assign(std::size_t{types} * types, Real(0));
    table.embedding.assign(types, make_embedding<Real>(filler, unused_embedding));
    for (TypeId a = 0; a < types; ++a) {
        for (TypeId b = 0; b < types; ++b) {
            const auto& any = force_field.acting_functional(a, b);
            const Params* params = any ? std::get_if<Params>(&*any) : nullptr;
            if (params == nullptr) continue;
            const std::size_t pair = std::size_t{a} * types + b;
            table.functional[pair] = make_functional<Real>(*params, table.samples);
            table.cutoff_squared[pair] = static_cast<Real>(cutoff_of(*params) * cutoff_of(*params));
            if (a == b) table.embedding[a] = make_embedding<Real>(*params, table.embedding_samples);
        }
    }
    return table;
}

/// The tables of the functionals whose parameters are `OfKind`, in the order of their first
/// species.
template <class AnyTable, template <class> class OfKind>
std::vector<AnyTable> functional_tables(const ForceField& force_field) {
    using Real = typename std::variant_alternative_t<0, AnyTable>::value_type;
    std::vector<AnyTable> tables;
    std::vector<std::size_t> known;
    for (TypeId t = 0; t < force_field.types(); ++t) {
        const auto& own = force_field.acting_functional(t, t);
        if (!own || std::find(known.begin(), known.end(), own->index()) != known.end()) continue;
        known.push_back(own->index());
        std::visit(
            [&]<class Params>(const Params& p) {
                if constexpr (OfKind<Params>::value)
                    tables.emplace_back(functional_table<Real>(force_field, p));
            },
            *own);
    }
    return tables;
}

template <class Params>
struct IsPairFunctional : std::bool_constant<is_of_pair_functional<Params>> {};
template <class Params> struct IsMomentFunctional : std::bool_constant<is_of_moments<Params>> {};

} // namespace detail

/// The tables of a force field, one for each pair functional that occurs, in the order of their
/// first species; empty if there are none. Real is float or double.
template <class Real>
std::vector<AnyFunctionalTable<Real>> make_functional_tables(const ForceField& force_field) {
    return detail::functional_tables<AnyFunctionalTable<Real>, detail::IsPairFunctional>(
        force_field);
}

/// The same of moment functionals.
template <class Real>
std::vector<AnyMomentTable<Real>> make_moment_tables(const ForceField& force_field) {
    return detail::functional_tables<AnyMomentTable<Real>, detail::IsMomentFunctional>(force_field);
}

} // namespace mdsim
