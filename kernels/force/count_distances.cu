// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/count_distances.hpp"

#include "core/contract.hpp"
#include "kernels/force/fraction_lengths.cuh"
#include "kernels/force/gather.cuh"
#include "kernels/force/lanes.cuh"
#include "kernels/force/record_content.cuh"
#include "kernels/force/walk_entries.cuh"

namespace mdsim {

namespace {

template <class P>
__device__ void count_entries(const Chunk* chunk, std::uint32_t chunks,
                              const Vec4<typename P::Real>* record,
                              const Vec3<typename P::Real>& own, std::uint32_t own_type,
                              const HistogramView& histogram) {
    MDSIM_EXPECT(own_type < histogram.types);
    for (std::uint32_t r = 0; r < chunks; ++r, chunk += warp_lanes) {
        for (const std::uint16_t entry : chunk->entry) {
            const auto other = record_at(record, entry);
            const double x = static_cast<double>(own.x - other.x);
            const double y = static_cast<double>(own.y - other.y);
            const double z = static_cast<double>(own.z - other.z);
            const double r2 = x * x + y * y + z * z;
            if (!(r2 < histogram.range * histogram.range)) continue;
            const auto bin = static_cast<std::uint32_t>(sqrt(r2) / histogram.range *
                                                        static_cast<double>(histogram.bins));
            const std::uint32_t row = own_type * histogram.types + TypeContent<P>::type_of(other.w);
            if (bin < histogram.bins)
                atomicAdd(&histogram.count[std::size_t{row} * histogram.bins + bin], 1ull);
        }
    }
}

template <class P, bool images>
__global__ void count_tiles(WalkArgs<P> args, HistogramView histogram) {
    using Real = typename P::Real;
    extern __shared__ __align__(16) std::byte memory[];
    auto* record = reinterpret_cast<Vec4<Real>*>(memory);
    const DeviceTile<P> tile = args.lists.tiles[blockIdx.x];
    if (tile.count == 0) return;
    const Site<P>* sites = pick(args.atoms.site, args.atoms.control->position_buffer);
    const std::uint32_t mine = atom_of_thread(args);
    const LocalIndex atom = tile.first + (mine < tile.count ? mine : 0);
    const Site<P> site = sites[atom];
    __shared__ BoxPlaces places;
    const LengthsInPlace<P> lengths(args.atoms, StepPass{}, outside_pass, places);
    const Vec3<Real> own =
        seen_fraction<images>(args, tile, site, atom, {0, 0, 0, 0}) * lengths.value();
    const std::uint32_t warps = blockDim.x / warp_lanes;
    const WarpEntries* run =
        args.lists.runs + tile.first_run + args.potential * warps + threadIdx.x / warp_lanes;
    for (std::uint32_t first = 0; first < tile.slots; first += args.lists.window) {
        if (first > 0) __syncthreads();
        Gather<P, images, ReadOnce, TypeContent<P>>(args, tile, first)
            .template fill<true>(args, tile, sites, lengths, record);
        __syncthreads();
        if (mine < tile.count)
            count_entries<P>(args.lists.chunks + std::size_t{run->first_chunk} * warp_lanes +
                                 threadIdx.x % warp_lanes,
                             run->chunks(), record, own, static_cast<std::uint32_t>(site.type),
                             histogram);
        run += args.lists.potentials * warps;
    }
}

} // namespace

template <class P>
void count_tile_distances(const Stream& stream, const WalkArgs<P>& args,
                          const HistogramView& histogram) {
    MDSIM_EXPECT(args.potential < args.lists.potentials);
    const std::size_t bytes = (args.lists.window + bank_classes) * sizeof(Vec4<typename P::Real>);
    const auto kernel =
        args.lists.slot_image != nullptr ? count_tiles<P, true> : count_tiles<P, false>;
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "setting the shared memory of a kernel");
    kernel<<<args.lists.tile_count, args.lists.threads, bytes, stream.get()>>>(args, histogram);
    check_launch("count_tiles");
}

template void count_tile_distances(const Stream&, const WalkArgs<MixedPrecision>&,
                                   const HistogramView&);
template void count_tile_distances(const Stream&, const WalkArgs<DoublePrecision>&,
                                   const HistogramView&);

} // namespace mdsim
