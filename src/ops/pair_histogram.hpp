// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/contract.hpp"

namespace mdsim {

/// How often pairs of atoms were found at a distance; each pair counts once from each of its atoms.
struct PairHistogram {
    double range = 0; ///< [length]
    std::size_t bins = 0;
    std::size_t types = 0;
    std::vector<std::int64_t> count; ///< [type of the first][type of the second][bin]

    PairHistogram() = default;
    PairHistogram(double largest, std::size_t bin_count, std::size_t type_count)
        : range(largest), bins(bin_count), types(type_count),
          count(type_count * type_count * bin_count, 0) {}

    PairHistogram empty_copy() const { return {range, bins, types}; }

    /// Counts a distance below `range`.
    void add(std::size_t a, std::size_t b, double distance) {
        MDSIM_EXPECT(a < types && b < types && distance >= 0);
        const auto bin = static_cast<std::size_t>(distance / range * static_cast<double>(bins));
        if (bin < bins) ++count[(a * types + b) * bins + bin];
    }
    void merge(const PairHistogram& other) {
        MDSIM_EXPECT(range == other.range && bins == other.bins && types == other.types);
        for (std::size_t i = 0; i < count.size(); ++i) count[i] += other.count[i];
    }
};

} // namespace mdsim
