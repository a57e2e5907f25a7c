// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>

#include "kernels/force/potential_cache.cuh"
#include "kernels/force/record_content.cuh"
#include "kernels/force/walk_entries.cuh"

namespace mdsim {

/// A walk that adds up the forces of a pair potential: see walk_tiles().
template <class P, class Potential, bool one_type> struct PairWalk {
    using Real = typename P::Real;
    using Table = DevicePotentials<Potential>;
    using Cache =
        std::conditional_t<one_type, OnePotential<P, Potential>, PotentialCache<P, Potential>>;
    using Content = TypeContent<P>;
    template <bool with_energy> using Sums = ForceSums<Real, with_energy>;

    static constexpr bool follows_round = false;
    static constexpr std::size_t cache_bytes = one_type ? 16 : potential_cache_bytes;

    /// Beside a curve shared memory has room for no more than five.
    template <class Ending, class Reading> static constexpr int resident_blocks() {
        constexpr bool sums_little =
            !Ending::with_energy || (wants_diagonal<Ending> && sizeof(Real) == 4);
        constexpr bool lean = one_type && sums_little && !Reading::overlaps;
        if (sizeof(Real) == 8) return lean && !Potential::uses_samples ? 3 : 2;
        if (lean) return may_have_curve<Potential> ? 5 : 6;
        // With all sums, too, where formulas take few registers.
        constexpr bool simple = one_type && !may_have_curve<Potential>;
        return Reading::overlaps || (Ending::with_energy && !simple) ? 4 : 5;
    }
};

} // namespace mdsim
