// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/simd/keep_entries.hpp"
#include "cpu/simd/pack.hpp"
#include "cpu/simd/tile_kernels.hpp"
#include "cpu/simd/walk_entries.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// Keeps the entries of pairs within the range that stands where other tables have cutoffs; records
/// hold types.
template <class Real> struct KeepWalk {
    using Numbers = Pack<Real>;
    using Formula = PairRange<Real>;
    using Sums = RowMasks<Numbers::width>;
    template <class P> using Args = TileKeepArgs<P>;

    MDSIM_HD static IndexPack<Real> types_of(Numbers w) { return bits_of(w); }

    template <bool one_type, class WideFormula>
    MDSIM_HD static void add(const WideFormula&, const PotentialTable<Real>&,
                             const Neighbours<Real>& n, Sums& rows) {
        rows.add(bits_of_mask(n.r2 < n.cutoff2));
    }

    template <class P>
    MDSIM_HD static void end_block(const Args<P>& a, const std::uint16_t* block,
                                   std::uint32_t count, int lane, Sums& rows) {
        keep_entries(block, count, rows, a.kept->lanes + lane);
        rows.clear();
    }

    template <class P> MDSIM_HD static void end_run(const Args<P>& a, std::size_t number) {
        end_kept_run(*a.kept, number);
    }

    template <class P>
    MDSIM_HD static void flush(const Sums&, const Args<P>&, std::uint32_t, int) {}
};

/// See FarthestMove. Packs of records lie one behind the other, the last ends with the last record.
template <class Real>
Real farthest_move(const Vec4<Real>* from, const Vec4<Real>* to, std::size_t count) {
    constexpr std::size_t width = Pack<Real>::width;
    constexpr std::uint16_t units = sizeof(Vec4<Real>) / 8;
    std::uint16_t in_order[width];
    for (std::size_t k = 0; k < width; ++k) in_order[k] = static_cast<std::uint16_t>(k * units);
    Pack<Real> most(Real(0));
    for (std::size_t first = 0; first < count; first += width) {
        const std::size_t at = first + width < count ? first : count - width;
        const Quad<Real> a = load_records(&from[at].x, in_order);
        const Quad<Real> b = load_records(&to[at].x, in_order);
        const Pack<Real> dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        most = maximum(most, fused_multiply_add(dz, dz, fused_multiply_add(dy, dy, dx * dx)));
    }
    Real lanes[width];
    most.store(lanes);
    Real farthest = 0;
    for (const Real lane : lanes) farthest = farthest < lane ? lane : farthest;
    return farthest;
}

} // namespace mdsim::simd::MDSIM_SIMD
