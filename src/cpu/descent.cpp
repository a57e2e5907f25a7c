// SPDX-License-Identifier: BSD-3-Clause
#include "ops/descent.hpp"

#include "core/contract.hpp"
#include "cpu/reduce_runs.hpp"

namespace mdsim {

namespace {

template <class Real> Vec3<double> in_double(const Vec4<Real>& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

} // namespace

template <class P>
DescentSizes descent_sizes(const Particles<P, Host>& particles, const LocalCells& cells,
                           const std::vector<typename P::Real>& inverse_mass) {
    MDSIM_EXPECT(particles.force.size() == cells.atoms);
    return reduce_runs<DescentSizes>(cells, [&](const AtomRun& run, DescentSizes& sizes) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            const auto type = static_cast<std::size_t>(particles.site[i].type);
            sizes.add(in_double(particles.force[i]), in_double(particles.velocity[i]),
                      static_cast<double>(inverse_mass[type]));
        }
    });
}

template <class P>
DescentSums descent_sums(const Particles<P, Host>& particles, const LocalCells& cells,
                         const DescentUnits& units) {
    MDSIM_EXPECT(particles.force.size() == cells.atoms && units.force > 0 && units.velocity > 0);
    return reduce_runs<DescentSums>(cells, [&](const AtomRun& run, DescentSums& sums) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i)
            sums.add(in_double(particles.force[i]), in_double(particles.velocity[i]), units);
    });
}

template <class P>
void turn_velocities(Particles<P, Host>& particles, const LocalCells& cells, const FireTurn& turn) {
    MDSIM_EXPECT(particles.force.size() == cells.atoms);
    using Real = typename P::Real;
    reduce_runs<NoResult>(cells, [&](const AtomRun& run, NoResult&) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            const Vec3<double> v = turned_velocity(in_double(particles.velocity[i]),
                                                   in_double(particles.force[i]), turn);
            particles.velocity[i] = {static_cast<Real>(v.x), static_cast<Real>(v.y),
                                     static_cast<Real>(v.z), Real(0)};
        }
    });
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template DescentSizes descent_sizes(const Particles<P, Host>&, const LocalCells&,              \
                                        const std::vector<P::Real>&);                              \
    template DescentSums descent_sums(const Particles<P, Host>&, const LocalCells&,                \
                                      const DescentUnits&);                                        \
    template void turn_velocities(Particles<P, Host>&, const LocalCells&, const FireTurn&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
