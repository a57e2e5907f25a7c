// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/noise.hpp"
#include "core/vec3.hpp"

namespace mdsim {

/// v + (half the step) F / m: half of a step's kick, one fused operation a component.
template <class Real>
MDSIM_HD Vec3<Real> kicked(const Vec3<Real>& v, const Vec3<Real>& force, Real half_step_over_mass) {
    return {fused_multiply_add(half_step_over_mass, force.x, v.x),
            fused_multiply_add(half_step_over_mass, force.y, v.y),
            fused_multiply_add(half_step_over_mass, force.z, v.z)};
}

/// Newton's equations by the velocity form of Verlet's method.
///
/// Swope, Andersen, Berens and Wilson, J. Chem. Phys. 76, 637 (1982), doi:10.1063/1.442716.
/// One step is: forces at hand, `begin`, move by the displacement, new forces, `complete`.
template <class Real> class VelocityVerlet {
  public:
    static constexpr bool uses_noise = false;

    explicit VelocityVerlet(double time_step)
        : step_(static_cast<Real>(time_step)), half_step_(static_cast<Real>(0.5 * time_step)) {}

    /// The second half kick of the step that ends here.
    MDSIM_HD void complete(Vec3<Real>& v, const Vec3<Real>& force, Real inverse_mass) const {
        v = kicked(v, force, half_step_ * inverse_mass);
    }

    /// The first half kick of the step that begins here; returns the displacement [length].
    MDSIM_HD Vec3<Real> begin(Vec3<Real>& v, const Vec3<Real>& force, Real inverse_mass,
                              const NoiseKey& = {}) const {
        v = kicked(v, force, half_step_ * inverse_mass);
        return step_ * v;
    }

    /// The same motion for packs.
    template <class Wide> MDSIM_HD VelocityVerlet<Wide> widened() const {
        return {Wide(step_), Wide(half_step_)};
    }

  private:
    template <class> friend class VelocityVerlet;
    MDSIM_HD VelocityVerlet(Real step, Real half_step) : step_(step), half_step_(half_step) {}

    Real step_;      ///< [time]
    Real half_step_; ///< [time]
};

} // namespace mdsim
