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

/// Of a block in shared memory, beside the records of j-atoms: several blocks fit into an SM
/// [bytes].
constexpr std::size_t most_counters = std::size_t{16} << 10;

template <class P> MDSIM_HD std::uint32_t records_of(const WalkArgs<P>& args) {
    return args.lists.window + bank_classes;
}

/// How many counters there are, [type][type][bin].
MDSIM_HD std::uint32_t numbers_of(const HistogramView& histogram) {
    return histogram.types * histogram.types * histogram.bins;
}

/// The bin of a distance; `bins` where it is out of range.
__device__ std::uint32_t bin_of(const Vec3<double>& d, const HistogramView& histogram) {
    const double r2 = d.x * d.x + d.y * d.y + d.z * d.z;
    if (!(r2 < histogram.range * histogram.range)) return histogram.bins;
    return static_cast<std::uint32_t>(sqrt(r2) / histogram.range *
                                      static_cast<double>(histogram.bins));
}

/// The same bins, found in the precision of positions, which says where its rounding could give
/// another one.
template <class Real> class QuickBins;

template <> class QuickBins<double> {
  public:
    __device__ explicit QuickBins(const HistogramView& histogram) : histogram_(histogram) {}

    __device__ std::uint32_t of(const Vec3<double>& d, double /*r2*/, bool& unsure) const {
        unsure = false;
        return bin_of(d, histogram_);
    }

  private:
    const HistogramView& histogram_;
};

/// In single precision, as double takes several times as long.
template <> class QuickBins<float> {
  public:
    __device__ explicit QuickBins(const HistogramView& histogram)
        : bins_(static_cast<float>(histogram.bins)),
          scale_(bins_ / static_cast<float>(histogram.range)),
          far2_(static_cast<float>(histogram.range * histogram.range) * (1 + slack)),
          inside_(0.5f - slack * bins_) {}

    /// A number out of range where it is unsure.
    __device__ std::uint32_t of(const Vec3<float>& /*d*/, float r2, bool& unsure) const {
        const float place = inverse_root(r2) * (r2 * scale_); // no number where they coincide
        // The last bits of this are the whole number below.
        const float shifted = __fadd_rd(place, shift);
        const float rest = place - (shifted - shift);
        const bool sure = fabsf(rest - 0.5f) < inside_ && place < bins_;
        unsure = !sure && r2 <= far2_;
        return sure ? __float_as_uint(shifted) - __float_as_uint(shift) : ~std::uint32_t{0};
    }

  private:
    /// Several times what three products, a root by its inverse, and a scale round.
    static constexpr float slack = 4e-6f;
    static constexpr float shift = 8388608; // 2^23

    __device__ static float inverse_root(float number) {
        float root;
        asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(number));
        return root;
    }

    float bins_;
    float scale_;
    float far2_;
    float inside_; ///< how far from the middle of a bin it is certain
};

__device__ std::uint32_t entry_of(const uint4& chunk, int k) {
    const std::uint32_t first = k < 2 ? chunk.x : chunk.y;
    const std::uint32_t second = k < 6 ? chunk.z : chunk.w;
    const std::uint32_t word = k < 4 ? first : second;
    return k % 2 == 0 ? word & 0xffffu : word >> 16;
}

/// Counts into `counters` of the block, in shared memory, where pairs that are about as far apart
/// do not queue for one word of the memory; or into those of all blocks, where these are too many.
template <class P, class Count>
__device__ void count_entries(const Chunk* chunk, std::uint32_t chunks,
                              const Vec4<typename P::Real>* record,
                              const Vec3<typename P::Real>& own, std::uint32_t own_type,
                              const HistogramView& histogram, Count* counters) {
    using Real = typename P::Real;
    static_assert(chunk_entries == 8);
    MDSIM_EXPECT(own_type < histogram.types);
    const QuickBins<Real> bins(histogram);
    Count* of_type = counters + own_type * histogram.types * histogram.bins;
    const auto count = [&](const Vec4<Real>& other, std::uint32_t bin) {
        if (bin >= histogram.bins) return;
        const std::uint32_t row = TypeContent<P>::type_of(other.w) * histogram.bins;
        atomicAdd(&of_type[row + bin], Count(1));
    };
    // As in walk_entries(): the next chunk is on its way.
    uint4 next = __ldcs(reinterpret_cast<const uint4*>(chunk));
    for (std::uint32_t r = 0; r < chunks; ++r) {
        const uint4 packed = next;
        chunk += warp_lanes;
        next = __ldcs(reinterpret_cast<const uint4*>(chunk));
        std::uint32_t left = 0; // a bit for each entry whose bin is not known yet
        int k = 0;
        for (const std::uint32_t word : {packed.x, packed.y, packed.z, packed.w})
            walk_two(word, record, own, [&](const Vec4<Real>& other, const Vec3<Real>& d, Real r2) {
                bool unsure = false;
                count(other, bins.of(d, r2, unsure));
                left |= unsure ? 1u << k : 0u;
                ++k;
            });
        for (; left != 0; left &= left - 1) {
            const Vec4<Real> other = record_at(record, entry_of(packed, __ffs(left) - 1));
            count(other, bin_of({static_cast<double>(own.x - other.x),
                                 static_cast<double>(own.y - other.y),
                                 static_cast<double>(own.z - other.z)},
                                histogram));
        }
    }
}

/// Counts along the lists of a tile. All threads.
template <class P, bool images, class Count>
__device__ void count_tile(const WalkArgs<P>& args, const DeviceTile<P>& tile,
                           Vec4<typename P::Real>* record, const HistogramView& histogram,
                           Count* counters) {
    using Real = typename P::Real;
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
                             histogram, counters);
        run += args.lists.potentials * warps;
    }
}

template <class P, bool images, bool in_shared_memory>
__global__ void __launch_bounds__(256, sizeof(typename P::Real) == 4 ? 5 : 3)
    count_tiles(WalkArgs<P> args, HistogramView histogram) {
    extern __shared__ __align__(16) std::byte memory[];
    auto* record = reinterpret_cast<Vec4<typename P::Real>*>(memory);
    if (args.atoms.control->no_capacity != 0) return;
    const DeviceTile<P> tile = args.lists.tiles[blockIdx.x];
    if (tile.count == 0) return;
    if constexpr (in_shared_memory) {
        // No tile has as many pairs as such a counter holds.
        auto* mine = reinterpret_cast<unsigned*>(record + records_of<P>(args));
        const std::uint32_t numbers = numbers_of(histogram);
        for (std::uint32_t k = threadIdx.x; k < numbers; k += blockDim.x) mine[k] = 0;
        __syncthreads();
        count_tile<P, images>(args, tile, record, histogram, mine);
        __syncthreads();
        for (std::uint32_t k = threadIdx.x; k < numbers; k += blockDim.x)
            if (mine[k] != 0)
                atomicAdd(&histogram.count[k], static_cast<unsigned long long>(mine[k]));
    } else {
        count_tile<P, images>(args, tile, record, histogram, histogram.count);
    }
}

template <class P, bool in_shared_memory>
void launch(const Stream& stream, const WalkArgs<P>& args, const HistogramView& histogram,
            std::size_t bytes) {
    const auto kernel = args.lists.slot_image != nullptr ? count_tiles<P, true, in_shared_memory>
                                                         : count_tiles<P, false, in_shared_memory>;
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "setting the shared memory of a kernel");
    kernel<<<args.lists.tile_count, args.lists.threads, bytes, stream.get()>>>(args, histogram);
    check_launch("count_tiles");
}

} // namespace

template <class P>
void count_tile_distances(const Stream& stream, const WalkArgs<P>& args,
                          const HistogramView& histogram) {
    MDSIM_EXPECT(args.potential < args.lists.potentials);
    const std::size_t records = records_of<P>(args) * sizeof(Vec4<typename P::Real>);
    const std::size_t counters = std::size_t{numbers_of(histogram)} * sizeof(unsigned);
    if (counters <= most_counters)
        launch<P, true>(stream, args, histogram, records + counters);
    else
        launch<P, false>(stream, args, histogram, records);
}

template void count_tile_distances(const Stream&, const WalkArgs<MixedPrecision>&,
                                   const HistogramView&);
template void count_tile_distances(const Stream&, const WalkArgs<DoublePrecision>&,
                                   const HistogramView&);

} // namespace mdsim
