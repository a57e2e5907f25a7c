// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/ids.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// By what two species are to be measured; 0 where their potential has no such scale.
struct PairScale {
    TypeId a = 0;
    TypeId b = 0;
    double energy = 0;     ///< epsilon, or the depth of the well that a table has [energy]
    double length = 0;     ///< sigma, or where the energy of a table becomes positive [length]
    double first_row = 0;  ///< of a table; nearer pairs are extrapolated [length]
    bool by_sigma = false; ///< a potential that has epsilon and sigma
};

/// The scales of all pairs of species that interact, the lower type first.
std::vector<PairScale> pair_scales(const ForceField& field);

/// The number density times sigma^3, with the sigma^3 of all pairs at these counts of atoms; 0
/// where a pair has no length.
double reduced_density(const std::vector<PairScale>& scales,
                       const std::vector<std::int64_t>& count_of_type, double volume);

} // namespace mdsim
