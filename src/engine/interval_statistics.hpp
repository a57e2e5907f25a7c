// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/contract.hpp"
#include "core/ids.hpp"

namespace mdsim {

/// How rebuilds went, over the whole run.
struct IntervalStatistics {
    std::int64_t rebuilds = 0;
    std::int64_t steps = 0; ///< between rebuilds
    Step shortest = 0;
    Step longest = 0;
    std::int64_t unsafe = 0; ///< steps of fixed rebuilding on which pairs may have been missed

    /// Adds those of other rebuilds.
    void merge(const IntervalStatistics& other) {
        unsafe += other.unsafe;
        if (other.rebuilds == 0) return;
        MDSIM_EXPECT(other.shortest <= other.longest && other.longest <= other.steps);
        shortest = rebuilds == 0 ? other.shortest : std::min(shortest, other.shortest);
        longest = std::max(longest, other.longest);
        steps += other.steps;
        rebuilds += other.rebuilds;
    }
};

} // namespace mdsim
