// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "ops/sums.hpp"
#include "physics/coupling/nose_hoover_chain.hpp"

namespace mdsim {

/// The steps of a stretch at which sums are taken between the half kicks, a row for each: all from
/// the first on that lie at the same distance. Wishes that do not are left to another stretch.
struct StretchRows {
    /// Rows that a device keeps at most.
    static constexpr std::int64_t most = 4096;
    /// In place of the distance of a row that is the only one: beyond the end of any stretch.
    static constexpr std::int64_t only_one = std::int64_t{1} << 40;

    Step first = 0;
    std::int64_t every = 0; ///< steps from row to row; 0: there is no row
    std::int64_t count = 0; ///< in the stretch

    /// Whether a step of the stretch has a row.
    bool on(Step step) const { return count > 0 && step >= first && (step - first) % every == 0; }

    /// Adds a row at a step behind those that have one; false, and no row, where it lies at another
    /// distance or there is no room for it.
    bool add(Step step) {
        if (count == most || (count > 1 && step != first + count * every)) return false;
        if (count == 0) first = step;
        every = count == 0 ? only_one : (step - first) / count;
        ++count;
        return true;
    }
};

/// What the atoms of this rank add up to at a step.
struct StretchRow {
    Step step = 0;
    PairSums pair;
    KineticSums kinetic;
    NoseHooverChain::State chain; ///< between its two actions, where one acts on the stretch

    /// Whether a sum is out of range.
    bool saturated() const { return pair.saturated() || kinetic.saturated(); }
};

} // namespace mdsim
