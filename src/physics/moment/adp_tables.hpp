// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "physics/functional/eam_tables.hpp"

namespace mdsim {

/// The functions of an angular-dependent potential for some elements: those of embedded atoms, and
/// two more of each pair, on the same grid of distances.
struct AdpTables : EamTables {
    std::vector<std::vector<double>> dipole;     ///< of pairs: u(r) [energy^1/2 / length]
    std::vector<std::vector<double>> quadrupole; ///< of pairs: w(r) [energy^1/2 / length^2]
};

/// The tables of the elements that `order` names, in this order, which may hold one several times.
AdpTables chosen(const AdpTables& all, const std::vector<std::size_t>& order);

} // namespace mdsim
