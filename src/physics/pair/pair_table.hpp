// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/ids.hpp"
#include "physics/pair/force_field.hpp"
#include "physics/pair/list.hpp"

namespace mdsim {

/// All pairs of types that share one truncated law, ready for a driver: entry (a, b) is at
/// a * types + b, and the table is symmetric. Pairs that do not belong to it have a cutoff of zero,
/// so that `r2 < cutoff_squared` is the one test; their law is some law of the table.
template <class Law> struct PairTable {
    using law_type = Law;
    using value_type = typename Law::value_type;

    TypeId types = 0;
    std::vector<Law> law;
    std::vector<value_type> cutoff_squared; ///< [length^2]
    std::vector<value_type> samples;        ///< what Law::uses_samples says, else empty
};

template <class Real, class List> struct PairTablesOf;
template <class Real, template <class> class... Law> struct PairTablesOf<Real, LawList<Law...>> {
    using type =
        std::variant<PairTable<Shifted<Law<Real>>>..., PairTable<ForceShifted<Law<Real>>>...,
                     PairTable<Switched<Law<Real>>>...>;
};

/// A table of any law with any truncation.
template <class Real> using AnyPairTable = typename PairTablesOf<Real, PairLaws>::type;

namespace detail {

/// The table for `Law`, added to the list if it is not there yet.
template <class Law, class Real>
PairTable<Law>& table_for(std::vector<AnyPairTable<Real>>& tables, TypeId types,
                          const Law& filler) {
    for (AnyPairTable<Real>& table : tables) {
        if (auto* found = std::get_if<PairTable<Law>>(&table)) return *found;
    }
    const std::size_t entries = std::size_t{types} * types;
    tables.emplace_back(PairTable<Law>{
        types, std::vector<Law>(entries, filler), std::vector<Real>(entries, Real(0)), {}});
    return std::get<PairTable<Law>>(tables.back());
}

} // namespace detail

/// The tables of a force field, one for each truncated law that occurs, in the order of their first
/// pair. Real is float or double.
template <class Real>
std::vector<AnyPairTable<Real>> make_pair_tables(const ForceField& force_field) {
    std::vector<AnyPairTable<Real>> tables;
    const TypeId types = force_field.types();
    const auto place = [&](TypeId a, TypeId b, const PairInteraction& pair, const auto& params) {
        const CutoffEdge& edge = force_field.edge(a, b);
        std::vector<Real> own;
        with_truncation(
            make_law<Real>(params, own), pair.truncation, edge, [&](const auto& filler) {
                using Law = std::decay_t<decltype(filler)>;
                PairTable<Law>& table = detail::table_for<Law, Real>(tables, types, filler);
                const Law law(make_law<Real>(params, table.samples), edge);
                for (const std::size_t entry :
                     {std::size_t{a} * types + b, std::size_t{b} * types + a}) {
                    table.law[entry] = law;
                    table.cutoff_squared[entry] = static_cast<Real>(pair.cutoff * pair.cutoff);
                }
            });
    };
    for (TypeId a = 0; a < types; ++a) {
        for (TypeId b = a; b < types; ++b) {
            if (const auto& pair = force_field.interaction(a, b))
                std::visit([&](const auto& params) { place(a, b, *pair, params); }, pair->params);
        }
    }
    return tables;
}

} // namespace mdsim
