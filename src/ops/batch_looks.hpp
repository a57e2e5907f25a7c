// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/contract.hpp"
#include "core/ids.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// What is asked of the positions of a step; nobody has to compute forces for that.
struct LookTasks {
    // Distances are counted into a histogram of this shape, as PairHistogram has it, where there
    // are bins.
    double range = 0; ///< [length]
    std::size_t bins = 0;
    bool unwrapped = false; ///< where all atoms are, ways around the box included, by their ids
    bool others = false;    ///< what only atoms that stand at the step can answer

    bool any() const { return bins > 0 || unwrapped || others; }
    /// Adds what others ask for; a histogram of two shapes is not to be had.
    void merge(const LookTasks& more) {
        MDSIM_EXPECT(bins == 0 || more.bins == 0 || (bins == more.bins && range == more.range));
        if (bins == 0) range = more.range, bins = more.bins;
        unwrapped = unwrapped || more.unwrapped;
        others = others || more.others;
    }
    bool operator==(const LookTasks&) const = default;
};

/// A step of a batch of whose positions a device keeps what is asked for, ahead of its forces.
struct BatchLook {
    Step step = 0;
    LookTasks tasks; ///< without others

    bool operator==(const BatchLook&) const = default;
};

/// How many looks of a batch a device keeps, if all of so many atoms are to be seen: as many as
/// spare its host anything, in a bounded memory. None where a step takes much longer than a host.
inline std::int64_t most_looks(std::size_t atoms) {
    constexpr std::int64_t enough = 32;
    constexpr std::size_t most_bytes = std::size_t{256} << 20;
    const std::size_t bytes = std::max<std::size_t>(1, atoms) * sizeof(Vec3<double>);
    return std::min(enough, static_cast<std::int64_t>(most_bytes / bytes));
}

/// The memory that they take [bytes].
inline double bytes_of_looks(std::size_t atoms) {
    return static_cast<double>(most_looks(atoms)) * static_cast<double>(atoms) *
           sizeof(Vec3<double>);
}

} // namespace mdsim
