// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/math.hpp"
#include "kernels/force/potential_table.hpp"
#include "kernels/force/walk_args.hpp"
#include "kernels/runtime/warp.cuh"

namespace mdsim {

/// What one lane adds up over its entries: twice the atom's share of energy and virial.
template <class Real, bool with_energy> struct ForceSums { Vec3<Real> force{0, 0, 0}; };
template <class Real> struct ForceSums<Real, true> {
    Vec3<Real> force{0, 0, 0};
    Real energy = 0;
    Real virial[6] = {};
};

/// What a potential says of a pair; it counts within the cutoff alone.
template <class Real> struct TruncatedTerm {
    PairTerm<Real> term;
    bool within;
};

template <class Potential, class Real>
__device__ TruncatedTerm<Real> truncated_term(const PotentialEntry<Potential>& entry, Real r2,
                                              const Real* samples) {
    return {evaluate_potential(entry.potential, r2, samples), r2 < entry.cutoff2};
}

/// Adds a product if `wanted`.
template <class Real> __device__ void add_product(bool wanted, Real a, Real b, Real& sum) {
    sum = fused_multiply_add(select(wanted, a, Real(0)), b, sum);
}
/// By predicate, neither a branch, to which the compiler would move the potential, nor a select.
template <> __device__ inline void add_product(bool wanted, float a, float b, float& sum) {
    asm("{\n\t.reg .pred wanted;\n\t"
        "setp.ne.u32 wanted, %3, 0;\n\t"
        "@wanted fma.rn.f32 %0, %1, %2, %0;\n\t}"
        : "+f"(sum)
        : "f"(a), "f"(b), "r"(static_cast<std::uint32_t>(wanted)));
}

/// Adds a number if `wanted`; likewise.
template <class Real> __device__ void add_number(bool wanted, Real number, Real& sum) {
    sum += select(wanted, number, Real(0));
}
template <> __device__ inline void add_number(bool wanted, float number, float& sum) {
    asm("{\n\t.reg .pred wanted;\n\t"
        "setp.ne.u32 wanted, %2, 0;\n\t"
        "@wanted add.rn.f32 %0, %0, %1;\n\t}"
        : "+f"(sum)
        : "f"(number), "r"(static_cast<std::uint32_t>(wanted)));
}

/// Adds the force of one neighbour: d points from it to the atom.
template <bool with_energy, class Real>
__device__ void add_pair(const TruncatedTerm<Real>& pair, const Vec3<Real>& d,
                         ForceSums<Real, with_energy>& sums) {
    const Real all = pair.term.force_over_r;
    add_product(pair.within, all, d.x, sums.force.x);
    add_product(pair.within, all, d.y, sums.force.y);
    add_product(pair.within, all, d.z, sums.force.z);
    if constexpr (with_energy) {
        add_number(pair.within, pair.term.energy, sums.energy);
        const Vec3<Real> fd = all * d;
        add_product(pair.within, fd.x, d.x, sums.virial[0]);
        add_product(pair.within, fd.y, d.y, sums.virial[1]);
        add_product(pair.within, fd.z, d.z, sums.virial[2]);
        add_product(pair.within, fd.x, d.y, sums.virial[3]);
        add_product(pair.within, fd.x, d.z, sums.virial[4]);
        add_product(pair.within, fd.y, d.z, sums.virial[5]);
    }
}

template <class Real> __device__ Real square(const Vec3<Real>& d) {
    return fused_multiply_add(d.x, d.x, fused_multiply_add(d.y, d.y, d.z * d.z));
}

/// Walks two entries, which lie in one word.
template <class Real, class Visit>
__device__ void walk_two(std::uint32_t entries, const Vec4<Real>* record, const Vec3<Real>& own,
                         const Visit& visit) {
#pragma unroll
    for (const std::uint32_t entry : {entries & 0xffffu, entries >> 16}) {
        const Vec4<Real> other = record_at(record, entry);
        const Vec3<Real> d{own.x - other.x, own.y - other.y, own.z - other.z};
        visit(other, d, square(d));
    }
}

/// How far a warp walks its entries: to the last entry.
struct ToLastEntry {
    std::uint32_t entries;
    __device__ explicit ToLastEntry(const WarpEntries& run) : entries(run.entries) {}
    __device__ std::uint32_t chunks() const { return entries / chunk_entries; }
    __device__ std::uint32_t rest() const { return entries % chunk_entries; }
};

/// Or to the end of the last chunk, dummies included.
struct ToLastChunk {
    std::uint32_t count;
    __device__ explicit ToLastChunk(const WarpEntries& run) : count(run.chunks()) {}
    __device__ std::uint32_t chunks() const { return count; }
    __device__ static constexpr std::uint32_t rest() { return 0; }
};

/// Walks one lane's entries of a window: calls visit(record, d, r2) for each neighbour, from which
/// d points to the atom.
template <class Length, class Real, class Visit>
__device__ void walk_entries(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                             const Vec3<Real>& own, const Visit& visit) {
    const auto walk_words = [&](std::uint32_t word) { walk_two(word, record, own, visit); };
    // The next chunk is on its way while this one is walked; behind the last there is capacity for
    // one. Chunks are read once a step, and must not push positions out of the caches.
    uint4 next = __ldcs(reinterpret_cast<const uint4*>(chunk));
#pragma unroll 2
    for (std::uint32_t r = 0; r < length.chunks(); ++r) {
        const uint4 packed = next;
        chunk += warp_lanes;
        next = __ldcs(reinterpret_cast<const uint4*>(chunk));
        for (const std::uint32_t word : {packed.x, packed.y, packed.z, packed.w}) walk_words(word);
    }
    if (length.rest() > 0) walk_words(next.x);
    if (length.rest() > 2) walk_words(next.y);
    if (length.rest() > 4) walk_words(next.z);
}

/// Walks those of one lane's entries for which is_near(record, r2), all dear to visit: they are
/// found first, so that no lane waits while others visit what it has left out. Dummies are not
/// near.
template <class Length, class Real, class IsNear, class Visit>
__device__ void walk_near_entries(const Chunk* chunk, const Length& length,
                                  const Vec4<Real>* record, const Vec3<Real>& own,
                                  const IsNear& is_near, const Visit& visit) {
    constexpr std::uint32_t batch = 4;
    const std::uint32_t chunks = length.chunks() + (length.rest() > 0 ? 1 : 0);
    for (std::uint32_t first = 0; first < chunks; first += batch) {
        std::uint32_t near[batch * chunk_entries + 1];
        std::uint32_t count = 0;
#pragma unroll
        for (std::uint32_t r = first; r < first + batch; ++r) {
            if (r >= chunks) break;
            const uint4 packed = __ldcs(reinterpret_cast<const uint4*>(chunk + r * warp_lanes));
            for (const std::uint32_t word : {packed.x, packed.y, packed.z, packed.w}) {
#pragma unroll
                for (const std::uint32_t entry : {word & 0xffffu, word >> 16}) {
                    const Vec4<Real> other = record_at(record, entry);
                    const Vec3<Real> d{own.x - other.x, own.y - other.y, own.z - other.z};
                    near[count] = entry;
                    count += is_near(other, square(d)) ? 1 : 0;
                }
            }
        }
        for (std::uint32_t k = 0; k < count; ++k) {
            const Vec4<Real> other = record_at(record, near[k]);
            const Vec3<Real> d{own.x - other.x, own.y - other.y, own.z - other.z};
            visit(other, d, square(d));
        }
    }
}

/// Adds up what the lanes of one atom found; all of them get the sum.
template <class Real> __device__ void join(Real& value, std::uint32_t lanes) {
    for (std::uint32_t step = 1; step < lanes; step *= 2)
        value += __shfl_xor_sync(all_lanes, value, static_cast<int>(step));
}
template <class Real, bool with_energy>
__device__ void join(ForceSums<Real, with_energy>& sums, std::uint32_t lanes) {
    join(sums.force.x, lanes);
    join(sums.force.y, lanes);
    join(sums.force.z, lanes);
    if constexpr (with_energy) {
        join(sums.energy, lanes);
        for (Real& w : sums.virial) join(w, lanes);
    }
}

/// Whether an ending wants the diagonal of the virial alone: no energy, and no other component.
template <class Ending> inline constexpr bool wants_diagonal = requires {
    typename Ending::DiagonalAlone;
};

/// Adds up what the lanes of one atom found, as far as an ending wants it.
template <class Ending, class Sums> __device__ void join_for(Sums& sums, std::uint32_t lanes) {
    if constexpr (wants_diagonal<Ending>) {
        join(sums.force.x, lanes);
        join(sums.force.y, lanes);
        join(sums.force.z, lanes);
        for (int k = 0; k < 3; ++k) join(sums.virial[k], lanes);
    } else {
        join(sums, lanes);
    }
}

} // namespace mdsim
