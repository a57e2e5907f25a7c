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

/// All pairs of types that share one truncated potential, ready for a driver: entry (a, b) is at
/// a * types + b, and the table is symmetric. Pairs that do not belong to it have a cutoff of zero,
/// so that `r2 < cutoff_squared` is the one test; their potential is some potential of the table.
template <class Potential> struct PairTable {
    using potential_type = Potential;
    using value_type = typename Potential::value_type;

    TypeId types = 0;
    std::vector<Potential> potential;
    std::vector<value_type> cutoff_squared; ///< [length^2]
    std::vector<value_type> samples;        ///< what Potential::uses_samples says, else empty
};

template <class Real, class List> struct PairTablesOf;
template <class Real, template <class> class... Potential>
struct PairTablesOf<Real, PotentialList<Potential...>> {
    using type = std::variant<PairTable<Shifted<Potential<Real>>>...,
                              PairTable<ForceShifted<Potential<Real>>>...,
                              PairTable<Switched<Potential<Real>>>...>;
};

/// A table of any potential with any truncation.
template <class Real> using AnyPairTable = typename PairTablesOf<Real, PairForces>::type;

namespace detail {

/// The table for `Potential`, added to the list if it is not there yet.
template <class Potential, class Real>
PairTable<Potential>& table_for(std::vector<AnyPairTable<Real>>& tables, TypeId types,
                                const Potential& filler) {
    for (AnyPairTable<Real>& table : tables) {
        if (auto* found = std::get_if<PairTable<Potential>>(&table)) return *found;
    }
    const std::size_t entries = std::size_t{types} * types;
    tables.emplace_back(PairTable<Potential>{
        types, std::vector<Potential>(entries, filler), std::vector<Real>(entries, Real(0)), {}});
    return std::get<PairTable<Potential>>(tables.back());
}

} // namespace detail

/// The tables of a force field, one for each truncated potential that occurs, in the order of their
/// first pair. Real is float or double.
template <class Real>
std::vector<AnyPairTable<Real>> make_pair_tables(const ForceField& force_field) {
    std::vector<AnyPairTable<Real>> tables;
    const TypeId types = force_field.types();
    const auto place = [&](TypeId a, TypeId b, const PairInteraction& pair, const auto& params) {
        const CutoffEdge& edge = force_field.edge(a, b);
        std::vector<Real> own;
        with_truncation(
            make_potential<Real>(params, own), pair.truncation, edge, [&](const auto& filler) {
                using Potential = std::decay_t<decltype(filler)>;
                PairTable<Potential>& table =
                    detail::table_for<Potential, Real>(tables, types, filler);
                const Potential potential(make_potential<Real>(params, table.samples), edge);
                for (const std::size_t entry :
                     {std::size_t{a} * types + b, std::size_t{b} * types + a}) {
                    table.potential[entry] = potential;
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
