// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/host_forces.hpp"
#include "ops/fused_step.hpp"
#include "ops/integrator.hpp"

namespace mdsim {

/// The motion of atoms on processors, by stored forces or together with them.
template <class P> class HostIntegrator final : public Integrator<P>, public FusedStep<P> {
  public:
    using Real = typename P::Real;

    /// All of them must outlive this.
    HostIntegrator(const SimulationSetup& setup, const BoxState& box, Decomposition<P>& atoms,
                   HostForces<P>& forces);

    void complete_step(const Motion<Real>& motion) override;
    /// The positions of the step that begins are in `next`, until the halo has been received.
    MotionReport begin_step(const Motion<Real>& motion, Step step) override;
    /// The same.
    MotionReport advance(const Motion<Real>& motion, Step step, TileSet tiles) override;
    using Integrator<P>::kinetic_sums;
    KineticSums kinetic_sums(WantedSums wanted) override;
    LayerSums layer_sums(const Layers& layers) override;
    DensityModes density_modes(const std::vector<WaveVector>& waves) override;
    HeatCurrent heat_current() override;
    void transform_velocities(const LowerTriangular<double>& factor,
                              const Vec3<double>& shift) override;
    DescentSizes descent_sizes() override;
    DescentSums descent_sums(const DescentUnits& units) override;
    void turn_velocities(const FireTurn& turn) override;
    void draw_velocities(double temperature, Step step) override;

  private:
    MotionStep<P> motion_step(const Motion<Real>& motion, Step step) const;

    const SimulationSetup* setup_;
    const BoxState* box_;
    Decomposition<P>* atoms_;
    HostForces<P>* forces_;
    std::vector<Real> inverse_mass_;
};

} // namespace mdsim
