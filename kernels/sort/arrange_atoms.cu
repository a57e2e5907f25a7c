// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/sort/arrange_atoms.hpp"

#include "kernels/runtime/warp.cuh"

namespace mdsim {

namespace {

constexpr std::uint32_t most_atoms = 256;
constexpr std::uint32_t most_groups = most_atoms / warp_lanes;

/// What the order of an atom within its tile depends on, and where the atom is now.
template <class P> struct Key {
    using Bits = typename GroupBox<P>::Bits;
    Vec3<Bits> u;
    ParticleId id;
    LocalIndex from;
};

template <class P> struct SharedKeys {
    using Bits = typename GroupBox<P>::Bits;
    Key<P> key[most_atoms];
    alignas(16) Bits value[most_atoms];
    ParticleId id[most_atoms];
    std::uint16_t owner[most_atoms];
    Vec3<Bits> low[most_groups];
    Vec3<Bits> high[most_groups];
    int tied;
};

/// Four coordinates read at once.
template <class Bits> struct alignas(16) FourBits { Bits value[4]; };

/// A run of groups that is still to be halved.
struct Segment {
    std::uint32_t first;
    std::uint32_t last;
    __device__ std::uint32_t groups() const { return last - first; }
    __device__ std::uint32_t middle() const { return first + groups() / 2; }
};

/// The box around the atoms of each warp, in shared memory.
template <class P> __device__ void box_warp(const Key<P>& key, bool exists, SharedKeys<P>& shared) {
    using Bits = typename GroupBox<P>::Bits;
    constexpr Bits top = ~Bits{0};
    Vec3<Bits> low = exists ? key.u : Vec3<Bits>{top, top, top};
    Vec3<Bits> high = exists ? key.u : Vec3<Bits>{0, 0, 0};
    for (int step = 16; step > 0; step /= 2) {
        low = {warp_min(low.x, step), warp_min(low.y, step), warp_min(low.z, step)};
        high = {warp_max(high.x, step), warp_max(high.y, step), warp_max(high.z, step)};
    }
    if (threadIdx.x % warp_lanes != 0) return;
    shared.low[threadIdx.x / warp_lanes] = low;
    shared.high[threadIdx.x / warp_lanes] = high;
}

/// The direction in which a segment is longest.
template <class P>
__device__ int longest_side(const Segment& s, const SharedKeys<P>& shared,
                            const FractionScale<P>& scale) {
    using Bits = typename GroupBox<P>::Bits;
    using Real = typename P::Real;
    Vec3<Bits> low = shared.low[s.first];
    Vec3<Bits> high = shared.high[s.first];
    for (std::uint32_t g = s.first + 1; g < s.last; ++g) {
        const Vec3<Bits> l = shared.low[g];
        const Vec3<Bits> h = shared.high[g];
        low = {l.x < low.x ? l.x : low.x, l.y < low.y ? l.y : low.y, l.z < low.z ? l.z : low.z};
        high = {h.x > high.x ? h.x : high.x, h.y > high.y ? h.y : high.y,
                h.z > high.z ? h.z : high.z};
    }
    const Real x = static_cast<Real>(static_cast<Bits>(high.x - low.x)) * scale.length.xx;
    const Real y = static_cast<Real>(static_cast<Bits>(high.y - low.y)) * scale.length.yy;
    const Real z = static_cast<Real>(static_cast<Bits>(high.z - low.z)) * scale.length.zz;
    return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

/// How many values of a segment come before this one; among equal ones ids decide if `by_id`.
template <class P>
__device__ std::uint32_t rank_in(const Segment& s, std::uint32_t count,
                                 typename GroupBox<P>::Bits value, ParticleId id, bool by_id,
                                 const SharedKeys<P>& shared) {
    const std::uint32_t end = s.last * warp_lanes < count ? s.last * warp_lanes : count;
    std::uint32_t rank = 0;
    if (by_id) {
        for (std::uint32_t j = s.first * warp_lanes; j < end; ++j) {
            const auto other = shared.value[j];
            rank += other < value || (other == value && shared.id[j] < id) ? 1 : 0;
        }
        return rank;
    }
    // Values behind the last atom are the largest there are, so whole groups may be counted.
    using Bits = typename GroupBox<P>::Bits;
#pragma unroll 4
    for (std::uint32_t j = s.first * warp_lanes; j < end; j += 4) {
        const auto four = *reinterpret_cast<const FourBits<Bits>*>(&shared.value[j]);
        for (int k = 0; k < 4; ++k) rank += four.value[k] < value ? 1 : 0;
    }
    return rank;
}

/// Brings the atoms of each segment into order along its longest side.
template <class P>
__device__ void sort_level(const Segment& s, std::uint32_t count, const FractionScale<P>& scale,
                           Key<P>& key, SharedKeys<P>& shared) {
    using Bits = typename GroupBox<P>::Bits;
    const std::uint32_t t = threadIdx.x;
    const bool exists = t < count;
    box_warp(key, exists, shared);
    if (t == 0) shared.tied = 0;
    __syncthreads();
    const bool works = exists && s.groups() > 1;
    const int side = longest_side(s, shared, scale);
    const Bits value = exists ? key.u[side] : ~Bits{0};
    shared.value[t] = value;
    shared.id[t] = key.id;
    __syncthreads();
    std::uint32_t to = t;
    if (works) to = s.first * warp_lanes + rank_in(s, count, value, key.id, false, shared);
    shared.owner[to] = static_cast<std::uint16_t>(t);
    __syncthreads();
    if (shared.owner[to] != t) shared.tied = 1;
    __syncthreads();
    if (shared.tied != 0 && works)
        to = s.first * warp_lanes + rank_in(s, count, value, key.id, true, shared);
    shared.key[to] = key;
    __syncthreads();
    key = shared.key[t];
}

template <class P>
__global__ void arrange(AtomsView<P> atoms, const LocalIndex* order, ListSource<P> source,
                        ListOutput<P> out) {
    using Bits = typename GroupBox<P>::Bits;
    __shared__ SharedKeys<P> shared;
    const DeviceTile<P> tile = out.tiles[blockIdx.x];
    if (tile.count == 0) return;
    const int positions = atoms.control->position_buffer;
    const int sorted = atoms.control->sorted_buffer;
    const std::uint32_t t = threadIdx.x;
    const bool exists = t < tile.count;
    Key<P> key{{0, 0, 0}, 0, order[tile.first + (exists ? t : 0)]};
    const Site<P> old = pick(atoms.site, positions)[key.from];
    key.u = {static_cast<Bits>(old.x), static_cast<Bits>(old.y), static_cast<Bits>(old.z)};
    key.id = pick(atoms.id, sorted)[key.from];
    const std::uint32_t groups = (tile.count + warp_lanes - 1) / warp_lanes;
    const std::uint32_t group = t / warp_lanes;
    Segment s{0, groups};
    for (std::uint32_t most = groups; most > 1; most = (most + 1) / 2) {
        sort_level(s, tile.count, source.scale, key, shared);
        if (s.groups() > 1)
            s = group < s.middle() ? Segment{s.first, s.middle()} : Segment{s.middle(), s.last};
    }
    if (group >= groups) return;
    box_warp(key, exists, shared);
    __syncwarp();
    if (t % warp_lanes == 0) {
        const LocalIndex cell_first = source.cell_first[tile.cell];
        GroupBox<P> box{shared.low[group], shared.high[group], {}};
        box.half = half_sides(box, source.scale);
        out.boxes[group_place(cell_first, tile.cell) + (tile.first - cell_first) / warp_lanes +
                  group] = box;
    }
    if (!exists) return;
    const LocalIndex to = tile.first + t;
    const Site<P> site = pick(atoms.site, positions)[key.from];
    pick(atoms.site, 1 - positions)[to] = site;
    atoms.reference[to] = site;
    pick(atoms.velocity, 1 - sorted)[to] = pick(atoms.velocity, sorted)[key.from];
    pick(atoms.id, 1 - sorted)[to] = key.id;
    pick(atoms.image, 1 - sorted)[to] = pick(atoms.image, sorted)[key.from];
}

__global__ void swap_buffers(Control* control) {
    control->position_buffer ^= 1;
    control->sorted_buffer ^= 1;
}

} // namespace

template <class P>
void arrange_atoms(const Stream& stream, const AtomsView<P>& atoms, const LocalIndex* order,
                   const ListSource<P>& source, const ListOutput<P>& out,
                   std::uint32_t tile_count) {
    arrange<P><<<tile_count, source.shape.atoms, 0, stream.get()>>>(atoms, order, source, out);
    check_launch("arrange");
    swap_buffers<<<1, 1, 0, stream.get()>>>(atoms.control);
    check_launch("swap_buffers");
}

template void arrange_atoms(const Stream&, const AtomsView<MixedPrecision>&, const LocalIndex*,
                            const ListSource<MixedPrecision>&, const ListOutput<MixedPrecision>&,
                            std::uint32_t);
template void arrange_atoms(const Stream&, const AtomsView<DoublePrecision>&, const LocalIndex*,
                            const ListSource<DoublePrecision>&, const ListOutput<DoublePrecision>&,
                            std::uint32_t);

} // namespace mdsim
