// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/forces/rows.cuh"

namespace mdsim {

/// The laws between types, in shared memory where they fit.
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
    template <bool with_energy>
    __device__ void walk(const Chunk* chunk, std::uint32_t chunks, const Vec4<Real>* record,
                         const Vec3<Real>& own, std::uint32_t own_type,
                         RowSums<Real, with_energy>& sums) const {
        const std::uint32_t row = own_type * table_.types;
        if (fits())
            walk_rows<P, with_energy>(
                chunk, chunks, record, own,
                [this, row](const Vec4<Real>& other) { return cached_[row + type_of<P>(other)]; },
                table_.samples, sums);
        else
            walk_rows<P, with_energy>(
                chunk, chunks, record, own,
                [this, row](const Vec4<Real>& other) {
                    return table_.pair[row + type_of<P>(other)];
                },
                table_.samples, sums);
    }

  private:
    __device__ std::uint32_t entries() const { return table_.types * table_.types; }
    __device__ bool fits() const { return entries() * sizeof(LawEntry<Law>) <= law_cache_bytes; }

    const LawTable<Law>& table_;
    LawEntry<Law>* cached_;
};

/// Where there is one type, its law is at hand.
template <class P, class Law> class OneLaw {
  public:
    using Real = typename P::Real;

    __device__ OneLaw(const LawTable<Law>& table, std::byte*) : table_(table) {}

    template <bool with_energy>
    __device__ void walk(const Chunk* chunk, std::uint32_t chunks, const Vec4<Real>* record,
                         const Vec3<Real>& own, std::uint32_t,
                         RowSums<Real, with_energy>& sums) const {
        walk_rows<P, with_energy>(
            chunk, chunks, record, own,
            [this](const Vec4<Real>&) -> const LawEntry<Law>& { return table_.only; },
            table_.samples, sums);
    }

  private:
    const LawTable<Law>& table_;
};

} // namespace mdsim
