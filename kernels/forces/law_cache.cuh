// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/forces/curve_cache.cuh"
#include "kernels/forces/rows.cuh"

namespace mdsim {

/// Whether the laws towards two types fit into registers.
template <class Law>
inline constexpr bool two_in_registers =
    !Law::uses_samples || std::is_same_v<typename Law::value_type, double>;

/// One of two entries, constant by constant, without a branch.
template <class Law>
__device__ LawEntry<Law> select_entry(bool first, const LawEntry<Law>& a, const LawEntry<Law>& b) {
    LawEntry<Law> chosen = a;
    typename Law::value_type constant[2][law_constants<Law>];
    memcpy(constant[0], &a.law, sizeof a.law);
    memcpy(constant[1], &b.law, sizeof b.law);
    for (std::size_t i = 0; i < law_constants<Law>; ++i)
        constant[0][i] = select(first, constant[0][i], constant[1][i]);
    memcpy(&chosen.law, constant[0], sizeof chosen.law);
    chosen.cutoff2 = select(first, a.cutoff2, b.cutoff2);
    return chosen;
}

/// The laws between types: in registers where there are two, else in shared memory where they fit.
template <class P, class Law> class LawCache {
  public:
    using Real = typename P::Real;

    /// Reads them; they are there after the next barrier. All threads of the block.
    __device__ LawCache(const LawTable<Law>& table, std::byte* memory)
        : table_(table), cached_(reinterpret_cast<LawEntry<Law>*>(memory)) {
        for (std::uint32_t k = threadIdx.x; fits() && k < entries(); k += blockDim.x)
            cached_[k] = table.pair[k];
    }

    /// Walks one lane's rows of a window.
    template <class Length, bool with_energy>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, std::uint32_t own_type,
                         RowSums<Real, with_energy>& sums) const {
        const auto walk_with = [&](const auto& entry_for) {
            walk_rows<P, with_energy>(
                chunk, length, record, own,
                [&](const Vec4<Real>& other, Real r2) {
                    return truncated_term(entry_for(type_of<P>(other)), r2, table_.samples);
                },
                sums);
        };
        const std::uint32_t row = own_type * table_.types;
        if (two_in_registers<Law> && table_.types == 2) {
            const LawEntry<Law> first = cached_[row];
            const LawEntry<Law> second = cached_[row + 1];
            walk_with([&](std::uint32_t type) { return select_entry(type == 0, first, second); });
        } else if (fits()) {
            walk_with([&](std::uint32_t type) { return cached_[row + type]; });
        } else {
            walk_with([&](std::uint32_t type) { return table_.pair[row + type]; });
        }
    }

    template <bool with_energy>
    __device__ void to_common_units(RowSums<Real, with_energy>&) const {}

  private:
    __device__ std::uint32_t entries() const { return table_.types * table_.types; }
    __device__ bool fits() const { return entries() * sizeof(LawEntry<Law>) <= law_cache_bytes; }

    const LawTable<Law>& table_;
    LawEntry<Law>* cached_;
};

/// Where there is one type, its law is at hand, or the curve of its forces in shared memory.
template <class P, class Law> class OneLaw {
  public:
    using Real = typename P::Real;

    /// Reads the curve; it is there after the next barrier. All threads of the block.
    __device__ OneLaw(const LawTable<Law>& table, std::byte*) : table_(table) {
        if constexpr (may_have_curve<Law>) load_curve(table.curve);
    }

    template <class Length, bool with_energy>
    __device__ void walk(const Chunk* chunk, const Length& length, const Vec4<Real>* record,
                         const Vec3<Real>& own, std::uint32_t,
                         RowSums<Real, with_energy>& sums) const {
        const auto walk_with = [&](const auto& term_of_r2) {
            walk_rows<P, with_energy>(
                chunk, length, record, own,
                [&](const Vec4<Real>&, Real r2) { return term_of_r2(r2); }, sums);
        };
        const auto exact = [&](Real r2) { return truncated_term(table_.only, r2, table_.samples); };
        if constexpr (may_have_curve<Law>) {
            // With energies too: what is asked of a step must not change its forces.
            if (table_.curve.piece != nullptr) {
                const CachedCurve curve(table_.curve);
                return walk_with([&](Real r2) {
                    const bool within = r2 < table_.only.cutoff2;
                    const Real energy = with_energy ? exact(r2).term.energy : Real(0);
                    return TruncatedTerm<Real>{{energy, curve.force_over_r(r2, within)}, within};
                });
            }
        }
        walk_with(exact);
    }

    /// Brings what was added up in the units of the law to those of the run.
    template <bool with_energy>
    __device__ void to_common_units(RowSums<Real, with_energy>& sums) const {
        sums.force = table_.units.force * sums.force;
        if constexpr (with_energy) {
            sums.energy *= table_.units.energy;
            for (Real& w : sums.virial) w *= table_.units.force;
        }
    }

  private:
    const LawTable<Law>& table_;
};

} // namespace mdsim
