// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "physics/functional/eam_params.hpp"

namespace mdsim {

/// The cubics of a function by its values, and one that goes straight on, for cutoffs on the edge
/// of the tables. At least `least_knots` values.
std::vector<double> cubics_to_the_edge(const std::vector<double>& values);

/// The samples of a pair, for each interval of its distances: four numbers of w, the density at the
/// atom; then, behind all of them, four of r phi and four of w'; and at last four of w' at the
/// neighbour. Those of a function are the coefficients of a cubic.
std::vector<double> eam_samples(const EamParams& p);

/// Where the second and the third kind begin.
std::size_t eam_forces_at(const EamParams& p);
std::size_t eam_other_slopes_at(const EamParams& p);

} // namespace mdsim
