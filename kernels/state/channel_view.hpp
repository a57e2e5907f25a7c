// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/contract.hpp"
#include "core/hd.hpp"
#include "core/ids.hpp"
#include "core/vec4.hpp"

namespace mdsim {

/// Numbers of each atom, owned and of the halo, that neighbours know beside its position, as
/// kernels see them. They live within a step: written in its round, read by the walks behind it.
template <class P> struct ChannelView {
    using Real = typename P::Real;

    Real* value;          ///< [local atom][width]; null where no force has a round
    Real* const* of_rank; ///< the same of each rank, to be written; null for a rank that is alone
    std::uint32_t width;  ///< the numbers of an atom
    /// [local atom][most_cluster_neighbours], the neighbours that the record of an atom is about;
    /// null unless there is a cluster functional.
    LocalIndex* neighbour;

    /// The numbers of an atom, four by four; only where the width is a multiple of four.
    MDSIM_HD Vec4<Real>* record(LocalIndex atom) const {
        MDSIM_EXPECT(width % 4 == 0);
        return reinterpret_cast<Vec4<Real>*>(value + std::size_t{atom} * width);
    }
    /// The same on another rank.
    MDSIM_HD Vec4<Real>* record_of(Rank rank, LocalIndex place) const {
        MDSIM_EXPECT(width % 4 == 0);
        return reinterpret_cast<Vec4<Real>*>(of_rank[rank] + std::size_t{place} * width);
    }
};

} // namespace mdsim
