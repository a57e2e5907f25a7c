// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "core/buffer.hpp"
#include "core/hd.hpp"
#include "core/vec3.hpp"
#include "core/vec4.hpp"
#include "state/atom_share.hpp"
#include "state/columns.hpp"

namespace mdsim {

/// Where an atom is and what it is: three fractions of the box edges and its species.
template <class P> struct alignas(4 * sizeof(typename P::Fraction)) Site {
    using Fraction = typename P::Fraction;
    Fraction x, y, z;
    Fraction type;

    MDSIM_HD Vec3<Fraction> position() const { return {x, y, z}; }
    MDSIM_HD void move_to(const Vec3<Fraction>& u) {
        x = u.x;
        y = u.y;
        z = u.z;
    }
};

/// The atoms of one rank, owned and halo, in the order of the global cell grid.
///
/// All arrays share one index, LocalIndex. Of a halo atom only `site`, `reference` and the columns
/// of for_each_halo_column mean anything. `site` holds the positions of the current step, `next`
/// receives those of the following one, `reference` those of the last list rebuild.
template <class P, class Space> struct Particles : FollowingColumns<P, Buffers<Space>> {
    Buffer<Site<P>, Space> site;
    Buffer<Site<P>, Space> next;
    Buffer<Site<P>, Space> reference;
    Buffer<Vec4<typename P::Real>, Space> force; ///< [energy / length], where steps store it
    Buffer<AtomShare<P>, Space> share;           ///< of the last step that was asked for them

    std::size_t size() const { return site.size(); }

    /// The memory held [bytes].
    std::size_t bytes() const {
        std::size_t sum =
            site.bytes() + next.bytes() + reference.bytes() + force.bytes() + share.bytes();
        for_each_column([&](const auto& column) { sum += column.bytes(); }, *this);
        return sum;
    }
};

/// Where an atom was at the last rebuild.
template <class P> struct PlacedAtom { Site<P> site; };

/// An atom with all that follows it, as it changes owner at a rebuild.
template <class P> struct Migrant : PlacedAtom<P>, FollowingColumns<P, OneAtom> {};

/// The same between two rebuilds.
template <class P> struct AtomRecord : Migrant<P> {
    Vec3<typename P::Fraction>
        moved; ///< from `site` to the current position; zero but after a resume
};

} // namespace mdsim
