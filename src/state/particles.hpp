// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/buffer.hpp"
#include "core/ids.hpp"
#include "core/precision.hpp"
#include "core/vec3.hpp"

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

/// A vector padded to four numbers, as the kernels load it.
template <class Real> struct alignas(4 * sizeof(Real)) Vec4 { Real x, y, z, w; };

/// The atoms of one rank, owned and halo, in the order of the global cell grid.
///
/// All arrays share one index, LocalIndex. Of a halo atom only `site`, `reference` and `id` mean
/// anything. `site` holds the positions of the current step, `next` receives those of the
/// following one, `reference` those of the last list rebuild.
template <class P, class Space> struct Particles {
    using Real = typename P::Real;

    Buffer<Site<P>, Space> site;
    Buffer<Site<P>, Space> next;
    Buffer<Site<P>, Space> reference;
    Buffer<Vec4<Real>, Space> velocity; ///< [length / time]; w is unused
    Buffer<Vec4<Real>, Space> force;    ///< [energy / length], valid on steps that store it
    Buffer<ParticleId, Space> id;
    Buffer<Vec3<std::int32_t>, Space> image; ///< boxes to add to unwrap `reference`

    std::size_t size() const { return site.size(); }

    /// The memory held [bytes].
    std::size_t bytes() const {
        return site.bytes() + next.bytes() + reference.bytes() + velocity.bytes() + force.bytes() +
               id.bytes() + image.bytes();
    }
};

/// One owned atom with all that moves along when it changes owner.
template <class P> struct AtomRecord {
    Site<P> site; ///< position at the rebuild
    Vec4<typename P::Real> velocity;
    ParticleId id;
    Vec3<std::int32_t> image;
    Vec3<typename P::Fraction>
        moved; ///< from `site` to the current position; zero but after a resume
};

} // namespace mdsim
