// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/piston.hpp"

namespace mdsim {

double Piston::energy(const BarostatAction& by, const BarostatState& state) const {
    const StrainNumbers& p = state.piston.momentum;
    const double half_action = by.time / 2 * inverse_root_mass(by) * product(p, force_at_rest(by));
    return state.work + 0.5 * product(p, p) + chain().energy(state.piston.chain) + half_action;
}

} // namespace mdsim
