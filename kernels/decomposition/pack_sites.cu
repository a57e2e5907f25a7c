// SPDX-License-Identifier: BSD-3-Clause
#include "core/contract.hpp"
#include "kernels/decomposition/pack_sites.hpp"
#include "kernels/runtime/launch.hpp"
#include "kernels/runtime/warp.cuh"
#include "kernels/sort/running_sums.cuh"

namespace mdsim {

namespace {

using site_code::columns;
using site_code::group_atoms;
using site_code::Header;
using site_code::Held;
using site_code::most_held;

template <class P> using WordOf = site_code::Word<typename P::Fraction>;

/// A warp takes a group, a lane an atom.
constexpr int block_threads = 256;
constexpr int block_groups = block_threads / 32;
static_assert(group_atoms == 32);

/// What this thread works at.
struct Place {
    std::uint32_t group = (blockIdx.x * block_threads + threadIdx.x) / group_atoms;
    std::uint32_t lane = threadIdx.x % group_atoms;
    std::uint32_t atom = group * group_atoms + lane;
};

template <class P> __device__ WordOf<P> column_of(const Site<P>& site, std::uint32_t column) {
    const typename P::Fraction all[columns] = {site.x, site.y, site.z, site.type};
    return static_cast<WordOf<P>>(all[column]);
}

template <class P> __device__ WordOf<P>* column_at(Site<P>* site, std::uint32_t column) {
    return reinterpret_cast<WordOf<P>*>(site) + column;
}

template <class P>
__device__ Held<WordOf<P>> held_of(const PackedSites<P>& list, std::uint32_t atom,
                                   std::uint32_t column) {
    Held<WordOf<P>> held;
    for (std::uint32_t k = 0; k < most_held; ++k)
        held.difference[k] = *column_at<P>(list.difference[k] + atom, column);
    return held;
}

template <class P>
__device__ void keep(const PackedSites<P>& list, std::uint32_t atom, std::uint32_t column,
                     const Held<WordOf<P>>& held) {
    for (std::uint32_t k = 0; k < most_held; ++k)
        *column_at<P>(list.difference[k] + atom, column) = held.difference[k];
}

/// The bits that numbers of the warp use, and how many the largest one has.
__device__ std::uint32_t width_of_warp(std::uint32_t number) {
    return 32 - __clz(static_cast<int>(__reduce_or_sync(all_lanes, number)));
}
__device__ std::uint32_t width_of_warp(std::uint64_t number) {
    const std::uint32_t high = width_of_warp(static_cast<std::uint32_t>(number >> 32));
    const std::uint32_t low = width_of_warp(static_cast<std::uint32_t>(number));
    return high > 0 ? 32 + high : low;
}

/// The header of the shortest code of a group, of those that each number of positions predicts.
template <class P>
__device__ Header shortest(const PackedSites<P>& list, const Site<P>* now, const Place& at) {
    Header headers[most_held];
    for (std::uint32_t c = 0; c < columns; ++c) {
        WordOf<P> missed[most_held] = {};
        if (at.atom < list.atoms)
            held_of(list, at.atom, c).misses(column_of(now[at.atom], c), missed);
        for (std::uint32_t k = 0; k < most_held; ++k)
            headers[k].width[c] = width_of_warp(site_code::folded(missed[k]));
    }
    Header best = headers[0];
    for (std::uint32_t k = 1; k < most_held; ++k) {
        if (headers[k].words() >= best.words()) continue;
        best = headers[k];
        best.order = k + 1;
    }
    return best;
}

template <class P> __global__ void begin(PackedSites<P> list, const Site<P>* now) {
    const Place at;
    if (at.atom >= list.atoms) return;
    list.difference[0][at.atom] = now[at.atom];
    for (std::uint32_t k = 1; k < most_held; ++k) list.difference[k][at.atom] = {0, 0, 0, 0};
}

template <class P> __global__ void write_headers(PackedSites<P> list, const Site<P>* now) {
    const Place at;
    if (at.group >= site_code::groups_for(list.atoms)) return;
    const Header header = shortest(list, now, at);
    if (at.lane != 0) return;
    list.code[at.group] = header.packed();
    list.words[at.group] = header.words();
}

template <class P> __global__ void read_headers(PackedSites<P> list) {
    const std::uint32_t group = blockIdx.x * block_threads + threadIdx.x;
    if (group >= site_code::groups_for(list.atoms)) return;
    list.words[group] = Header::unpacked(list.code[group]).words();
}

/// One block: where the columns of each group begin.
template <class P> __global__ void __launch_bounds__(sum_threads) sum_groups(PackedSites<P> list) {
    const auto groups = static_cast<std::uint32_t>(site_code::groups_for(list.atoms));
    sum_up(list.words, groups, groups, list.first);
}

/// Writes `width` bits of each lane's number side by side; `bits` is memory of this warp. All
/// lanes.
__device__ void write_bits(std::uint32_t number, std::uint32_t width, std::uint32_t lane,
                           std::uint32_t* bits, std::uint32_t* to) {
    bits[lane] = 0;
    __syncwarp();
    const std::uint32_t offset = lane * width;
    const std::uint32_t shift = offset % 32;
    if (width > 0) {
        atomicOr(&bits[offset / 32], number << shift);
        if (shift + width > 32) atomicOr(&bits[offset / 32 + 1], number >> (32 - shift));
    }
    __syncwarp();
    if (lane < width) to[lane] = bits[lane];
    __syncwarp();
}

__device__ std::uint32_t read_bits(const std::uint32_t* from, std::uint32_t width,
                                   std::uint32_t lane) {
    if (width == 0) return 0;
    const std::uint32_t offset = lane * width;
    const std::uint32_t shift = offset % 32;
    std::uint32_t number = from[offset / 32] >> shift;
    if (shift + width > 32) number |= from[offset / 32 + 1] << (32 - shift);
    return width < 32 ? number & ((1u << width) - 1) : number;
}

/// Wide columns are the low 32 bits of all numbers, and then the others.
template <class W>
__device__ void write_column(W number, std::uint32_t width, std::uint32_t lane, std::uint32_t* bits,
                             std::uint32_t* to) {
    const std::uint32_t low = width < 32 ? width : 32;
    write_bits(static_cast<std::uint32_t>(number), low, lane, bits, to);
    if constexpr (sizeof(W) > 4)
        write_bits(static_cast<std::uint32_t>(number >> 32), width - low, lane, bits, to + low);
}

template <class W>
__device__ W read_column(const std::uint32_t* from, std::uint32_t width, std::uint32_t lane) {
    const std::uint32_t low = width < 32 ? width : 32;
    W number = read_bits(from, low, lane);
    if constexpr (sizeof(W) > 4)
        number |= static_cast<W>(read_bits(from + low, width - low, lane)) << 32;
    return number;
}

template <class P> __global__ void write_columns(PackedSites<P> list, const Site<P>* now) {
    __shared__ std::uint32_t bits[block_groups][group_atoms];
    const Place at;
    if (at.group >= site_code::groups_for(list.atoms)) return;
    const Header header = Header::unpacked(list.code[at.group]);
    std::uint32_t* const columns_at = list.code + list.first[at.group];
    for (std::uint32_t c = 0; c < columns; ++c) {
        WordOf<P> missed[most_held] = {};
        if (at.atom < list.atoms) {
            Held<WordOf<P>> held = held_of(list, at.atom, c);
            const WordOf<P> word = column_of(now[at.atom], c);
            held.misses(word, missed);
            held.push(word);
            keep(list, at.atom, c, held);
        }
        WordOf<P> chosen = 0;
        for (std::uint32_t k = 0; k < most_held; ++k)
            if (k + 1 == header.order) chosen = missed[k];
        write_column(site_code::folded(chosen), header.width[c], at.lane,
                     bits[threadIdx.x / group_atoms], columns_at + header.words_before(c));
    }
}

template <class P> __global__ void read_columns(PackedSites<P> list, Site<P>* now) {
    const Place at;
    if (at.atom >= list.atoms) return;
    const Header header = Header::unpacked(list.code[at.group]);
    const std::uint32_t* const columns_at = list.code + list.first[at.group];
    for (std::uint32_t c = 0; c < columns; ++c) {
        const auto number =
            read_column<WordOf<P>>(columns_at + header.words_before(c), header.width[c], at.lane);
        Held<WordOf<P>> held = held_of(list, at.atom, c);
        const WordOf<P> word = held.found(site_code::unfolded(number), header.order);
        *column_at<P>(now + at.atom, c) = word;
        held.push(word);
        keep(list, at.atom, c, held);
    }
}

template <class P> unsigned blocks_of(const PackedSites<P>& list) {
    return blocks_for(list.atoms, block_threads);
}

} // namespace

template <class P>
void begin_list(const Stream& stream, const PackedSites<P>& list, const Site<P>* now) {
    MDSIM_EXPECT(list.atoms > 0);
    begin<P><<<blocks_of(list), block_threads, 0, stream.get()>>>(list, now);
    check_launch("begin a list of packed sites");
}

template <class P>
void pack_sites(const Stream& stream, const PackedSites<P>& list, const Site<P>* now) {
    MDSIM_EXPECT(list.atoms > 0);
    write_headers<P><<<blocks_of(list), block_threads, 0, stream.get()>>>(list, now);
    sum_groups<P><<<1, sum_threads, 0, stream.get()>>>(list);
    write_columns<P><<<blocks_of(list), block_threads, 0, stream.get()>>>(list, now);
    check_launch("pack sites");
}

template <class P>
void unpack_sites(const Stream& stream, const PackedSites<P>& list, Site<P>* now) {
    MDSIM_EXPECT(list.atoms > 0);
    const unsigned blocks = blocks_for(site_code::groups_for(list.atoms), block_threads);
    read_headers<P><<<blocks, block_threads, 0, stream.get()>>>(list);
    sum_groups<P><<<1, sum_threads, 0, stream.get()>>>(list);
    read_columns<P><<<blocks_of(list), block_threads, 0, stream.get()>>>(list, now);
    check_launch("unpack sites");
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void begin_list(const Stream&, const PackedSites<P>&, const Site<P>*);                \
    template void pack_sites(const Stream&, const PackedSites<P>&, const Site<P>*);                \
    template void unpack_sites(const Stream&, const PackedSites<P>&, Site<P>*);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
