// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"

namespace mdsim {

/// The ids that one of several ranks holds where they are dealt in blocks, as evenly as can be.
struct IdBlock {
    std::int64_t first = 0;
    std::int64_t last = 0;

    MDSIM_HD static constexpr IdBlock of(std::int64_t total, int part, int parts) {
        MDSIM_EXPECT(total >= 0 && 0 <= part && part < parts);
        return {total / parts * part + total % parts * part / parts,
                total / parts * (part + 1) + total % parts * (part + 1) / parts};
    }
    /// Whose block an id below `total` is in: blocks begin at floor(total part / parts).
    MDSIM_HD static constexpr int holder(ParticleId id, std::int64_t total, int parts) {
        MDSIM_EXPECT(0 <= id && id < total && parts > 0);
        return static_cast<int>(((id + 1) * parts - 1) / total);
    }
    bool contains(ParticleId id) const { return first <= id && id < last; }
    std::int64_t size() const { return last - first; }
};

} // namespace mdsim
