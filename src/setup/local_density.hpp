// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/communicator.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// How densely atoms lie around atoms, so that empty space around a drop does not count.
struct LocalDensity {
    std::size_t types = 0;
    std::vector<std::int64_t> count; ///< atoms of each type
    /// Of atoms of type b near an atom of type a, itself left out: the mean over all a, at
    /// [a * types + b] [1 / length^3].
    std::vector<double> density;
};

/// The density in blocks as large as a sphere of radius `range`, or larger where the box holds too
/// many of them to be counted. Collective.
LocalDensity local_density(const Structure& structure, std::size_t types, double range,
                           const Communicator& comm);

} // namespace mdsim
