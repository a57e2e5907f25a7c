// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

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
/// and noise may act in the middle of the drift, on all atoms or on those that are drawn.
///
/// One struct serves all equations of motion, so a kernel that moves atoms exists once. The
/// functions that make it say which equation it is: `velocity_verlet`, `langevin`, `andersen`.
/// Numbers may be scalars or packs.
template <class Real> struct Motion {
    Real half_step{};                              ///< [time]
    bool thermal = false;                          ///< friction and noise act
    NoisePurpose purpose = NoisePurpose::langevin; ///< of the noise
    Real lost{};              ///< the part of a velocity that friction takes in a step
    Real noise{};             ///< width of the noise, for an atom of mass 1 [energy^1/2]
    std::uint64_t spared = 0; ///< the chance that both leave an atom alone, in units of 2^-64

    /// Whether friction and noise act on the atom of this key.
    MDSIM_HD bool acts_on(const NoiseKey& key) const {
        constexpr std::uint32_t behind_gaussians = 2;
        if (spared == 0) return true;
        const PhiloxBlock drawn = random_bits(key, behind_gaussians);
        return (static_cast<std::uint64_t>(drawn.word[0]) << 32 | drawn.word[1]) >= spared;
    }

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

    /// The same with friction, and with noise from three independent standard normal numbers, both
    /// taken `acts` times: 1, or 0 for an atom that is left alone.
    template <class Number>
    MDSIM_HD Vec3<Number> begin(Vec3<Number>& v, const Vec3<Number>& force, Number inverse_mass,
                                const Vec3<Number>& gaussian, Number acts = Number(1)) const {
        const Vec3<Number> before = kicked(v, force, Number(half_step) * inverse_mass);
        const Number amplitude = Number(noise) * square_root(inverse_mass);
        v = {before.x + acts * change(before.x, amplitude * gaussian.x),
             before.y + acts * change(before.y, amplitude * gaussian.y),
             before.z + acts * change(before.z, amplitude * gaussian.z)};
        return Number(half_step) * (before + v);
    }

    /// The same of one atom, with friction and noise where they act: only then is `noise_key` asked
    /// for the key of the numbers.
    template <class Key>
    MDSIM_HD Vec3<Real> begin_atom(Vec3<Real>& v, const Vec3<Real>& force, Real inverse_mass,
                                   const Key& noise_key) const {
        if (!thermal) return begin(v, force, inverse_mass);
        const NoiseKey key = noise_key();
        if (!acts_on(key)) return begin(v, force, inverse_mass);
        return begin(v, force, inverse_mass, gaussian_triple<Real>(key));
    }

    bool operator==(const Motion&) const = default;

  private:
    /// What friction and noise add to a velocity. As the factor 1 - lost is next to one, where a
    /// float is coarse, what is lost is taken off: so both stay in balance at any friction.
    template <class Number> MDSIM_HD Number change(Number v, Number push) const {
        return fused_multiply_add(-Number(lost), v, push);
    }
};

} // namespace mdsim
