// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/fraction.hpp"
#include "core/noise.hpp"
#include "cpu/simd/move_kernels.hpp"
#include "cpu/simd/pack.hpp"
#include "cpu/simd/select_points.hpp"

namespace mdsim::simd::MDSIM_SIMD {

/// The atoms in the lanes of a pack: `count` of them, named by list units from `first`.
struct LaneAtoms {
    LocalIndex first;
    const std::uint16_t* entries;
    int count;

    template <class P>
    MDSIM_HD LocalIndex atom(int lane) const
    {
        return first + entries[lane] / SlotLayout<P>::entry_units;
    }
};

/// The same equation of motion for packs; its members are plain numbers, each is broadcast.
template <class Real, template <class> class Motion>
MDSIM_HD Motion<Pack<Real>> widened_motion(const Motion<Real>& motion)
{
    constexpr std::size_t count = sizeof(Motion<Real>) / sizeof(Real);
    struct Narrow {
        Real value[count];
    };
    struct Wide {
        Pack<Real> value[count];
    };
    const auto narrow = std::bit_cast<Narrow>(motion);
    Wide wide;
    for (std::size_t i = 0; i < count; ++i)
        wide.value[i] = Pack<Real>(narrow.value[i]);
    return std::bit_cast<Motion<Pack<Real>>>(wide);
}

template <class Real>
MDSIM_HD LowerTriangular<Pack<Real>> widened_matrix(const LowerTriangular<Real>& m)
{
    using Numbers = Pack<Real>;
    return {Numbers(m.xx), Numbers(m.xy), Numbers(m.yy), Numbers(m.xz), Numbers(m.yz), Numbers(m.zz)};
}

/// Three standard normal numbers for each lane.
template <class P>
MDSIM_HD Vec3<Pack<typename P::Real>> lane_noise(const MoveArrays<P>& a, const LaneAtoms& atoms)
{
    using Real = typename P::Real;
    using Numbers = Pack<Real>;
    alignas(64) Real g[3][Numbers::width] = {};
    for (int lane = 0; lane < atoms.count; ++lane) {
        const ParticleId id = a.id[atoms.atom<P>(lane)];
        const Vec3<Real> triple = gaussian_triple<Real>({a.seed, id, a.step, NoisePurpose::langevin});
        g[0][lane] = triple.x;
        g[1][lane] = triple.y;
        g[2][lane] = triple.z;
    }
    return {Numbers::load(g[0]), Numbers::load(g[1]), Numbers::load(g[2])};
}

template <class P>
MDSIM_HD Pack<typename P::Real> lane_inverse_mass(const MoveArrays<P>& a, const LaneAtoms& atoms)
{
    using Real = typename P::Real;
    alignas(64) Real m[Pack<Real>::width] = {};
    for (int lane = 0; lane < atoms.count; ++lane)
        m[lane] = a.inverse_mass[a.site[atoms.atom<P>(lane)].type];
    return Pack<Real>::load(m);
}

template <class P>
MDSIM_HD void store_velocity(const MoveArrays<P>& a, const LaneAtoms& atoms,
                             const Vec3<Pack<typename P::Real>>& v)
{
    using Real = typename P::Real;
    alignas(64) Real out[3][Pack<Real>::width];
    for (int d = 0; d < 3; ++d)
        v[d].store(out[d]);
    for (int lane = 0; lane < atoms.count; ++lane)
        a.velocity[atoms.atom<P>(lane)] = {out[0][lane], out[1][lane], out[2][lane], Real(0)};
}

/// Moves the atoms of the lanes by their displacements, unless one is out of bounds.
template <class P>
MDSIM_HD void drift(const MoveArrays<P>& a, const LaneAtoms& atoms,
                    const Vec3<Pack<typename P::Real>>& displacement, MoveReport<P>& report)
{
    using Real = typename P::Real;
    using Fraction = typename P::Fraction;
    using Numbers = Pack<Real>;
    constexpr int width = Numbers::width;
    alignas(64) Fraction step[3][width];
    alignas(64) Fraction moved[3][width];
    const Vec3<Numbers> fraction = displacement * widened_matrix<Real>(a.scale.fraction);
    for (int d = 0; d < 3; ++d)
        store_rounded(step[d], fraction[d]);
    for (int lane = 0; lane < width; ++lane) {
        const LocalIndex i = atoms.atom<P>(lane);
        const Site<P>& from = a.site[i];
        const Site<P> to{advanced(from.x, step[0][lane]), advanced(from.y, step[1][lane]),
                         advanced(from.z, step[2][lane]), from.type};
        const auto far = difference(to.position(), a.reference[i].position());
        moved[0][lane] = far.x;
        moved[1][lane] = far.y;
        moved[2][lane] = far.z;
        if (lane < atoms.count)
            a.next[i] = to;
    }
    const Vec3<Numbers> distance =
        Vec3<Numbers>{load_integers(moved[0]), load_integers(moved[1]), load_integers(moved[2])} *
        widened_matrix<Real>(a.scale.length);
    alignas(64) Real far2[width];
    alignas(64) Real step2[width];
    dot(distance, distance).store(far2);
    dot(displacement, displacement).store(step2);
    for (int lane = 0; lane < atoms.count; ++lane) {
        report.displacement2 = far2[lane] > report.displacement2 ? far2[lane] : report.displacement2;
        if (!(step2[lane] < a.largest_step2))
            report.fault = atoms.atom<P>(lane);
    }
}

} // namespace mdsim::simd::MDSIM_SIMD
