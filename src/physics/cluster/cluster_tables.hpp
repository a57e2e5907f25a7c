// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/contract.hpp"

namespace mdsim {

/// What files say of each triple of some elements, in internal units. `Entry` has the numbers of a
/// triple: of a centre and its neighbours j and k. An entry with j equal to k has those of a pair.
template <class Entry> struct ClusterTables {
    std::vector<std::string> elements;
    std::vector<Entry> entry; ///< [element][element][element]

    const Entry& of(std::size_t centre, std::size_t j, std::size_t k) const {
        const std::size_t n = elements.size();
        MDSIM_EXPECT(centre < n && j < n && k < n && entry.size() == n * n * n);
        return entry[(centre * n + j) * n + k];
    }
};

/// Where a pair of elements ends, in both orders: the largest cutoff of an entry with one of them
/// as the centre and the other as a neighbour [length].
template <class Entry>
double pair_cutoff(const ClusterTables<Entry>& tables, std::size_t a, std::size_t b) {
    double largest = 0;
    for (const auto& [centre, other] : {std::pair(a, b), std::pair(b, a)})
        for (std::size_t third = 0; third < tables.elements.size(); ++third)
            largest = std::max({largest, cutoff_of(tables.of(centre, third, other)),
                                third == other ? cutoff_of(tables.of(centre, other, other)) : 0});
    return largest;
}

} // namespace mdsim
