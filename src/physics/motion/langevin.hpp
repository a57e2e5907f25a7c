// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/hd.hpp"
#include "core/math.hpp"
#include "core/noise.hpp"
#include "core/vec3.hpp"
#include "physics/motion/velocity_verlet.hpp"

namespace mdsim {

/// Langevin dynamics by the BAOAB splitting: kick, drift, friction and noise, drift, kick.
///
/// Leimkuhler and Matthews, Appl. Math. Res. Express 2013, 34, doi:10.1093/amrx/abs010;
/// exact in configuration for a harmonic force. `begin` does B A O A and `complete` the last B, so
/// a step is written like a step of velocity Verlet.
template <class Real> class Langevin {
  public:
    static constexpr bool uses_noise = true;

    /// Friction [1 / time] and temperature kT [energy] at this step.
    Langevin(double time_step, double friction, double temperature)
        : half_step_(static_cast<Real>(0.5 * time_step)) {
        MDSIM_EXPECT(time_step > 0 && friction >= 0 && temperature >= 0);
        const double kept = exponential(-friction * time_step);
        lost_ = static_cast<Real>(1 - kept);
        noise_ = static_cast<Real>(std::sqrt((1 - kept) * (1 + kept) * temperature));
    }

    /// The second half kick of the step that ends here.
    MDSIM_HD void complete(Vec3<Real>& v, const Vec3<Real>& force, Real inverse_mass) const {
        v = kicked(v, force, half_step_ * inverse_mass);
    }

    /// The first half kick, friction and noise of the step that begins here, from three independent
    /// standard normal numbers; returns the displacement of the whole step [length].
    MDSIM_HD Vec3<Real> begin(Vec3<Real>& v, const Vec3<Real>& force, Real inverse_mass,
                              const Vec3<Real>& gaussian) const {
        const Vec3<Real> before = kicked(v, force, half_step_ * inverse_mass);
        const Real amplitude = noise_ * square_root(inverse_mass);
        v = {thermalised(before.x, amplitude * gaussian.x),
             thermalised(before.y, amplitude * gaussian.y),
             thermalised(before.z, amplitude * gaussian.z)};
        return half_step_ * (before + v);
    }

    /// The same with the numbers of a key.
    MDSIM_HD Vec3<Real> begin(Vec3<Real>& v, const Vec3<Real>& force, Real inverse_mass,
                              const NoiseKey& key) const {
        return begin(v, force, inverse_mass, gaussian_triple<Real>(key));
    }

    /// The same motion for packs.
    template <class Wide> MDSIM_HD Langevin<Wide> widened() const {
        Langevin<Wide> wide;
        wide.half_step_ = Wide(half_step_);
        wide.lost_ = Wide(lost_);
        wide.noise_ = Wide(noise_);
        return wide;
    }

  private:
    template <class> friend class Langevin;
    Langevin() = default;

    /// v e^(-friction step) + noise. The factor is next to one, where a float is coarse: what is
    /// lost is stored instead and taken off, so friction and noise stay in balance at any friction.
    MDSIM_HD Real thermalised(Real v, Real noise) const {
        return v + fused_multiply_add(-lost_, v, noise);
    }

    Real half_step_{}; ///< [time]
    Real lost_{};      ///< 1 - e^(-friction step)
    Real noise_{};     ///< sqrt((1 - e^(-2 friction step)) kT) [energy^1/2]
};

} // namespace mdsim
