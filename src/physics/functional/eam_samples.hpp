// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "physics/functional/eam_params.hpp"

namespace mdsim {

/// The samples of a pair, for each interval of its distances: four numbers of w, the density at the
/// atom; then, behind all of them, four of r phi and four of w'; and at last four of w' at the
/// neighbour. Those of a function are the coefficients of a cubic. An interval more than the tables
/// have goes straight on, for cutoffs on their edge.
std::vector<double> eam_samples(const EamParams& p);

/// Where the second and the third kind begin.
std::size_t eam_forces_at(const EamParams& p);
std::size_t eam_other_slopes_at(const EamParams& p);

} // namespace mdsim
