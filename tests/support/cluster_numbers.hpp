// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "physics/pair/force_field.hpp"

namespace mdsim::test {

/// Silicon [eV, Angstrom]; Stillinger and Weber, Phys. Rev. B 31, 5262 (1985), with the energy that
/// others scale it to.
inline StillingerWeberEntry stillinger_weber_silicon() {
    return {2.1683, 2.0951, 1.8, 21, 1.2, -1.0 / 3, 7.049556277, 0.6022245584, 4, 0, 0};
}

/// Silicon [eV, Angstrom]; Tersoff, Phys. Rev. B 37, 6991 (1988).
inline TersoffEntry tersoff_silicon() {
    return {3,       1,      1.3258, 4.8381, 2.0417, 0,      22.956,
            0.33675, 1.3258, 95.373, 3,      0.2,    3.2394, 3264.7};
}

/// Made-up elements whose neighbours are about one length apart: of each pair and triple numbers of
/// its own, those of a pair the same in both orders as far as they must be.
inline void make_up(StillingerWeberEntry& e, std::size_t centre, std::size_t j, std::size_t k) {
    const double pair = 0.01 * static_cast<double>(centre + j);
    const double triple = 0.02 * static_cast<double>(2 * centre + j + k);
    e = {j == k ? 1 + pair : 1.0,
         0.72 - 0.3 * pair,
         1.8,
         6 + triple,
         1.2 - pair,
         -0.3 + triple,
         7 + 4 * pair,
         0.6 + pair,
         4,
         0.5 * pair,
         0};
}

inline void make_up(TersoffEntry& e, std::size_t centre, std::size_t j, std::size_t k) {
    const double pair = 0.01 * static_cast<double>(centre + j);
    const double end = 0.01 * static_cast<double>(centre + k);
    const double own = 0.03 * static_cast<double>(centre);
    e = {(centre + j) % 2 == 0 ? 3.0 : 1.0,
         1 - own,
         1.1 - own,
         3 + own,
         1.2,
         -0.3 - own,
         j % 2 == 0 ? 0.8 : 9.3,
         0.3,
         2 + pair,
         15 - own,
         1.12 - end,
         0.18,
         4 - pair,
         55};
}

/// The tables of so many of these elements.
template <class Entry> ClusterTables<Entry> made_up_tables(std::size_t elements) {
    ClusterTables<Entry> tables;
    for (std::size_t a = 0; a < elements; ++a) {
        tables.elements.push_back(std::string(1, static_cast<char>('A' + a)));
        for (std::size_t b = 0; b < elements; ++b)
            for (std::size_t c = 0; c < elements; ++c) {
                Entry entry;
                make_up(entry, a, b, c);
                tables.entry.push_back(entry);
            }
    }
    return tables;
}

/// All pairs of the elements of tables.
template <class Params, class Entry>
ForceFieldSpec cluster_spec(const ClusterTables<Entry>& tables) {
    Params params;
    params.tables = std::make_shared<const ClusterTables<Entry>>(tables);
    ForceFieldSpec spec;
    spec.species = tables.elements;
    const auto types = static_cast<TypeId>(tables.elements.size());
    for (TypeId a = 0; a < types; ++a)
        for (TypeId b = a; b < types; ++b)
            spec.functionals.push_back({"", a, b, of_pair(params, a, b)});
    return spec;
}

inline ForceFieldSpec stillinger_weber_spec(std::size_t elements) {
    return cluster_spec<StillingerWeberParams>(made_up_tables<StillingerWeberEntry>(elements));
}
inline ForceFieldSpec tersoff_spec(std::size_t elements) {
    return cluster_spec<TersoffParams>(made_up_tables<TersoffEntry>(elements));
}

/// Silicon alone, by either.
inline ForceFieldSpec stillinger_weber_silicon_spec() {
    return cluster_spec<StillingerWeberParams>(
        ClusterTables<StillingerWeberEntry>{{"Si"}, {stillinger_weber_silicon()}});
}
inline ForceFieldSpec tersoff_silicon_spec() {
    return cluster_spec<TersoffParams>(ClusterTables<TersoffEntry>{{"Si"}, {tersoff_silicon()}});
}

} // namespace mdsim::test
