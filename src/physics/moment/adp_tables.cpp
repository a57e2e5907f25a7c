// SPDX-License-Identifier: BSD-3-Clause
#include "physics/moment/adp_tables.hpp"

#include "core/contract.hpp"

namespace mdsim {

AdpTables chosen(const AdpTables& all, const std::vector<std::size_t>& order) {
    MDSIM_REQUIRE(all.dipole.size() == all.density.size());
    MDSIM_REQUIRE(all.quadrupole.size() == all.density.size());
    AdpTables some{chosen(static_cast<const EamTables&>(all), order), {}, {}};
    for (const std::size_t a : order) {
        for (const std::size_t b : order) {
            some.dipole.push_back(all.dipole[all.pair(a, b)]);
            some.quadrupole.push_back(all.quadrupole[all.pair(a, b)]);
        }
    }
    return some;
}

} // namespace mdsim
