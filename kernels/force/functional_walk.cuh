// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/contract.hpp"
#include "kernels/force/potential_table.hpp"
#include "kernels/force/radial_cache.cuh"
#include "kernels/force/record_content.cuh"
#include "kernels/force/walk_entries.cuh"
#include "physics/functional/pair_functional.hpp"

namespace mdsim {

/// A functional for all pairs of types, as kernels read it.
template <class Functional> struct DeviceFunctionals {
    using Real = typename Functional::value_type;

    PotentialEntry<Functional> only;        ///< where there is one type
    const PotentialEntry<Functional>* pair; ///< [type][type]
    std::uint32_t types;
    const Real* samples;
    RadialCurve curve; ///< of what the walk adds up, where there is one type, of floats
};

/// The functionals between types: at hand where there is one type, otherwise in shared memory where
/// they fit.
template <class P, class Functional, bool one_type> class FunctionalCache {
  public:
    using Real = typename P::Real;
    using Entry = PotentialEntry<Functional>;

    /// Reads them; they are there after the barrier that follows `wait`. All threads of the block.
    __device__ FunctionalCache(const DeviceFunctionals<Functional>& table, std::byte* memory)
        : table_(table), cached_(reinterpret_cast<Entry*>(memory)) {
        if constexpr (curves) {
            if (table.curve.piece != nullptr)
                load_pieces(table.curve.piece, table.curve.words, table.curve.at);
        }
        if constexpr (!one_type) {
            for (std::uint32_t k = threadIdx.x; fits() && k < entries(); k += blockDim.x)
                cached_[k] = table.pair[k];
        }
    }
    __device__ void wait() const {
        if constexpr (curves) wait_for_curve();
    }

  protected:
    /// Whether there may be a curve.
    static constexpr bool curves = one_type && std::is_same_v<Real, float>;

    __device__ bool has_curve() const { return curves && table_.curve.piece != nullptr; }
    __device__ const RadialCurve& curve() const { return table_.curve; }
    __device__ const Entry& only() const { return table_.only; }

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

    const DeviceFunctionals<Functional>& table_;
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
        if constexpr (Base::curves) {
            if (this->has_curve()) return walk_curve(chunk, length, record, own, sums);
        }
        using Content = TypeContent<P>;
        this->with_entries(Content::type_of(own_content), [&](const auto& entry_for) {
            walk_entries(chunk, length, record, own,
                         [&](const Vec4<Real>& other, const Vec3<Real>&, Real r2) {
                             sums.density += density(entry_for(Content::type_of(other.w)), r2);
                         });
        });
    }

    /// Brings what was added up in the unit of the curve to that of the run.
    __device__ void finish(DensitySums<Real>& sums) const {
        if (this->has_curve()) sums.density *= this->curve().unit;
    }

  private:
    using Base = FunctionalCache<P, Functional, one_type>;

    __device__ Real density(const typename Base::Entry& entry, Real r2) const {
        const Real all = evaluate_density(entry.potential, r2, this->samples());
        return select(r2 < entry.cutoff2, all, Real(0));
    }

    template <class Length>
    __device__ void walk_curve(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                               const Vec3<Real>& own, DensitySums<Real>& sums) const {
        const CachedRadialCurve<1> curve(this->curve());
        const auto value = [&](Real r2) { return curve.value(r2, r2 < this->only().cutoff2); };
        Real nearest2 = this->only().cutoff2;
        walk_entries(chunk, length, record, own,
                     [&](const Vec4<Real>&, const Vec3<Real>&, Real r2) {
                         nearest2 = minimum(nearest2, r2);
                         sums.density += value(r2);
                     });
        // Apart, as a branch for each pair would keep pairs from being computed side by side.
        if (!curve.in_core(nearest2)) return;
        walk_entries(chunk, length, record, own,
                     [&](const Vec4<Real>&, const Vec3<Real>&, Real r2) {
                         if (curve.in_core(r2))
                             sums.density +=
                                 density(this->only(), r2) * this->curve().inverse_unit - value(r2);
                     });
    }
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
        if constexpr (Base::curves) {
            if (this->has_curve()) return walk_curve(chunk, length, record, own, own_slope, sums);
        }
        using Content = ChannelContent<P>;
        this->with_entries(Content::type_of(own_slope), [&](const auto& entry_for) {
            walk_entries(chunk, length, record, own,
                         [&](const Vec4<Real>& other, const Vec3<Real>& d, Real r2) {
                             const auto& entry = entry_for(Content::type_of(other.w));
                             add_pair(exact_term(entry, r2, own_slope, other.w), d, sums);
                         });
        });
    }

    /// Brings forces that were added up in the unit of the curve to that of the run.
    template <bool with_energy> __device__ void finish(ForceSums<Real, with_energy>& sums) const {
        if (!this->has_curve()) return;
        sums.force = this->curve().unit * sums.force;
        if constexpr (with_energy)
            for (Real& w : sums.virial) w *= this->curve().unit;
    }

  private:
    using Base = FunctionalCache<P, Functional, one_type>;

    __device__ TruncatedTerm<Real> exact_term(const typename Base::Entry& entry, Real r2, Real own,
                                              Real other) const {
        return {evaluate_functional<one_type>(entry.potential, r2, own, other, this->samples()),
                r2 < entry.cutoff2};
    }

    template <class Length, bool with_energy>
    __device__ void walk_curve(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                               const Vec3<Real>& own, Real own_slope,
                               ForceSums<Real, with_energy>& sums) const {
        const CachedRadialCurve<2> curve(this->curve());
        const auto force = [&](Real r2, Real other) {
            return curve.sum(r2, own_slope + other, r2 < this->only().cutoff2);
        };
        Real nearest2 = this->only().cutoff2;
        walk_entries(
            chunk, length, record, own, [&](const Vec4<Real>& other, const Vec3<Real>& d, Real r2) {
                nearest2 = minimum(nearest2, r2);
                // With energies too: what is asked of a step must not change its forces.
                const Real energy =
                    with_energy ? exact_term(this->only(), r2, own_slope, other.w).term.energy
                                : Real(0);
                add_pair(
                    TruncatedTerm<Real>{{energy, force(r2, other.w)}, r2 < this->only().cutoff2}, d,
                    sums);
            });
        // Apart, as a branch for each pair would keep pairs from being computed side by side.
        if (!curve.in_core(nearest2)) return;
        walk_entries(
            chunk, length, record, own, [&](const Vec4<Real>& other, const Vec3<Real>& d, Real r2) {
                if (!curve.in_core(r2)) return;
                const Real all =
                    exact_term(this->only(), r2, own_slope, other.w).term.force_over_r *
                    this->curve().inverse_unit;
                add_pair(TruncatedTerm<Real>{{0, all - force(r2, other.w)}, true}, d, sums);
            });
    }
};

/// A walk that adds up the density at each atom: see walk_tiles().
template <class P, class Functional, bool one_type> struct DensityWalk {
    using Real = typename P::Real;
    using Table = DeviceFunctionals<Functional>;
    using Cache = DensityCache<P, Functional, one_type>;
    using Content = TypeContent<P>;
    template <bool with_energy> using Sums = DensitySums<Real>;

    static constexpr bool follows_round = false;
    static constexpr std::size_t cache_bytes = one_type ? 16 : potential_cache_bytes;

    template <class Ending, class Reading> static constexpr int resident_blocks() {
        if (sizeof(Real) == 8) return 2;
        return one_type && !Ending::with_energy && !Reading::overlaps ? 5 : 4;
    }
};

/// A walk that adds up the forces by the slopes of the embedding: see walk_tiles().
template <class P, class Functional, bool one_type> struct EmbeddedWalk {
    using Real = typename P::Real;
    using Table = DeviceFunctionals<Functional>;
    using Cache = EmbeddedCache<P, Functional, one_type>;
    using Content = ChannelContent<P>;
    template <bool with_energy> using Sums = ForceSums<Real, with_energy>;

    static constexpr bool follows_round = true;
    static constexpr std::size_t cache_bytes = one_type ? 16 : potential_cache_bytes;

    template <class Ending, class Reading> static constexpr int resident_blocks() {
        return sizeof(Real) == 8 ? 2 : 4;
    }
};

} // namespace mdsim
