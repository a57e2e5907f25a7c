// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/contract.hpp"
#include "kernels/force/fraction_lengths.cuh"
#include "kernels/force/gather.cuh"
#include "kernels/force/lanes.cuh"
#include "kernels/force/reading.cuh"
#include "kernels/force/walk_args.hpp"
#include "kernels/force/walk_entries.cuh"
#include "kernels/runtime/launched_memory.cuh"
#include "kernels/state/current_step.cuh"

namespace mdsim {

/// One block takes one tile: reads the j-atoms into shared memory, walks the entries of one
/// potential, and ends as `Ending` says. `Walk` says what is added up:
///
/// - `Walk::Table` holds its formulas, `Walk::Cache` has them at hand in `Walk::cache_bytes` of
///   shared memory, and walks the entries of a lane by them: `wait`, `walk`, `finish`.
/// - `Walk::Content` is what it knows of an atom beside its position.
/// - `Walk::follows_round`: a round of the same step is queued before it, whose kernels change no
///   position.
/// - `Walk::Sums<with_energy>` are the sums of a lane.
/// - `Walk::resident_blocks<Ending, Reading>()` blocks should be on an SM at once, which bounds
///   registers.
template <class P, class Walk, bool images, class Reading, class Ending>
__global__ void __launch_bounds__(256, Walk::template resident_blocks<Ending, Reading>())
    walk_tiles(WalkArgs<P> args, typename Walk::Table table, Ending ending) {
    using Real = typename P::Real;
    using Content = typename Walk::Content;
    using Slots = Gather<P, images, Reading, Content>;
    auto* record = reinterpret_cast<Vec4<Real>*>(launched_memory());
    // Where positions are settled already, they are read while the kernel before ends.
    constexpr bool settled = Reading::overlaps && Walk::follows_round;
    constexpr bool content_later = settled && Content::from_channel;
    const Control& control = *args.atoms.control;
    const DeviceTile<P> tile = args.lists.tiles[blockIdx.x];
    // Asked for while the tile is on its way.
    StepPass pass = read_pass(control);
    if (!Reading::overlaps && left_out(pass, args.kernel)) return;
    if (tile.count == 0) return Reading::wait_for_step_before();
    MDSIM_EXPECT(tile.count * args.lanes <= blockDim.x);
    const std::uint32_t warps = blockDim.x / warp_lanes;
    const WarpEntries* run =
        args.lists.runs + tile.first_run + args.potential * warps + threadIdx.x / warp_lanes;
    WarpEntries rows = *run;
    Slots gather(args, tile, 0);
    // It is so for good, as passes only become shorter.
    if (Reading::overlaps && left_out(pass, args.kernel)) return Reading::end_idle();
    __shared__ __align__(16) std::byte cache[Walk::cache_bytes];
    const typename Walk::Cache formulas(table, cache);
    __shared__ BoxPlaces places;
    // Kept where positions have to be waited for, as then they would be waited for, too.
    constexpr bool keeps = Reading::overlaps && !settled;
    const std::conditional_t<keeps, KeptLengths<P>, LengthsInPlace<P>> lengths(
        args.atoms, pass, number_in_pass(args.kernel), places);
    if constexpr (!settled) {
        Reading::wait_for_step_before();
        // Asked for while positions are on their way, which are read in vain where the step before
        // was the last of the pass.
        if constexpr (Reading::overlaps) pass.last = last_of_pass(control);
    }

    const CurrentStep now(control, pass, args.kernel);
    const Site<P>* sites = pick(args.atoms.site, now.position);
    const std::uint32_t mine = atom_of_thread(args);
    const bool exists = mine < tile.count;
    const LocalIndex atom = tile.first + (exists ? mine : 0);
    const Site<P> site = Reading::changing(&sites[atom]);
    const Vec3<Real> own =
        seen_fraction<images>(args, tile, site, atom, {0, 0, 0, 0}) * lengths.value();
    Real own_content = 0;
    if constexpr (!content_later) own_content = Content::template of<Reading>(args, site, atom);
    typename Walk::template Sums<Ending::with_energy> sums;
    ending.template foresee<Reading>(args, tile, atom);
    for (std::uint32_t first = 0;;) {
        gather.template fill<!content_later>(args, tile, sites, lengths, record);
        if (settled && first == 0) Reading::wait_for_step_before();
        if constexpr (content_later) {
            own_content = Content::template of<Reading>(args, site, atom);
            gather.add_contents(args, record);
        }
        formulas.wait();
        __syncwarp();
        __syncthreads();
        if (Reading::overlaps && now.kernel > pass.last) return; // it has ended meanwhile
        const Chunk* chunk = args.lists.chunks + std::size_t{rows.first_chunk} * warp_lanes +
                             threadIdx.x % warp_lanes;
        formulas.walk(chunk, typename Reading::Length(rows), record, own, own_content, sums);
        first += args.lists.window;
        if (first >= tile.slots) break;
        __syncthreads();
        run += args.lists.potentials * warps;
        rows = *run;
        gather = Slots(args, tile, first);
    }
    Reading::let_next_step_begin();
    join_for<Ending>(sums, args.lanes);
    formulas.finish(sums);
    ending.template finish<Reading>(args, atom, exists && lane_of_thread(args) == 0, now, sums);
}

} // namespace mdsim
