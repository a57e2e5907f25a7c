// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/field.hpp"
#include "physics/cluster/cluster_tables.hpp"

namespace mdsim {

/// What the parameters of cluster functionals have in common: the files of a set of elements and,
/// once they are read, which ordered pair of the elements is meant.
template <class Entry> struct ClusterParams {
    std::vector<std::string> files;
    std::vector<std::string> elements; ///< of each species; empty: they are named like them
    std::shared_ptr<const ClusterTables<Entry>> tables; ///< of the species served; null until then
    std::size_t own = 0;                                ///< the element of the atom
    std::size_t other = 0;                              ///< that of its neighbour

    const Entry& entry() const { return tables->of(own, other, other); }
    const Entry& entry(std::size_t third) const { return tables->of(own, other, third); }

    static constexpr auto fields() {
        using P = ClusterParams;
        return std::make_tuple(
            field("files", &P::files, "file of all triples of elements; the cutoff is its own",
                  required()),
            field("elements", &P::elements,
                  "the element of each species, as the file names it, where the names of the "
                  "species are others"));
    }
};

template <class Params>
concept HasClusterTables = requires(const Params& p) {
    p.tables->entry;
};

/// Where a pair ends, the same in both orders [length]; zero until the files are read.
template <HasClusterTables Params> double cutoff_of(const Params& p) {
    return p.tables ? pair_cutoff(*p.tables, p.own, p.other) : 0;
}

/// What acts on an atom of the species number a with a neighbour of number b.
template <HasClusterTables Params> Params of_pair(const Params& p, std::size_t a, std::size_t b) {
    Params pair = p;
    pair.own = a;
    pair.other = b;
    return pair;
}

/// What acts on the neighbour.
template <HasClusterTables Params> Params reversed(const Params& p) {
    return of_pair(p, p.other, p.own);
}

} // namespace mdsim
