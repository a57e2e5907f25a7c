// SPDX-License-Identifier: BSD-3-Clause
// What atoms must have of energy and virial, whatever computes it.
#pragma once

#include "support/adp_cases.hpp"
#include "support/catch.hpp"
#include "support/check_forces.hpp"
#include "support/cluster_cases.hpp"
#include "support/metal_cases.hpp"

namespace mdsim::test {

/// Systems of each kind of force, in boxes wide enough that no atom sees two images of another.
inline std::vector<ForceCase> share_cases() {
    std::vector<ForceCase> cases;
    const auto add = [&](const ForceField& field, int types, double edge) {
        cases.push_back({jittered({5, 5, 5}, types, 0.3),
                         field,
                         box_of({edge, 1.03 * edge, 0.97 * edge}),
                         {{{2, 2, 2}}, {{1, 3, 1}}}});
    };
    add(mixture(2.3), 3, 5.5);
    add(alloy(1), 1, 5.2);
    add(wetted_alloy(), 3, 5.5);
    add(ForceField(eam_spec(1)), 1, 5.6);
    add(ForceField(eam_spec(2)), 2, 5.6);
    for (const TypeId types : {1, 2}) add(ForceField(adp_spec(types)), types, 5.6);
    for (const std::size_t elements : {1, 2})
        for (const ForceField& field : directed(elements))
            add(field, static_cast<int>(elements), 5.4);
    add(wetted(stillinger_weber_spec(2)), 3, 5.4);
    return cases;
}

/// The direct sum at positions of their own.
inline ReferenceForces reference_at(const ForceCase& c, const std::vector<Vec3<double>>& position,
                                    const std::vector<TypeId>& type) {
    return reference_forces(c.field, c.box, position, type);
}

template <class P> std::vector<TypeId> types_of(const Particles<P, Host>& p) {
    std::vector<TypeId> type;
    for (const Site<P>& s : p.site) type.push_back(static_cast<TypeId>(s.type));
    return type;
}

/// The direct sum at the positions that the integers stand for, in the order of the arrays.
template <class P>
ReferenceForces reference_of(const ForceCase& c, const Particles<P, Host>& particles) {
    return reference_at(c, positions_of(particles, c.box), types_of(particles));
}

template <class P>
void check_share_sums(const std::vector<AtomShare<P>>& shares, const PairSums& sums) {
    double energy = 0, virial[9] = {};
    double size = 0;
    for (const AtomShare<P>& s : shares) {
        energy += static_cast<double>(s.energy);
        size += std::abs(static_cast<double>(s.energy));
        for (int k = 0; k < 9; ++k) virial[k] += static_cast<double>(s.virial.value[k]);
        for (int k = 0; k < 9; k += 4) size += std::abs(static_cast<double>(s.virial.value[k]));
    }
    const double allowed = Tolerance<P>::sum * size;
    CHECK(std::abs(energy - sums.energy.value()) <= allowed);
    constexpr std::size_t place[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};
    for (int k = 0; k < 9; ++k)
        CHECK(std::abs(virial[k] - sums.virial[place[k]].value()) <= allowed);
}

template <class P>
void check_atom_energies(const std::vector<AtomShare<P>>& shares, const ReferenceForces& expected) {
    REQUIRE(shares.size() == expected.atom_energy.size());
    double worst = 0, largest = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const double off = static_cast<double>(shares[i].energy) - expected.atom_energy[i];
        worst = std::max(worst, std::abs(off));
        largest = std::max(largest, std::abs(expected.atom_energy[i]));
    }
    CHECK(worst <= Tolerance<P>::force * largest);
}

/// The shortest way from one place to an image of another, in a rectangular box.
inline Vec3<double> nearest_way(const Box& box, const Vec3<double>& from, const Vec3<double>& to) {
    const double edge[3] = {box.edges.xx, box.edges.yy, box.edges.zz};
    Vec3<double> way = to - from;
    for (int d = 0; d < 3; ++d)
        if (box.periodic[static_cast<std::size_t>(d)])
            way[d] -= edge[d] * std::round(way[d] / edge[d]);
    return way;
}

/// W_i = sum_j (r_j - r_i) (x) dU_j/dr_i, by central differences of the energies of the direct sum.
inline Matrix3<double> numerical_virial(const ForceCase& c, std::vector<Vec3<double>> position,
                                        const std::vector<TypeId>& type, std::size_t i) {
    constexpr double step = 1e-4;
    const std::vector<Vec3<double>> at = position;
    Matrix3<double> virial{};
    for (int b = 0; b < 3; ++b) {
        position[i][b] = at[i][b] + step;
        const auto above = reference_at(c, position, type).atom_energy;
        position[i][b] = at[i][b] - step;
        const auto below = reference_at(c, position, type).atom_energy;
        position[i][b] = at[i][b];
        for (std::size_t j = 0; j < at.size(); ++j) {
            const double slope = (above[j] - below[j]) / (2 * step);
            const Vec3<double> way = nearest_way(c.box, at[i], at[j]);
            for (int a = 0; a < 3; ++a) virial.value[3 * a + b] += way[a] * slope;
        }
    }
    return virial;
}

/// Some of the virials of a case against numerical slopes.
template <class P>
void check_virials(const ForceCase& c, const Particles<P, Host>& particles,
                   const std::vector<AtomShare<P>>& shares) {
    const auto position = positions_of(particles, c.box);
    double size = 0, worst = 0;
    for (std::size_t i = 3; i < position.size(); i += 31) {
        const auto expected = numerical_virial(c, position, types_of(particles), i);
        for (int k = 0; k < 9; ++k) {
            const auto found = static_cast<double>(shares[i].virial.value[k]);
            size = std::max(size, std::abs(expected.value[k]));
            worst = std::max(worst, std::abs(found - expected.value[k]));
        }
    }
    CHECK(size > 0.1);
    CHECK(worst < std::max(Tolerance<P>::force, 2e-6) * size);
}

/// How far virials are from symmetric ones, relative to their size.
template <class P> double skewness(const std::vector<AtomShare<P>>& shares) {
    double skew = 0, size = 0;
    for (const AtomShare<P>& s : shares) {
        const auto& w = s.virial.value;
        for (const auto& [above, below] : {std::pair{1, 3}, {2, 6}, {5, 7}})
            skew = std::max(skew, std::abs(static_cast<double>(w[above] - w[below])));
        for (const auto& value : w) size = std::max(size, std::abs(static_cast<double>(value)));
    }
    return skew / size;
}

} // namespace mdsim::test
