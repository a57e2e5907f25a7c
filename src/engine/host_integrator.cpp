// SPDX-License-Identifier: BSD-3-Clause
#include "engine/host_integrator.hpp"

#include "core/contract.hpp"
#include "engine/draw_velocities.hpp"

namespace mdsim {

template <class P>
HostIntegrator<P>::HostIntegrator(const SimulationSetup& setup, const BoxState& box,
                                  Decomposition<P>& atoms, HostForces<P>& forces)
    : setup_(&setup), box_(&box), atoms_(&atoms), forces_(&forces) {
    MDSIM_EXPECT(setup.mass.size() == setup.force_field->types());
    for (const double m : setup.mass) inverse_mass_.push_back(static_cast<Real>(1 / m));
}

template <class P>
MotionStep<P> HostIntegrator<P>::motion_step(const Motion<Real>& motion, Step step) const {
    return {motion,         {box_->drift.edges, box_->next.edges},
            &inverse_mass_, box_->largest_move(setup_->domain.list_range),
            setup_->seed,   step};
}

template <class P> void HostIntegrator<P>::complete_step(const Motion<Real>& motion) {
    constexpr Step any = 0; // the end of a step draws no random numbers
    mdsim::complete_step(atoms_->particles(), atoms_->cells(), motion_step(motion, any));
}

template <class P>
MotionReport HostIntegrator<P>::begin_step(const Motion<Real>& motion, Step step) {
    return mdsim::begin_step(atoms_->particles(), atoms_->cells(), motion_step(motion, step));
}

template <class P>
MotionReport HostIntegrator<P>::advance(const Motion<Real>& motion, Step step, TileSet tiles) {
    return forces_->advance(motion_step(motion, step), tiles);
}

template <class P> KineticSums HostIntegrator<P>::kinetic_sums(WantedSums wanted) {
    return mdsim::kinetic_sums(atoms_->particles(), atoms_->cells(), setup_->mass, wanted);
}

template <class P> LayerSums HostIntegrator<P>::layer_sums(const Layers& layers) {
    return mdsim::layer_sums(atoms_->particles(), atoms_->cells(), setup_->mass, layers);
}

template <class P>
DensityModes HostIntegrator<P>::density_modes(const std::vector<WaveVector>& waves) {
    return mdsim::density_modes(atoms_->particles(), atoms_->cells(), setup_->mass.size(), waves);
}

template <class P> HeatCurrent HostIntegrator<P>::heat_current() {
    return mdsim::heat_current(atoms_->particles(), atoms_->cells(), setup_->mass);
}

template <class P>
void HostIntegrator<P>::transform_velocities(const LowerTriangular<double>& factor,
                                             const Vec3<double>& shift) {
    mdsim::transform_velocities(atoms_->particles(), atoms_->cells(), factor, shift);
}

template <class P> DescentSizes HostIntegrator<P>::descent_sizes() {
    return mdsim::descent_sizes(atoms_->particles(), atoms_->cells(), inverse_mass_);
}

template <class P> DescentSums HostIntegrator<P>::descent_sums(const DescentUnits& units) {
    return mdsim::descent_sums(atoms_->particles(), atoms_->cells(), units);
}

template <class P> void HostIntegrator<P>::turn_velocities(const FireTurn& turn) {
    mdsim::turn_velocities(atoms_->particles(), atoms_->cells(), turn);
}

template <class P> void HostIntegrator<P>::draw_velocities(double temperature, Step step) {
    mdsim::draw_velocities(atoms_->particles(), atoms_->cells(), setup_->mass, setup_->seed, step,
                           temperature);
}

template class HostIntegrator<MixedPrecision>;
template class HostIntegrator<DoublePrecision>;

} // namespace mdsim
