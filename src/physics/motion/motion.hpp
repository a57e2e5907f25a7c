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

/// The motion of atoms in one step, with its constants: half a kick, a drift, half a kick. Friction
/// and noise may act in the middle of the drift.
///
/// One struct serves all equations of motion, so a kernel that moves atoms exists once. The
/// functions that make it say which equation it is: `velocity_verlet`, `langevin`. Numbers may be
/// scalars or packs.
template <class Real> struct Motion {
    Real half_step{};                              ///< [time]
    bool thermal = false;                          ///< friction and noise act
    NoisePurpose purpose = NoisePurpose::langevin; ///< of the noise
    Real lost{};  ///< the part of a velocity that friction takes in a step
    Real noise{}; ///< width of the noise, for an atom of mass 1 [energy^1/2]

    /// The second half kick of the step that ends here.
    template <class Number>
    MDSIM_HD void complete(Vec3<Number>& v, const Vec3<Number>& force, Number inverse_mass) const {
        v = kicked(v, force, Number(half_step) * inverse_mass);
    }

    /// The first half kick of the step that begins here, without friction and noise; returns the
    /// displacement of the whole step [length].
    template <class Number>
    MDSIM_HD Vec3<Number> begin(Vec3<Number>& v, const Vec3<Number>& force,
                                Number inverse_mass) const {
        v = kicked(v, force, Number(half_step) * inverse_mass);
        return Number(2 * half_step) * v;
    }

    /// The same with friction, and with noise from three independent standard normal numbers.
    template <class Number>
    MDSIM_HD Vec3<Number> begin(Vec3<Number>& v, const Vec3<Number>& force, Number inverse_mass,
                                const Vec3<Number>& gaussian) const {
        const Vec3<Number> before = kicked(v, force, Number(half_step) * inverse_mass);
        const Number amplitude = Number(noise) * square_root(inverse_mass);
        v = {thermalised(before.x, amplitude * gaussian.x),
             thermalised(before.y, amplitude * gaussian.y),
             thermalised(before.z, amplitude * gaussian.z)};
        return Number(half_step) * (before + v);
    }

    /// The same of one atom, with friction and noise where they act: only then is `noise_key` asked
    /// for the key of the numbers.
    template <class Key>
    MDSIM_HD Vec3<Real> begin_atom(Vec3<Real>& v, const Vec3<Real>& force, Real inverse_mass,
                                   const Key& noise_key) const {
        if (!thermal) return begin(v, force, inverse_mass);
        return begin(v, force, inverse_mass, gaussian_triple<Real>(noise_key()));
    }

    bool operator==(const Motion&) const = default;

  private:
    /// v (1 - lost) + noise. The factor is next to one, where a float is coarse: what is lost is
    /// taken off instead, so friction and noise stay in balance at any friction.
    template <class Number> MDSIM_HD Number thermalised(Number v, Number push) const {
        return v + fused_multiply_add(-Number(lost), v, push);
    }
};

} // namespace mdsim
