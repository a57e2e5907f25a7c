// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "app/config.hpp"
#include "app/pair_scales.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// A system whose numbers are to be judged by each other; types index all three lists.
struct MeasuredSystem {
    const std::vector<Species>* species = nullptr;
    const std::vector<std::int64_t>* count_of_type = nullptr;
    std::vector<PairScale> scales;
    double volume = 0;
    bool repeats = true; ///< the box does, in all directions
};

/// Notes numbers that are not those of atoms in these units, with the unit that would explain them:
/// of k_B T beside the wells, of sigma and cutoffs, of the density, of masses. Allowed is all of
/// it.
std::vector<Fault> check_scales(const Config& config, const ForceField& field,
                                const MeasuredSystem& system);

/// What is wrong with masses that are far below those of atoms, to be put behind other words; empty
/// where none is.
std::string mass_advice(const Units& units, const std::string& name, double mass);

/// The mass density [g / cm^3]; 0 in reduced units.
double mass_density(const Units& units, const MeasuredSystem& system);

} // namespace mdsim
