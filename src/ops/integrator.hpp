// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/ids.hpp"
#include "core/vec3.hpp"
#include "ops/density_modes.hpp"
#include "ops/descent.hpp"
#include "ops/heat_current.hpp"
#include "ops/layer_sums.hpp"
#include "ops/motion.hpp"
#include "ops/sums.hpp"
#include "ops/wanted_sums.hpp"

namespace mdsim {

/// The motion of the atoms of one rank by their stored forces, and what is done to all velocities.
template <class P> class Integrator {
  public:
    using Real = typename P::Real;

    virtual ~Integrator() = default;

    /// Ends a step: the second half kick.
    virtual void complete_step(const Motion<Real>& motion) = 0;

    /// Begins a step: first half kick, and drift.
    virtual MotionReport begin_step(const Motion<Real>& motion, Step step) = 0;

    /// Kinetic energy tensor and momentum of the atoms of this rank, as far as they are wanted.
    virtual KineticSums kinetic_sums(WantedSums wanted) = 0;
    KineticSums kinetic_sums() { return kinetic_sums(WantedSums::all); }

    /// What the atoms of this rank in each layer of the box add up to, between the half kicks of a
    /// step.
    virtual LayerSums layer_sums(const Layers& layers) = 0;

    /// The modes of the density of the atoms of this rank; also ahead of the forces of a step.
    virtual DensityModes density_modes(const std::vector<WaveVector>& waves) = 0;

    /// The heat current of the atoms of this rank, between the half kicks of a step whose shares of
    /// energy and virial have been found.
    virtual HeatCurrent heat_current() = 0;

    /// Multiplies all velocities with the transpose of a factor, which may be diagonal, then adds a
    /// vector [length / time].
    virtual void transform_velocities(const LowerTriangular<double>& factor,
                                      const Vec3<double>& shift) = 0;

    // What a descent asks for, once a step has been completed.
    virtual DescentSizes descent_sizes() = 0;
    /// Of atoms of which none exceeds a unit.
    virtual DescentSums descent_sums(const DescentUnits& units) = 0;
    virtual void turn_velocities(const FireTurn& turn) = 0;

    /// Gives each atom a velocity of the Maxwell-Boltzmann distribution at kT [energy], another one
    /// on each step.
    virtual void draw_velocities(double temperature, Step step) = 0;
};

} // namespace mdsim
