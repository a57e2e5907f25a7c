// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "core/fixed_sum.hpp"
#include "core/hd.hpp"
#include "core/vec3.hpp"
#include "state/atom_share.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim {

/// The heat current of some atoms along x, y and z, in two parts: the energy that atoms carry
/// along, and what they hand on by their forces.
inline constexpr int heat_current_sums = 6;
struct HeatTerms {
    double value[heat_current_sums]; ///< carried x, y, z, handed on x, y, z [energy length / time]
};

/// What one atom adds: (m v^2 / 2 + U) v, and W v, by its share of energy and virial (Fan et al.,
/// Phys. Rev. B 92, 094301, 2015, Eq. 20).
template <class P>
MDSIM_HD HeatTerms heat_terms(double mass, const Vec3<double>& v, const AtomShare<P>& share) {
    const double energy = 0.5 * mass * dot(v, v) + static_cast<double>(share.energy);
    HeatTerms terms{{energy * v.x, energy * v.y, energy * v.z, 0, 0, 0}};
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
            terms.value[3 + a] += static_cast<double>(share.virial.value[3 * a + b]) * v[b];
    return terms;
}

/// The sum over atoms, free of order.
struct HeatCurrent {
    std::array<FixedSum, heat_current_sums> sum;

    HeatCurrent() { sum.fill(FixedSum(fixed_scale::heat_current)); }
    void add(const HeatTerms& terms) {
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k].add(terms.value[k]);
    }
    void merge(const HeatCurrent& other) {
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k].merge(other.sum[k]);
    }
    /// Both parts together [energy length / time].
    Vec3<double> total() const {
        return {sum[0].value() + sum[3].value(), sum[1].value() + sum[4].value(),
                sum[2].value() + sum[5].value()};
    }
};

/// That of the atoms of this rank, of masses by type, whose shares have been found.
template <class P>
HeatCurrent heat_current(const Particles<P, Host>& particles, const LocalCells& cells,
                         const std::vector<double>& mass);

} // namespace mdsim
