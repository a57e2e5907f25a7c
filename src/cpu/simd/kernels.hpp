// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "cpu/simd/check_kernels.hpp"
#include "cpu/simd/list_kernels.hpp"
#include "cpu/simd/move_kernels.hpp"
#include "cpu/simd/sort_kernels.hpp"
#include "cpu/simd/sum_kernels.hpp"
#include "cpu/simd/tile_kernels.hpp"
#include "ops/wanted_sums.hpp"

namespace mdsim {

/// The inner loops of the CPU backend, compiled for one instruction set.
template <class P> struct CpuKernels {
    using Real = typename P::Real;

    void (*gather_slots)(const SlotGather<P>&);
    void (*convert_run)(const SiteRun<P>&);
    SelectRecordsNear<Real> select_records_near;
    SelectSitesNear<P> select_sites_near;
    SelectNear<Real> select_near;
    FindNearBlocks find_near_blocks;
    SelectNeighbors<Real> select_neighbors;
    InterleaveEntries interleave_entries;
    RankKeys rank_keys;
    MeasureMoves<P> measure_moves;
    FindApproaching find_approaching;
    FindPartners<P> find_partners;

    /// The kernel of the `potential`-th alternative of AnyPairTable for a number of types.
    TileForce<P> (*tile_force)(std::size_t potential, WantedSums wanted, std::size_t types);

    /// The same of AnyFunctionalTable, the kernel of the shares of atoms by it, and that of its
    /// densities.
    TileForce<P> (*functional_force)(std::size_t functional, WantedSums wanted, std::size_t types);
    TileForce<P> (*functional_share)(std::size_t functional, std::size_t types);
    TileDensity<P> (*tile_density)(std::size_t functional, std::size_t types);

    /// Both by curves, for one type of atoms and floats; of potentials that read samples.
    TileForce<P> (*curve_potential)(std::size_t potential, WantedSums wanted);
    TileForce<P> (*curve_force)(std::size_t functional, WantedSums wanted);
    TileDensity<P> (*curve_density)(std::size_t functional);

    TileKeep<P> (*tile_keep)(std::size_t types);
    FarthestMove<Real> farthest_move;

    AdvanceTile<P> advance_tile;
    CompleteRun<P> complete_run;
    BeginRun<P> begin_run;
    AddWholeParts add_whole_parts;
};

namespace simd {
namespace baseline {
const CpuKernels<MixedPrecision>& mixed_kernels();
const CpuKernels<DoublePrecision>& double_kernels();
} // namespace baseline
namespace avx2 {
const CpuKernels<MixedPrecision>& mixed_kernels();
const CpuKernels<DoublePrecision>& double_kernels();
} // namespace avx2
namespace avx512 {
const CpuKernels<MixedPrecision>& mixed_kernels();
const CpuKernels<DoublePrecision>& double_kernels();
} // namespace avx512
namespace neon {
const CpuKernels<MixedPrecision>& mixed_kernels();
const CpuKernels<DoublePrecision>& double_kernels();
} // namespace neon
} // namespace simd

/// The kernels for the instruction set that simd_level() names.
template <class P> const CpuKernels<P>& cpu_kernels();

} // namespace mdsim
