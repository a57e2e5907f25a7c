// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/units.hpp"
#include "setup/pair_scales.hpp"
#include "state/structure.hpp"

namespace mdsim {

/// A system whose numbers are to be judged by each other; types index the first three lists.
struct MeasuredSystem {
    Units units;
    const std::vector<Species>* species = nullptr;
    const std::vector<std::int64_t>* count_of_type = nullptr;
    std::vector<PairScale> scales;
    double volume = 0;
    bool repeats = true; ///< the box does, in all directions
    double moving = 0;   ///< k_B T of the velocities in the structure file; 0 without any [energy]

    /// Of all atoms in the box.
    double number_density() const;
};

/// The mass density [g / cm^3]; 0 in reduced units.
double mass_density(const Units& units, const MeasuredSystem& system);

/// "3.405 Angstrom"
std::string with_unit(const Units& units, Dimension dimension, double value);

/// "Ar-Kr"
std::string pair_name(const MeasuredSystem& system, const PairScale& scale);

/// Whether a value lies between two bounds, or on one.
inline bool within(double value, double low, double high) { return value >= low && value <= high; }

/// "; so are 2 more pairs": what else a warning on one pair is true of; empty for none.
std::string more_pairs(std::size_t others);

} // namespace mdsim
