// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/sum_modes.hpp"

#include <algorithm>
#include <type_traits>

#include "core/contract.hpp"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

constexpr unsigned wave_threads = 128; ///< a thread has one wave, and walks over atoms
constexpr unsigned tile_atoms = mode_terms;
constexpr unsigned most_blocks = 4096; ///< some times what a device holds at once
static_assert(tile_atoms % wave_threads == 0);

template <class Bits> struct alignas(4 * sizeof(Bits)) Place { Bits x, y, z, unused; };

/// The atoms of a tile in shared memory, those of a type together.
template <class Bits> struct Tile {
    Place<Bits>* place;
    std::uint32_t* first; ///< [type], and behind the last: where those of a type begin
};

/// All threads of the block; waits before and behind.
template <class P>
__device__ void read_tile(const Site<P>* sites, std::uint32_t count, std::uint32_t types,
                          const Tile<PhaseBits<P>>& tile) {
    using Bits = PhaseBits<P>;
    constexpr unsigned of_thread = tile_atoms / wave_threads;
    Site<P> site[of_thread];
    std::uint32_t number[of_thread]; // among those of its type
    __syncthreads();                 // the tile before has been used
    for (std::uint32_t t = threadIdx.x; t <= types; t += wave_threads) tile.first[t] = 0;
    __syncthreads();
    for (unsigned k = 0; k < of_thread; ++k) {
        const std::uint32_t i = k * wave_threads + threadIdx.x;
        if (i >= count) continue;
        site[k] = sites[i];
        MDSIM_EXPECT(static_cast<std::uint32_t>(site[k].type) < types);
        number[k] = types == 1 ? i : atomicAdd(&tile.first[site[k].type], 1u);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        std::uint32_t sum = 0;
        for (std::uint32_t t = 0; t < types; ++t) {
            const std::uint32_t of_type = tile.first[t];
            tile.first[t] = sum;
            sum += of_type;
        }
        tile.first[types] = count;
    }
    __syncthreads();
    for (unsigned k = 0; k < of_thread; ++k) {
        if (k * wave_threads + threadIdx.x >= count) continue;
        tile.place[tile.first[site[k].type] + number[k]] = {static_cast<Bits>(site[k].x),
                                                            static_cast<Bits>(site[k].y),
                                                            static_cast<Bits>(site[k].z), 0};
    }
    __syncthreads();
}

/// The sums of one wave. All threads of a warp read the same place at once, in one pass of shared
/// memory; none waits for another.
template <class P>
__global__ void __launch_bounds__(wave_threads) sum_all(AtomsView<P> atoms, DeviceModes modes) {
    using Bits = PhaseBits<P>;
    using Whole = std::make_signed_t<Bits>;
    __shared__ Place<Bits> places[tile_atoms];
    extern __shared__ std::uint32_t firsts[];
    const Tile<Bits> tile{places, firsts};

    const std::uint32_t wave = blockIdx.y * wave_threads + threadIdx.x;
    const bool active = wave < modes.waves;
    const WaveVector n = active ? modes.wave[wave] : WaveVector{};
    const Site<P>* const sites = pick(atoms.site, atoms.control->position_buffer);
    const std::uint32_t owned = atoms.control->owned;
    const auto add = [&](std::uint32_t type, std::int64_t cosine, std::int64_t sine) {
        unsigned long long* const sums = modes.sums + 2 * (std::size_t{wave} * modes.types + type);
        if (!active) return;
        atomicAdd(sums, static_cast<unsigned long long>(cosine));
        atomicAdd(sums + 1, static_cast<unsigned long long>(sine));
    };
    std::int64_t cosine = 0, sine = 0; // of the type in hand
    for (std::uint32_t from = blockIdx.x * tile_atoms; from < owned;
         from += gridDim.x * tile_atoms) {
        read_tile(sites + from, min(owned - from, tile_atoms), modes.types, tile);
        for (std::uint32_t type = 0; type < modes.types; ++type) {
            const std::uint32_t end = firsts[active ? type + 1 : type];
            Bits c = 0, s = 0;
#pragma unroll 4
            for (std::uint32_t i = firsts[type]; i < end; ++i) {
                const Place<Bits> at = places[i];
                const ModeTerms<Bits> terms = mode_terms_of(phase_of(n, at.x, at.y, at.z));
                c += terms.cosine;
                s += terms.sine;
            }
            cosine += static_cast<Whole>(c);
            sine += static_cast<Whole>(s);
            if (modes.types == 1) continue;
            add(type, cosine, sine);
            cosine = sine = 0;
        }
    }
    if (modes.types == 1) add(0, cosine, sine);
}

} // namespace

template <class P>
void sum_modes(const Stream& stream, const AtomsView<P>& atoms, const DeviceModes& modes) {
    MDSIM_EXPECT(modes.wave != nullptr && modes.sums != nullptr);
    MDSIM_EXPECT(modes.waves > 0 && modes.types > 0);
    const unsigned chunks = blocks_for(modes.waves, wave_threads);
    const unsigned tiles = blocks_for(atoms.capacity, tile_atoms);
    const unsigned blocks = std::clamp(most_blocks / chunks, 1u, std::max(tiles, 1u));
    const std::size_t shared = (modes.types + 1) * sizeof(std::uint32_t);
    sum_all<P><<<dim3(blocks, chunks), wave_threads, shared, stream.get()>>>(atoms, modes);
    check_launch("sum density modes");
}

template void sum_modes(const Stream&, const AtomsView<MixedPrecision>&, const DeviceModes&);
template void sum_modes(const Stream&, const AtomsView<DoublePrecision>&, const DeviceModes&);

} // namespace mdsim
