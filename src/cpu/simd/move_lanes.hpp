// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/fraction.hpp"
#include "core/noise.hpp"
#include "cpu/simd/move_kernels.hpp"
#include "cpu/simd/pack.hpp"
#include "cpu/simd/select_points.hpp"
#include "cpu/simd/widened.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// The atoms in the lanes of a pack, `count` of them. `entries` holds their distances from `first`
/// in entry units.
struct LaneAtoms {
    LocalIndex first;
    const std::uint16_t* entries;
    int count;

    template <class P> MDSIM_HD LocalIndex atom(int lane) const {
        return first + entries[lane] / SlotLayout<P>::entry_units;
    }
};

/// What noise gives the lanes of a pack.
template <class Numbers> struct LaneNoise {
    Vec3<Numbers> gaussian; ///< three standard normal numbers for each lane
    Numbers acts;           ///< 1, or 0 where noise leaves the atom alone
};

template <class P>
MDSIM_HD LaneNoise<Pack<typename P::Real>> lane_noise(const MoveArrays<P>& a,
                                                      const LaneAtoms& atoms) {
    using Real = typename P::Real;
    using Numbers = Pack<Real>;
    alignas(64) Real g[3][Numbers::width] = {};
    alignas(64) Real acts[Numbers::width] = {};
    for (int lane = 0; lane < atoms.count; ++lane) {
        const NoiseKey key{a.seed, a.id[atoms.atom<P>(lane)], a.step, a.motion.purpose};
        if (!a.motion.acts_on(key)) continue;
        const Vec3<Real> triple = gaussian_triple<Real>(key);
        g[0][lane] = triple.x;
        g[1][lane] = triple.y;
        g[2][lane] = triple.z;
        acts[lane] = Real(1);
    }
    return {{Numbers::load(g[0]), Numbers::load(g[1]), Numbers::load(g[2])}, Numbers::load(acts)};
}

template <class P>
MDSIM_HD Pack<typename P::Real> lane_inverse_mass(const MoveArrays<P>& a, const LaneAtoms& atoms) {
    using Real = typename P::Real;
    if (a.types == 1) return Pack<Real>(a.inverse_mass[0]);
    alignas(64) Real m[Pack<Real>::width] = {};
    for (int lane = 0; lane < atoms.count; ++lane)
        m[lane] = a.inverse_mass[a.site[atoms.atom<P>(lane)].type];
    return Pack<Real>::load(m);
}

/// The half kick that begins a step; returns the displacements of the whole step.
template <class P>
MDSIM_HD Vec3<Pack<typename P::Real>> begin_motion(const MoveArrays<P>& a, const LaneAtoms& atoms,
                                                   Vec3<Pack<typename P::Real>>& v,
                                                   const Vec3<Pack<typename P::Real>>& force) {
    const auto inverse_mass = lane_inverse_mass(a, atoms);
    if (!a.motion.thermal) return a.motion.begin(v, force, inverse_mass);
    const auto noise = lane_noise(a, atoms);
    return a.motion.begin(v, force, inverse_mass, noise.gaussian, noise.acts);
}

template <class P>
MDSIM_HD void store_velocity(const MoveArrays<P>& a, const LaneAtoms& atoms,
                             const Vec3<Pack<typename P::Real>>& v) {
    using Real = typename P::Real;
    store_records(&a.velocity[atoms.first].x, atoms.entries, atoms.count,
                  Quad<Real>{v.x, v.y, v.z, Pack<Real>(Real(0))});
}

/// The sites of the lanes' atoms; the packs hold the bits of integers.
template <class P>
MDSIM_HD Quad<typename P::Real> load_sites(const Site<P>* site, const LaneAtoms& atoms) {
    using Real = typename P::Real;
    return load_records(reinterpret_cast<const Real*>(site + atoms.first), atoms.entries);
}

/// What the lanes of a pack report. It is merged into a MoveReport once for each tile or run.
template <class P> struct LaneReport {
    using Numbers = Pack<typename P::Real>;
    Numbers displacement2{0.0};
    LocalIndex fault = no_atom;
    ParticleId fault_id = no_particle;

    MDSIM_HD void fold_into(MoveReport<P>& report) const {
        using Real = typename P::Real;
        alignas(64) Real lane[Numbers::width];
        displacement2.store(lane);
        for (const Real d : lane)
            report.displacement2 = d > report.displacement2 ? d : report.displacement2;
        if (fault_id >= report.fault_id) return;
        report.fault = fault;
        report.fault_id = fault_id;
    }
};

/// Notes the atom with the lowest id among the faulty ones. `bad` has a bit for each lane.
template <class P>
MDSIM_HD void note_faults(const MoveArrays<P>& a, const LaneAtoms& atoms, unsigned bad,
                          LaneReport<P>& report) {
    for (; bad != 0; bad &= bad - 1) {
        const LocalIndex atom = atoms.template atom<P>(__builtin_ctz(bad));
        if (a.id[atom] >= report.fault_id) continue;
        report.fault = atom;
        report.fault_id = a.id[atom];
    }
}

/// Moves the atoms of the lanes by their displacements.
template <class P>
MDSIM_HD void drift(const MoveArrays<P>& a, const LaneAtoms& atoms,
                    const Vec3<Pack<typename P::Real>>& displacement, LaneReport<P>& report) {
    using Real = typename P::Real;
    using Numbers = Pack<Real>;
    const Vec3<Numbers> fraction = displacement * widened_matrix<Real>(a.to_fraction);
    const Quad<Real> from = load_sites<P>(a.site, atoms);
    const Quad<Real> reference = load_sites<P>(a.reference, atoms);
    const IndexPack<Real> x = bits_of(from.x) + nearest_integer(fraction.x);
    const IndexPack<Real> y = bits_of(from.y) + nearest_integer(fraction.y);
    const IndexPack<Real> z = bits_of(from.z) + nearest_integer(fraction.z);
    store_records(reinterpret_cast<Real*>(a.next + atoms.first), atoms.entries, atoms.count,
                  Quad<Real>{from_bits(x), from_bits(y), from_bits(z), from.w});
    const Vec3<Numbers> distance =
        Vec3<Numbers>{to_real(x - bits_of(reference.x)), to_real(y - bits_of(reference.y)),
                      to_real(z - bits_of(reference.z))} *
        widened_matrix<Real>(a.length);
    const auto active = first_lanes<Numbers>(static_cast<std::size_t>(atoms.count));
    report.displacement2 = maximum(report.displacement2, keep(active, dot(distance, distance)));
    const auto good = both(active, dot(displacement, displacement) < Numbers(a.largest_step2));
    if (bits_of_mask(good) != bits_of_mask(active))
        note_faults(a, atoms, bits_of_mask(active) & ~bits_of_mask(good), report);
}

} // namespace mdsim::simd::MDSIM_SIMD
