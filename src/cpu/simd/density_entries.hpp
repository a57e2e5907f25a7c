// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "cpu/simd/pack.hpp"
#include "cpu/simd/tile_kernels.hpp"
#include "cpu/simd/walk_entries.hpp"
#include "physics/functional/pair_functional.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// The densities of a pair functional, the first walk of its round; records hold types.
template <class Functional> struct DensityWalk {
    using Real = typename Functional::value_type;
    using Numbers = Pack<Real>;
    using Formula = Functional;
    template <class P> using Args = TileDensityArgs<P>;

    struct Sums {
        Numbers density;
        MDSIM_HD Sums() : density(Real(0)) {}
    };

    MDSIM_HD static IndexPack<Real> types_of(Numbers w) { return bits_of(w); }

    template <bool one_type, class WideFunctional>
    MDSIM_HD static void add(const WideFunctional& functional, const PotentialTable<Real>& table,
                             const Neighbours<Real>& n, Sums& sum) {
        add_part(evaluate_density(functional, n.r2, table.samples), n.r2 < n.cutoff2, sum);
    }

    /// Adds the parts of neighbours that are inside their cutoff.
    template <class Mask> MDSIM_HD static void add_part(Numbers part, Mask inside, Sums& sum) {
        sum.density = sum.density + keep(inside, part);
    }

    template <class P>
    MDSIM_HD static void flush(const Sums& sum, const Args<P>& a, std::uint32_t group, int lane) {
        Real* density = a.density + group * group_lanes + static_cast<std::uint32_t>(lane);
        (Numbers::load(density) + sum.density).store(density);
    }
};

} // namespace mdsim::simd::MDSIM_SIMD
