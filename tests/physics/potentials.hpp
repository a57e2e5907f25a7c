// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/elementary.hpp"
#include "core/math.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim::test {

/// A curve tabulated at `rows` distances, even in r^2 or in r.
template <class Energy, class Force>
TableParams tabulated(Energy energy, Force force, double from, double to, int rows, bool square) {
    TableParams table;
    for (int i = 0; i < rows; ++i) {
        const double part = static_cast<double>(i) / (rows - 1);
        const double r = square ? std::sqrt(from * from + part * (to * to - from * from))
                                : from + part * (to - from);
        table.curve.r.push_back(r);
        table.curve.energy.push_back(energy(r));
        table.curve.force.push_back(force(r));
    }
    return table;
}

/// Lennard-Jones with epsilon = sigma = 1 as a table, the same on every machine.
inline TableParams tabulated_lennard_jones(int rows, bool square) {
    const auto energy = [](double r) { return 4 / power<12>(r) - 4 / power<6>(r); };
    const auto force = [](double r) { return 48 / power<13>(r) - 24 / power<7>(r); };
    return tabulated(energy, force, 0.7, 3.0, rows, square);
}

/// 0.8 exp(-1.5 (r - 1)) / r as a table: with Lennard-Jones, short attraction and long repulsion.
inline TableParams tabulated_yukawa() {
    const auto energy = [](double r) { return 0.8 * exponential(1.5 - 1.5 * r) / r; };
    const auto force = [&](double r) { return energy(r) * (1.5 + 1 / r); };
    return tabulated(energy, force, 0.7, 3.0, 3000, true);
}

/// The sum of two potentials that the list of sums offers.
inline SumParams<LennardJonesParams, TableParams> lennard_jones_and_yukawa() {
    return {{1.3, 0.95}, tabulated_yukawa()};
}

/// One instance of every potential in the list, for tests that ask the same of each; the test
/// "every potential of the list is tried" fails if one is missing.
inline std::vector<PairPotentialParams> instances_of_all_potentials() {
    return {LennardJonesParams{1.0, 1.0}, LennardJonesParams{0.37, 1.21},
            tabulated_lennard_jones(2000, false), tabulated_lennard_jones(4000, true),
            lennard_jones_and_yukawa()};
}

inline const std::vector<Truncation>& all_truncations() {
    static const std::vector<Truncation> all{Truncation::cut, Truncation::shift,
                                             Truncation::force_shift, Truncation::smooth};
    return all;
}

/// A force field of one species.
inline ForceField single(const PairPotentialParams& params, Truncation truncation,
                         double cutoff = 2.5, double switch_from = 2.0) {
    ForceFieldSpec spec;
    spec.species = {"A"};
    spec.pairs = {{"test", 0, 0, PairInteraction{params, cutoff, truncation, switch_from}}};
    return ForceField(spec);
}

} // namespace mdsim::test
