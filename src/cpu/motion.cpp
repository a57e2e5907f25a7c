// SPDX-License-Identifier: BSD-3-Clause
#include "ops/motion.hpp"
#include "core/contract.hpp"

#include "cpu/move_arrays.hpp"
#include "cpu/reduce_runs.hpp"
#include "physics/motion/transformed_velocity.hpp"

namespace mdsim {

template <class P>
void complete_step(Particles<P, Host>& particles, const LocalCells& cells,
                   const MotionStep<P>& step) {
    const MoveArrays<P> arrays = move_arrays(particles, step);
    reduce_runs<NoResult>(cells, [&](const AtomRun& run, NoResult&) {
        cpu_kernels<P>().complete_run(arrays, run.first, run.count);
    });
}

template <class P>
MotionReport begin_step(Particles<P, Host>& particles, const LocalCells& cells,
                        const MotionStep<P>& step) {
    const MoveArrays<P> arrays = move_arrays(particles, step);
    return reduce_runs<MotionReport>(cells, [&](const AtomRun& run, MotionReport& part) {
        MoveReport<P> found;
        cpu_kernels<P>().begin_run(arrays, run.first, run.count, found);
        part.merge(to_report(found));
    });
}

template <class P>
void transform_velocities(Particles<P, Host>& particles, const LocalCells& cells,
                          const Vec3<double>& factor, const Vec3<double>& shift) {
    MDSIM_EXPECT(std::isfinite(dot(factor, factor)) && std::isfinite(dot(shift, shift)));
    using Real = typename P::Real;
    reduce_runs<NoResult>(cells, [&](const AtomRun& run, NoResult&) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            Vec4<Real>& v = particles.velocity[i];
            const Vec3<Real> u = transformed_velocity(Vec3<Real>{v.x, v.y, v.z}, factor, shift);
            v = {u.x, u.y, u.z, Real(0)};
        }
    });
}

template <class P>
KineticSums kinetic_sums(const Particles<P, Host>& particles, const LocalCells& cells,
                         const std::vector<double>& mass) {
    MDSIM_EXPECT(particles.velocity.size() == cells.atoms);
    return reduce_runs<KineticSums>(cells, [&](const AtomRun& run, KineticSums& sums) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            const double m = mass[static_cast<std::size_t>(particles.site[i].type)];
            const auto& v = particles.velocity[i];
            const Vec3<double> u{static_cast<double>(v.x), static_cast<double>(v.y),
                                 static_cast<double>(v.z)};
            const Vec3<double> p = m * u;
            sums.tensor[0].add(p.x * u.x);
            sums.tensor[1].add(p.y * u.y);
            sums.tensor[2].add(p.z * u.z);
            sums.tensor[3].add(p.x * u.y);
            sums.tensor[4].add(p.x * u.z);
            sums.tensor[5].add(p.y * u.z);
            for (int d = 0; d < 3; ++d) sums.momentum[static_cast<std::size_t>(d)].add(p[d]);
        }
    });
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void complete_step(Particles<P, Host>&, const LocalCells&, const MotionStep<P>&);     \
    template MotionReport begin_step(Particles<P, Host>&, const LocalCells&,                       \
                                     const MotionStep<P>&);                                        \
    template void transform_velocities(Particles<P, Host>&, const LocalCells&,                     \
                                       const Vec3<double>&, const Vec3<double>&);                  \
    template KineticSums kinetic_sums(const Particles<P, Host>&, const LocalCells&,                \
                                      const std::vector<double>&);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
