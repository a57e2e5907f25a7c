// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/device_cases.hpp"

namespace mdsim::test {

/// What a rank of a device that is alone stores, atom by atom in its own order.
template <class P> struct StoredForces {
    std::vector<Vec4<typename P::Real>> force;
    std::vector<std::uint64_t> sums; ///< words of energy and virial
};

/// The forces on atoms by a table of three types of a shifted Lennard-Jones potential: as a pair
/// potential, and as a functional of the same pairs, with a round whose slopes do nothing.
template <class P> struct TwoWays {
    StoredForces<P> as_potential;
    StoredForces<P> as_functional;
    bool slopes_told = false; ///< the round left a slope other than zero at every atom
};

template <class P> TwoWays<P> stored_both_ways(const ForceCase& c, const Shape& shape);

} // namespace mdsim::test
