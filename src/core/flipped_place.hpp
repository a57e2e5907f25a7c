// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/fraction.hpp"
#include "core/lattice_flip.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// A place in a box, and how many boxes away from it its unwrapped place is.
template <class Fraction> struct ImagePlace {
    Vec3<Fraction> fraction;
    Vec3<std::int32_t> image;

    bool operator==(const ImagePlace&) const = default;
};

namespace flip_detail {

__extension__ using Wide = unsigned __int128;

/// A signed number, as what sums and products that wrap are made of.
inline Wide wide(std::int64_t number) { return static_cast<Wide>(number); }

/// The unwrapped coordinate in units of the fraction.
template <class Fraction> Wide unwrapped(Fraction u, std::int32_t image) {
    using Bits = std::make_unsigned_t<Fraction>;
    return (wide(image) << fraction_bits<Fraction>)+static_cast<Bits>(u);
}

template <class Fraction> void wrap(Wide coordinate, Fraction& u, std::int32_t& image) {
    u = static_cast<Fraction>(static_cast<std::make_unsigned_t<Fraction>>(coordinate));
    image = static_cast<std::int32_t>(
        static_cast<std::uint32_t>(coordinate >> fraction_bits<Fraction>));
}

} // namespace flip_detail

/// The same place in the box that a flip makes of its box: unwrapped it is the same point of space.
/// Exact, and undone by the inverse flip.
template <class Fraction>
ImagePlace<Fraction> flipped(const LatticeFlip& flip, const ImagePlace<Fraction>& place) {
    using flip_detail::unwrapped, flip_detail::wide, flip_detail::wrap;
    // Fractions are multiplied with the inverse from the right, as edges are from the left.
    const LatticeFlip by = flip.inverse();
    const auto& [u, n] = place;
    const auto x = unwrapped(u.x, n.x), y = unwrapped(u.y, n.y), z = unwrapped(u.z, n.z);
    ImagePlace<Fraction> to = place;
    wrap(x + wide(by.xy) * y + wide(by.xz) * z, to.fraction.x, to.image.x);
    wrap(y + wide(by.yz) * z, to.fraction.y, to.image.y);
    return to;
}

} // namespace mdsim
