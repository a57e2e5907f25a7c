// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/lists/build_lists.hpp"

#include "kernels/lists/emit_rows.cuh"
#include "kernels/lists/slots.cuh"

namespace mdsim {

namespace {

/// How the shared memory of a block is divided. The groups near the tile are not needed any more
/// when neighbours are found, so both use the same place.
template <class P> struct SharedPlan {
    using Real = typename P::Real;

    std::size_t types;
    std::size_t candidates;
    std::size_t own;
    std::size_t counts;
    std::size_t neighbors;
    std::size_t bytes;

    MDSIM_HD SharedPlan(const TileShape& shape, std::uint32_t window, std::uint32_t type_count,
                        const ListRoom& room) {
        const auto round = [](std::size_t size) { return (size + 15) / 16 * 16; };
        const std::uint32_t groups = shape.atoms / warp_lanes;
        types = round((window + 1) * sizeof(Vec4<Real>));
        candidates = types + (type_count > 1 ? round((window + 1) * 2) : 0);
        own = candidates + round(groups * bank_classes * room.candidates * 2);
        counts = own + round(shape.atoms * 2);
        neighbors = counts + round(bank_classes * shape.atoms);
        const std::size_t neighbor_bytes = std::size_t{shape.lanes} * room.neighbors * shape.atoms;
        const std::size_t group_bytes = room.groups * sizeof(NearGroup);
        bytes = round(neighbors + (neighbor_bytes > group_bytes ? neighbor_bytes : group_bytes));
    }
};

template <class P> struct BlockShared {
    HaloShared<P> halo;
    SearchShared search;
    std::uint32_t candidate_count[most_own_groups * bank_classes];
    std::uint32_t longest;
    std::uint32_t crowd; ///< most neighbours of one atom in a column
};

/// What one atom of the tile is tested with, for one law.
template <class P>
__device__ TestAtom<typename P::Real>
test_atom(const ListSource<P>& source, const DeviceTile<P>& tile, const HaloShared<P>& halo,
          std::uint32_t law, std::uint32_t atom) {
    using Real = typename P::Real;
    if (atom >= tile.count) return {{0, 0, 0}, Real(-1e30), source.range2};
    const Site<P> site = source.site[tile.first + atom];
    const auto r = source.images
                       ? imaged<P>(site.position(), halo.centre, {0, 0, 0, 0}, {}, source.scale)
                       : nearest<P>(site.position(), halo.centre, source.scale);
    const Vec3<Real> far = halo.whole.half + Vec3<Real>{source.largest_range, source.largest_range,
                                                        source.largest_range};
    constexpr Real rounding = sizeof(Real) == 4 ? Real(2e-6) : Real(1e-14);
    const Real slack = rounding * dot(far, far) - dot(r, r);
    const Real* row =
        source.range2 + (law * source.types + static_cast<std::uint32_t>(site.type)) * source.types;
    if (source.types > 1) return {Real(-2) * r, slack, row};
    return {Real(-2) * r, *row + slack, nullptr};
}

/// Writes the rows of one window and one law. One warp.
template <class P>
__device__ void emit_rows(const ListSource<P>& source, const ListOutput<P>& out,
                          const RowShare& share, std::uint32_t run) {
    const std::uint32_t lane = threadIdx.x % warp_lanes;
    std::uint32_t count = 0;
    for (std::uint32_t c = 0; c < bank_classes; ++c) count += share.of(c).count;
    const std::uint32_t chunks = (warp_largest(count) + chunk_entries - 1) / chunk_entries;
    const std::uint32_t pairs = warp_sum(count);
    std::uint32_t first = 0;
    if (lane == 0) {
        first = atomicAdd(&out.use->chunks, chunks);
        atomicAdd(&out.use->pairs, static_cast<unsigned long long>(pairs));
    }
    first = __shfl_sync(all_lanes, first, 0);
    if (chunks > out.room.chunks || first > out.room.chunks - chunks) return;
    if (lane == 0) out.runs[run] = {first, chunks};
    Chunk* to = out.chunks + std::size_t{first} * warp_lanes + lane;
    write_chunks(share, chunks, source.window, to);
    fill_gaps(share, chunks, to);
}

/// Finds the candidates of all groups of the tile in a window. All threads; false where there was
/// no room.
template <class P>
__device__ bool prepare_window(const ListSource<P>& source, const ListOutput<P>& out,
                               BlockShared<P>& shared, const WindowSlots<typename P::Real>& window,
                               const Candidates& candidates) {
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    load_window(source, out, shared.halo, window);
    __syncthreads();
    if (warp < shared.halo.own_groups) {
        const std::uint32_t longest =
            collect_candidates<P>(shared.halo, warp, ample_range2(source), window, candidates);
        if (threadIdx.x % warp_lanes == 0) atomicMax(&shared.longest, longest);
    }
    __syncthreads();
    return shared.longest <= candidates.room;
}

/// Builds the rows of one window and one law. All threads; false where there was no room.
template <class P, bool one_type>
__device__ bool build_rows(const ListSource<P>& source, const ListOutput<P>& out,
                           const DeviceTile<P>& tile, BlockShared<P>& shared,
                           const WindowSlots<typename P::Real>& window,
                           const Candidates& candidates, const Neighbors& neighbors,
                           std::uint32_t law, std::uint32_t run) {
    const std::uint32_t warp = threadIdx.x / warp_lanes;
    const std::uint32_t groups = source.shape.atoms / warp_lanes;
    const std::uint32_t group = warp % groups;
    const std::uint32_t atom = group * warp_lanes + threadIdx.x % warp_lanes;
    if (group < shared.halo.own_groups) {
        const std::uint32_t most = find_neighbors<one_type>(
            test_atom(source, tile, shared.halo, law, atom), group, warp / groups, window,
            candidates, neighbors, shared.halo.own_slot);
        if (threadIdx.x % warp_lanes == 0) atomicMax(&shared.crowd, most);
    }
    __syncthreads();
    if (shared.crowd > neighbors.room) return false;
    // The groups of this warp's atoms have all been gone through if the first of them exists.
    if (warp * warp_lanes / source.shape.lanes < tile.count)
        emit_rows(source, out, RowShare(neighbors, candidates, source.shape.lanes), run + warp);
    else if (threadIdx.x % warp_lanes == 0)
        out.runs[run + warp] = {0, 0};
    __syncthreads();
    return true;
}

template <class P, bool one_type> __global__ void build(ListSource<P> source, ListOutput<P> out) {
    using Real = typename P::Real;
    extern __shared__ __align__(16) std::byte memory[];
    __shared__ BlockShared<P> shared;
    DeviceTile<P> tile = out.tiles[blockIdx.x];
    if (tile.count == 0) return;
    const SharedPlan<P> plan(source.shape, source.window, source.types, out.room);
    if (threadIdx.x == 0) shared.longest = shared.crowd = 0;
    auto* near = reinterpret_cast<NearGroup*>(memory + plan.neighbors);
    if (!find_slots(source, out, tile, shared.halo, near, shared.search)) return;
    if (threadIdx.x == 0) {
        atomicAdd(&out.use->tiles, 1u);
        tile.slots = shared.halo.slots;
        tile.first_slot = shared.halo.first_slot;
        tile.first_run = shared.halo.first_run;
        tile.centre = shared.halo.centre;
        out.tiles[blockIdx.x] = tile;
    }
    __syncthreads();
    const Candidates candidates{
        reinterpret_cast<std::uint16_t*>(memory + plan.candidates), shared.candidate_count,
        reinterpret_cast<std::uint16_t*>(memory + plan.own), out.room.candidates};
    const Neighbors neighbors{reinterpret_cast<std::uint8_t*>(memory + plan.neighbors),
                              reinterpret_cast<std::uint8_t*>(memory + plan.counts),
                              out.room.neighbors, source.shape.atoms, source.shape.lanes};
    WindowSlots<Real> window{reinterpret_cast<Vec4<Real>*>(memory),
                             one_type ? nullptr
                                      : reinterpret_cast<std::uint16_t*>(memory + plan.types),
                             0, 0, source.window};
    std::uint32_t run = shared.halo.first_run;
    bool room = true;
    for (; room && window.first < shared.halo.slots; window.first += source.window) {
        const std::uint32_t left = shared.halo.slots - window.first;
        window.count = left < source.window ? left : source.window;
        room = prepare_window(source, out, shared, window, candidates);
        for (std::uint32_t law = 0; room && law < source.laws; ++law) {
            room = build_rows<P, one_type>(source, out, tile, shared, window, candidates, neighbors,
                                           law, run);
            run += source.shape.warps();
        }
    }
    if (threadIdx.x == 0) {
        atomicMax(&out.use->candidates, shared.longest);
        atomicMax(&out.use->neighbors, shared.crowd);
    }
}

} // namespace

template <class P>
std::size_t builder_shared_bytes(const TileShape& shape, std::uint32_t window, std::uint32_t types,
                                 const ListRoom& room) {
    return SharedPlan<P>(shape, window, types, room).bytes;
}

template <class P>
void build_lists(const Stream& stream, const ListSource<P>& source, const ListOutput<P>& out,
                 std::uint32_t tile_count) {
    const std::size_t bytes =
        builder_shared_bytes<P>(source.shape, source.window, source.types, out.room);
    const auto kernel = source.types == 1 ? build<P, true> : build<P, false>;
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "setting the builder's shared memory");
    kernel<<<tile_count, source.shape.threads(), bytes, stream.get()>>>(source, out);
    check_launch("build");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template std::size_t builder_shared_bytes<P>(const TileShape&, std::uint32_t, std::uint32_t,   \
                                                 const ListRoom&);                                 \
    template void build_lists(const Stream&, const ListSource<P>&, const ListOutput<P>&,           \
                              std::uint32_t);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
