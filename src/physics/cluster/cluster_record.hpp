// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/tagged_real.hpp"
#include "core/vec3.hpp"
#include "core/vec4.hpp"
#include "physics/cluster/cluster.hpp"

namespace mdsim {

/// What an atom tells its neighbours of one of them: the slope of its energy, and a key of where
/// that neighbour is, by which it finds itself. Numbers of atoms would not do: they differ between
/// ranks, and in a narrow box an atom may be a neighbour twice.
///
/// Keys are three whole numbers of ten bits in steps of 1/510 of the range, so that two atoms which
/// see each other in opposite directions differ by one step or less, whichever way they round. With
/// a step more, the sum of two third numbers at the end of the range would wrap to that of opposite
/// ones.
template <class Real> struct ClusterKey {
    Real steps_per_length; ///< 510 / range [1 / length]

    /// For neighbours within `range` along each axis [length].
    static ClusterKey within(double range) {
        return {static_cast<Real>(510 / (range > 0 ? range : 1))};
    }

    MDSIM_HD std::uint32_t of(const Vec3<Real>& d) const {
        return field(d.x) | field(d.y) << 11 | field(d.z) << 22;
    }

    /// Whether two keys are of opposite directions, but for two steps.
    MDSIM_HD static bool opposite(std::uint32_t a, std::uint32_t b) {
        constexpr std::uint32_t one = 1u | 1u << 11 | 1u << 22;
        constexpr std::uint32_t sum = 1024u | 1024u << 11; // of the third it is the carry
        return ((a + b - sum + one) & ~(3 * one)) == 0;
    }

  private:
    MDSIM_HD std::uint32_t field(Real length) const {
        return static_cast<std::uint32_t>(
            512 + truncate_to_int(round_to_whole(length * steps_per_length)));
    }
};

/// The key that ends a record with fewer neighbours than there may be; no other has these bits.
inline constexpr std::uint32_t last_cluster_key = 0xffffffffu;

/// A part of a record: slope and key.
template <class Real> MDSIM_HD Vec4<Real> record_part(const Vec3<Real>& slope, std::uint32_t key) {
    return {slope.x, slope.y, slope.z, std::bit_cast<Real>(static_cast<BitsOf<Real>>(key))};
}
template <class Real> MDSIM_HD std::uint32_t key_in(const Vec4<Real>& part) {
    return static_cast<std::uint32_t>(std::bit_cast<BitsOf<Real>>(part.w));
}

/// The slope that a neighbour's energy has of the atom that sees it under `key`: `read(n)` gives
/// part n of the neighbour's record. Zero if the neighbour does not see the atom, which is then at
/// the cutoff.
template <class Real, class Read>
MDSIM_HD Vec3<Real> slope_of_other(std::uint32_t key, const Read& read) {
    for (int n = 0; n < most_cluster_neighbours; ++n) {
        const Vec4<Real> part = read(n);
        const std::uint32_t other = key_in(part);
        if (other == last_cluster_key) break;
        if (ClusterKey<Real>::opposite(key, other)) return {part.x, part.y, part.z};
    }
    return {0, 0, 0};
}

} // namespace mdsim
