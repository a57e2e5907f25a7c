// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/piston.hpp"

namespace mdsim {

double Piston::energy(const BarostatAction& by, const BarostatState& state) const {
    const Vec3<double>& p = state.piston.momentum;
    const double pressed = by.volume * by.target;
    const Vec3<double> excess = by.virial - Vec3<double>{pressed, pressed, pressed};
    const double half_action = by.time / 2 * inverse_root_mass(by) * dot(p, excess);
    return state.work + 0.5 * dot(p, p) + chain().energy(state.piston.chain) + half_action;
}

} // namespace mdsim
