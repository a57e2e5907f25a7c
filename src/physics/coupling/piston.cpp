// SPDX-License-Identifier: BSD-3-Clause
#include "physics/coupling/piston.hpp"

#include <cmath>

namespace mdsim {

namespace {

/// The strains that move by themselves.
int degrees_of_freedom(BoxCoupling coupling) {
    MDSIM_EXPECT(coupling != BoxCoupling::full);
    if (coupling == BoxCoupling::isotropic) return 1;
    return coupling == BoxCoupling::semi_isotropic ? 2 : 3;
}

/// One over the root of the mass of each edge.
double inverse_root_mass(const Piston& piston, const PistonAction& by) {
    MDSIM_EXPECT(piston.time > 0 && by.temperature > 0 && by.degrees_of_freedom > 0);
    const double mass =
        (by.degrees_of_freedom + 3) * by.temperature * piston.time * piston.time / 3;
    return 1 / std::sqrt(mass);
}

} // namespace

double Piston::energy(const PistonAction& by, const PistonState& state) const {
    const Vec3<double>& p = state.momentum;
    const double pressed = by.volume * by.target;
    const Vec3<double> excess = by.virial - Vec3<double>{pressed, pressed, pressed};
    const double half_action = by.time / 2 * inverse_root_mass(*this, by) * dot(p, excess);
    return 0.5 * dot(p, p) + chain().energy(state.chain) + half_action;
}

Piston::Passage::Passage(const Piston& piston, const PistonAction& by, PistonState& state)
    : piston_(&piston), by_(by), state_(&state), inverse_root_mass_(inverse_root_mass(piston, by)) {
    MDSIM_EXPECT(by.volume > 0 && by.time > 0);
}

void Piston::Passage::scale() {
    const Vec3<double> rates = rate();
    const double shared = sum(rates) / by_.degrees_of_freedom;
    for (int d = 0; d < 3; ++d) {
        const double factor = exponential(-(rates[d] + shared) * by_.time / 2);
        velocities_[d] *= factor;
        by_.kinetic2[d] *= factor * factor;
    }
}

void Piston::Passage::push() {
    const double shared = sum(by_.kinetic2) / by_.degrees_of_freedom - by_.volume * by_.target;
    StrainNumbers force{};
    for (int d = 0; d < 3; ++d)
        force[static_cast<std::size_t>(d)] = by_.virial[d] + by_.kinetic2[d] + shared;
    force = free_part(force, piston_->coupling);
    for (int d = 0; d < 3; ++d)
        state_->momentum[d] +=
            by_.time / 2 * inverse_root_mass_ * force[static_cast<std::size_t>(d)];
}

void Piston::Passage::move_chain() {
    const NoseHoover chain = piston_->chain();
    const auto action = chain.prepare({static_cast<double>(degrees_of_freedom(piston_->coupling)),
                                       by_.temperature,
                                       by_.time,
                                       {}});
    const Vec3<double>& p = state_->momentum;
    state_->momentum = chain.act(action, 0.5 * dot(p, p), state_->chain) * p;
}

void Piston::Passage::turn(double factor) {
    velocities_ = factor * velocities_;
    by_.kinetic2 = factor * factor * by_.kinetic2;
}

PistonMove Piston::Passage::move() const { return {velocities_, by_.time * rate()}; }

} // namespace mdsim
