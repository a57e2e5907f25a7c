// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/force/curve_cache.cuh"
#include "kernels/force/record_content.cuh"
#include "kernels/force/two_type_potentials.cuh"
#include "kernels/force/walk_entries.cuh"

namespace mdsim {

/// The potentials between types: in registers where there are two, otherwise in shared memory where
/// they fit.
template <class P, class Potential> class PotentialCache {
  public:
    using Real = typename P::Real;
    using Content = TypeContent<P>;

    /// Reads them; they are there after the barrier that follows `wait`. All threads of the block.
    __device__ PotentialCache(const DevicePotentials<Potential>& table, std::byte* memory)
        : table_(table), cached_(reinterpret_cast<PotentialEntry<Potential>*>(memory)) {
        for (std::uint32_t k = threadIdx.x; fits() && k < entries(); k += blockDim.x)
            cached_[k] = table.pair[k];
    }
    __device__ void wait() const {}

    /// Walks one lane's entries of a window.
    template <class Length, bool with_energy>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, Real own_content,
                         ForceSums<Real, with_energy>& sums) const {
        const std::uint32_t own_type = Content::type_of(own_content);
        MDSIM_EXPECT(own_type < table_.types);
        const auto walk_with = [&](const auto& term_for) {
            walk_entries(chunk, length, record, own,
                         [&](const Vec4<Real>& other, const Vec3<Real>& d, Real r2) {
                             add_pair(term_for(Content::type_of(other.w), r2), d, sums);
                         });
        };
        const auto walk_with_entry = [&](const auto& entry_for) {
            walk_with([&](std::uint32_t type, Real r2) {
                return truncated_term(entry_for(type), r2, table_.samples);
            });
        };
        const std::uint32_t row = own_type * table_.types;
        if (two_in_registers<Potential> && table_.types == 2) {
            const TwoTypePotentials<Potential> potentials{cached_[row], cached_[row + 1]};
            walk_with([&](std::uint32_t type, Real r2) {
                return potentials.template term<with_energy>(type == 0, r2, table_.samples);
            });
        } else if (fits()) {
            walk_with_entry([&](std::uint32_t type) { return cached_[row + type]; });
        } else {
            walk_with_entry([&](std::uint32_t type) { return table_.pair[row + type]; });
        }
    }

    template <bool with_energy> __device__ void finish(ForceSums<Real, with_energy>&) const {}

  private:
    __device__ std::uint32_t entries() const { return table_.types * table_.types; }
    __device__ bool fits() const {
        return entries() * sizeof(PotentialEntry<Potential>) <= potential_cache_bytes;
    }

    const DevicePotentials<Potential>& table_;
    PotentialEntry<Potential>* cached_;
};

/// Where there is one type, its potential is at hand, or the curve of its forces in shared memory.
template <class P, class Potential> class OnePotential {
  public:
    using Real = typename P::Real;

    /// Reads the curve; it is there after the barrier that follows `wait`. All threads of the
    /// block.
    __device__ OnePotential(const DevicePotentials<Potential>& table, std::byte*) : table_(table) {
        if constexpr (may_have_curve<Potential>) load_curve(table.curve);
    }
    __device__ void wait() const {
        if constexpr (may_have_curve<Potential>) wait_for_curve();
    }

    template <class Length, bool with_energy>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, Real, ForceSums<Real, with_energy>& sums) const {
        if constexpr (may_have_curve<Potential>) {
            if (table_.curve.piece != nullptr) return walk_curve(chunk, length, record, own, sums);
        }
        walk_entries(
            chunk, length, record, own,
            [&](const Vec4<Real>&, const Vec3<Real>& d, Real r2) { add_pair(exact(r2), d, sums); });
    }

    /// Brings what was added up in the units of the potential to those of the run.
    template <bool with_energy> __device__ void finish(ForceSums<Real, with_energy>& sums) const {
        sums.force = table_.units.force * sums.force;
        if constexpr (with_energy) {
            sums.energy *= table_.units.energy;
            for (Real& w : sums.virial) w *= table_.units.force;
        }
    }

  private:
    __device__ TruncatedTerm<Real> exact(Real r2) const {
        return truncated_term(table_.only, r2, table_.samples);
    }

    template <class Length, bool with_energy>
    __device__ void walk_curve(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                               const Vec3<Real>& own, ForceSums<Real, with_energy>& sums) const {
        const CachedCurve curve(table_.curve);
        const Real cutoff2 = table_.only.cutoff2;
        Real nearest2 = cutoff2;
        walk_entries(chunk, length, record, own,
                     [&](const Vec4<Real>&, const Vec3<Real>& d, Real r2) {
                         nearest2 = minimum(nearest2, r2);
                         const bool within = r2 < cutoff2;
                         // With energies too: what is asked of a step must not change its forces.
                         const Real energy = with_energy ? exact(r2).term.energy : Real(0);
                         const Real force = curve.force_over_r(r2, within);
                         add_pair(TruncatedTerm<Real>{{energy, force}, within}, d, sums);
                     });
        // Apart, as a branch for each pair would keep pairs from being computed side by side.
        if (!curve.in_core(nearest2)) return;
        walk_entries(
            chunk, length, record, own, [&](const Vec4<Real>&, const Vec3<Real>& d, Real r2) {
                if (!curve.in_core(r2)) return;
                const Real more = exact(r2).term.force_over_r - curve.force_over_r(r2, true);
                add_pair(TruncatedTerm<Real>{{0, more}, true}, d, sums);
            });
    }

    const DevicePotentials<Potential>& table_;
};

} // namespace mdsim
