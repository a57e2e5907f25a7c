// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/contract.hpp"
#include "kernels/force/potential_table.hpp"
#include "kernels/force/record_content.cuh"
#include "kernels/force/walk_entries.cuh"
#include "physics/functional/pair_functional.hpp"

namespace mdsim {

/// The functionals between types: at hand where there is one type, otherwise in shared memory where
/// they fit.
template <class P, class Functional, bool one_type> class FunctionalCache {
  public:
    using Real = typename P::Real;
    using Entry = PotentialEntry<Functional>;

    /// Reads them; they are there after the barrier that follows `wait`. All threads of the block.
    __device__ FunctionalCache(const DevicePotentials<Functional>& table, std::byte* memory)
        : table_(table), cached_(reinterpret_cast<Entry*>(memory)) {
        if constexpr (!one_type) {
            for (std::uint32_t k = threadIdx.x; fits() && k < entries(); k += blockDim.x)
                cached_[k] = table.pair[k];
        }
    }
    __device__ void wait() const {}

  protected:
    /// Calls use(entry_for), by which entry_for(type) is what acts on an atom of this type with a
    /// neighbour of that type.
    template <class Use>
    __device__ void with_entries(std::uint32_t own_type, const Use& use) const {
        if constexpr (one_type) {
            use([&](std::uint32_t) -> const Entry& { return table_.only; });
        } else {
            MDSIM_EXPECT(own_type < table_.types);
            const Entry* row = (fits() ? cached_ : table_.pair) + own_type * table_.types;
            use([&](std::uint32_t type) -> const Entry& { return row[type]; });
        }
    }
    __device__ const Real* samples() const { return table_.samples; }

  private:
    __device__ std::uint32_t entries() const { return table_.types * table_.types; }
    __device__ bool fits() const { return entries() * sizeof(Entry) <= potential_cache_bytes; }

    const DevicePotentials<Functional>& table_;
    Entry* cached_;
};

/// The density that a lane adds up over its entries.
template <class Real> struct DensitySums { Real density = 0; };

template <class Real> __device__ void join(DensitySums<Real>& sums, std::uint32_t lanes) {
    join(sums.density, lanes);
}

template <class P, class Functional, bool one_type>
class DensityCache : public FunctionalCache<P, Functional, one_type> {
  public:
    using Real = typename P::Real;
    using FunctionalCache<P, Functional, one_type>::FunctionalCache;

    template <class Length>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, Real own_content, DensitySums<Real>& sums) const {
        using Content = TypeContent<P>;
        this->with_entries(Content::type_of(own_content), [&](const auto& entry_for) {
            walk_entries(chunk, length, record, own,
                         [&](const Vec4<Real>& other, const Vec3<Real>&, Real r2) {
                             const auto& entry = entry_for(Content::type_of(other.w));
                             const Real density =
                                 evaluate_density(entry.potential, r2, this->samples());
                             sums.density += select(r2 < entry.cutoff2, density, Real(0));
                         });
        });
    }
    __device__ void finish(DensitySums<Real>&) const {}
};

template <class P, class Functional, bool one_type>
class EmbeddedCache : public FunctionalCache<P, Functional, one_type> {
  public:
    using Real = typename P::Real;
    using FunctionalCache<P, Functional, one_type>::FunctionalCache;

    template <class Length, bool with_energy>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, Real own_slope,
                         ForceSums<Real, with_energy>& sums) const {
        using Content = ChannelContent<P>;
        this->with_entries(Content::type_of(own_slope), [&](const auto& entry_for) {
            walk_entries(chunk, length, record, own,
                         [&](const Vec4<Real>& other, const Vec3<Real>& d, Real r2) {
                             const auto& entry = entry_for(Content::type_of(other.w));
                             const PairTerm<Real> term = evaluate_functional<one_type>(
                                 entry.potential, r2, own_slope, other.w, this->samples());
                             add_pair(TruncatedTerm<Real>{term, r2 < entry.cutoff2}, d, sums);
                         });
        });
    }
    template <bool with_energy> __device__ void finish(ForceSums<Real, with_energy>&) const {}
};

/// A walk that adds up the density at each atom: see walk_tiles().
template <class P, class Functional, bool one_type> struct DensityWalk {
    using Real = typename P::Real;
    using Table = DevicePotentials<Functional>;
    using Cache = DensityCache<P, Functional, one_type>;
    using Content = TypeContent<P>;
    template <bool with_energy> using Sums = DensitySums<Real>;

    static constexpr std::size_t cache_bytes = one_type ? 16 : potential_cache_bytes;

    template <class Ending, class Reading> static constexpr int resident_blocks() {
        return sizeof(Real) == 8 ? 2 : 4;
    }
};

/// A walk that adds up the forces by the slopes of the embedding: see walk_tiles().
template <class P, class Functional, bool one_type> struct EmbeddedWalk {
    using Real = typename P::Real;
    using Table = DevicePotentials<Functional>;
    using Cache = EmbeddedCache<P, Functional, one_type>;
    using Content = ChannelContent<P>;
    template <bool with_energy> using Sums = ForceSums<Real, with_energy>;

    static constexpr std::size_t cache_bytes = one_type ? 16 : potential_cache_bytes;

    template <class Ending, class Reading> static constexpr int resident_blocks() {
        return sizeof(Real) == 8 ? 2 : 4;
    }
};

} // namespace mdsim
