// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ops/pair_histogram.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// What the counts of a histogram were gathered from.
struct RdfSamples {
    std::int64_t count = 0;
    double volume = 0;          ///< of the box, whose density is the mean one [length^3]
    double first_volume = 0;    ///< that errors refer to [length^3]
    std::vector<double> errors; ///< as RdfErrors::errors() has them
};

/// Writes the radial distribution function of all atoms, and those of all pairs of species, as CSV,
/// each with its standard error, with the unit of r where it has a name; the file is replaced at
/// once. g(r) is normalised by the
/// ideal gas of the same box: Allen and Tildesley (2nd ed. 2017), eq. 8.18. Throws
/// EnvironmentError.
void write_rdf(const std::string& path, const PairHistogram& histogram, const RdfSamples& samples,
               const SystemParts& parts);

} // namespace mdsim
