// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/force/current_step.cuh"
#include "kernels/force/gather.cuh"
#include "kernels/force/potential_cache.cuh"

namespace mdsim {

/// Blocks of a walk that an SM should hold at once, which bounds registers. Beside a curve shared
/// memory has room for no more than five.
template <class Real, class Potential, bool one_type, bool with_energy, class Reading>
constexpr int resident_blocks() {
    constexpr bool lean = one_type && !with_energy && !Reading::overlaps;
    if (sizeof(Real) == 8) return lean && !Potential::uses_samples ? 3 : 2;
    if (with_energy || Reading::overlaps) return 4;
    return lean && !may_have_curve<Potential> ? 6 : 5;
}

/// Whether a walk has nothing to do in this pass. What a kernel before it may just have changed is
/// looked at first.
__device__ inline bool left_out(const Control& control, int kernel) {
    const int last = last_of_pass(control);
    if (kernel == branch_kernel) return control.first_of_pass > last;
    return kernel > last || (kernel >= 0 && kernel < control.first_of_body);
}

/// One block takes one tile: reads the j-atoms into shared memory, walks the entries of one
/// potential, and ends as `Ending` says.
template <class P, class Potential, bool one_type, bool images, class Reading, class Ending>
__global__ void __launch_bounds__(
    256, resident_blocks<typename P::Real, Potential, one_type, Ending::with_energy, Reading>())
    walk_tiles(WalkArgs<P> args, DevicePotentials<Potential> table, Ending ending) {
    using Real = typename P::Real;
    extern __shared__ __align__(16) std::byte memory[];
    auto* record = reinterpret_cast<Vec4<Real>*>(memory);
    const DeviceTile<P> tile = args.lists.tiles[blockIdx.x];
    // Asked for while the tile is on its way.
    if (!Reading::overlaps && left_out(*args.atoms.control, args.kernel)) return;
    if (tile.count == 0) return Reading::wait_for_step_before();
    MDSIM_EXPECT(tile.count * args.lanes <= blockDim.x);
    const std::uint32_t warps = blockDim.x / warp_lanes;
    const WarpEntries* run =
        args.lists.runs + tile.first_run + args.potential * warps + threadIdx.x / warp_lanes;
    WarpEntries rows = *run;
    Gather<P, images, Reading> gather(args, tile, 0);
    __shared__ __align__(16) std::byte cache[one_type ? 16 : potential_cache_bytes];
    const std::conditional_t<one_type, OnePotential<P, Potential>, PotentialCache<P, Potential>>
        potentials(table, cache);
    Reading::wait_for_step_before();
    const Control& control = *args.atoms.control;
    if (Reading::overlaps && left_out(control, args.kernel)) return potentials.wait();

    const CurrentStep now(control, args.kernel);
    const Site<P>* sites = pick(args.atoms.site, now.position);
    const std::uint32_t mine = threadIdx.x / args.lanes;
    const bool exists = mine < tile.count;
    const LocalIndex atom = tile.first + (exists ? mine : 0);
    const Site<P> site = Reading::changing(&sites[atom]);
    const Vec3<Real> own = seen_atom<images>(args, tile, site, atom, {0, 0, 0, 0});
    ForceSums<Real, Ending::with_energy> sums;
    ending.template foresee<Reading>(args, tile, atom);
    for (std::uint32_t first = 0;;) {
        gather.fill(args, tile, sites, record);
        potentials.wait();
        __syncwarp();
        __syncthreads();
        const Chunk* chunk = args.lists.chunks + std::size_t{rows.first_chunk} * warp_lanes +
                             threadIdx.x % warp_lanes;
        potentials.walk(chunk, typename Reading::Length(rows), record, own,
                        static_cast<std::uint32_t>(site.type), sums);
        first += args.lists.window;
        if (first >= tile.slots) break;
        __syncthreads();
        run += args.lists.potentials * warps;
        rows = *run;
        gather = Gather<P, images, Reading>(args, tile, first);
    }
    Reading::let_next_step_begin();
    join(sums, args.lanes);
    potentials.to_common_units(sums);
    ending.template finish<Reading>(args, atom, exists && threadIdx.x % args.lanes == 0, now, sums);
}

} // namespace mdsim
