// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/ids.hpp"
#include "physics/pair/force_field.hpp"

namespace mdsim {

/// By what two species are to be measured.
struct PairScale : PotentialScale {
    TypeId a = 0;
    TypeId b = 0;
    bool of_bonds = false; ///< a cluster functional's, whose depth is that of a bond
};

/// The scales of all pairs of species that interact, the lower type first.
std::vector<PairScale> pair_scales(const ForceField& field);

/// The number density times sigma^3, with the sigma^3 of all pairs at these counts of atoms; 0
/// where a pair has no length.
double reduced_density(const std::vector<PairScale>& scales,
                       const std::vector<std::int64_t>& count_of_type, double volume);

} // namespace mdsim
