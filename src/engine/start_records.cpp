// SPDX-License-Identifier: BSD-3-Clause
#include "engine/start_records.hpp"

#include <algorithm>
#include <cmath>

#include "core/fraction.hpp"

namespace mdsim {

template <class P>
void drop_images(std::vector<AtomRecord<P>>& atoms, const std::array<bool, 3>& periodic) {
    for (AtomRecord<P>& r : atoms) {
        if (!periodic[0]) r.image.x = 0;
        if (!periodic[1]) r.image.y = 0;
        if (!periodic[2]) r.image.z = 0;
    }
}

template <class P>
double farthest_moved(const std::vector<AtomRecord<P>>& atoms,
                      const LowerTriangular<double>& edges) {
    constexpr int bits = fraction_bits<typename P::Fraction>;
    double largest2 = 0;
    for (const AtomRecord<P>& r : atoms) {
        const Vec3<double> u{static_cast<double>(r.moved.x), static_cast<double>(r.moved.y),
                             static_cast<double>(r.moved.z)};
        const Vec3<double> moved = std::ldexp(1.0, -bits) * u * edges;
        largest2 = std::max(largest2, dot(moved, moved));
    }
    return std::sqrt(largest2);
}

template void drop_images(std::vector<AtomRecord<MixedPrecision>>&, const std::array<bool, 3>&);
template void drop_images(std::vector<AtomRecord<DoublePrecision>>&, const std::array<bool, 3>&);
template double farthest_moved(const std::vector<AtomRecord<MixedPrecision>>&,
                               const LowerTriangular<double>&);
template double farthest_moved(const std::vector<AtomRecord<DoublePrecision>>&,
                               const LowerTriangular<double>&);

} // namespace mdsim
