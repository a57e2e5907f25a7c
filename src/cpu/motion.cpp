// SPDX-License-Identifier: BSD-3-Clause
#include "ops/motion.hpp"
#include "core/contract.hpp"

#include <algorithm>

#include "cpu/add_numbers.hpp"
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
                          const LowerTriangular<double>& factor, const Vec3<double>& shift) {
    MDSIM_EXPECT(is_finite(factor) && std::isfinite(dot(shift, shift)));
    using Real = typename P::Real;
    reduce_runs<NoResult>(cells, [&](const AtomRun& run, NoResult&) {
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            Vec4<Real>& v = particles.velocity[i];
            const Vec3<Real> u = transformed_velocity(Vec3<Real>{v.x, v.y, v.z}, factor, shift);
            v = {u.x, u.y, u.z, Real(0)};
        }
    });
}

namespace {

/// What some atoms add to the sums over their motion, and zeros behind.
struct MotionTerms {
    static constexpr std::size_t most = 64;
    static_assert(most % whole_parts_step == 0);
    double tensor[6][most] = {};
    double momentum[3][most] = {};

    template <class P>
    MotionTerms(const Particles<P, Host>& particles, const std::vector<double>& mass,
                std::size_t first, std::size_t left, WantedSums wanted) {
        for (std::size_t k = 0; k < std::min(left, most); ++k) {
            const double m = mass[static_cast<std::size_t>(particles.site[first + k].type)];
            const auto& v = particles.velocity[first + k];
            const Vec3<double> u{static_cast<double>(v.x), static_cast<double>(v.y),
                                 static_cast<double>(v.z)};
            const Vec3<double> p = m * u;
            tensor[0][k] = p.x * u.x;
            tensor[1][k] = p.y * u.y;
            tensor[2][k] = p.z * u.z;
            if (wanted != WantedSums::all) continue;
            tensor[3][k] = p.x * u.y;
            tensor[4][k] = p.x * u.z;
            tensor[5][k] = p.y * u.z;
            for (int d = 0; d < 3; ++d) momentum[d][k] = p[d];
        }
    }

    template <class P> void add_to(KineticSums& sums, WantedSums wanted) const {
        for (std::size_t d = 0; d < 3; ++d) add_numbers<P>(tensor[d], sums.tensor[d]);
        if (wanted != WantedSums::all) return;
        for (std::size_t a = 3; a < 6; ++a) add_numbers<P>(tensor[a], sums.tensor[a]);
        for (std::size_t d = 0; d < 3; ++d) add_numbers<P>(momentum[d], sums.momentum[d]);
    }
};

} // namespace

template <class P>
KineticSums kinetic_sums(const Particles<P, Host>& particles, const LocalCells& cells,
                         const std::vector<double>& mass, WantedSums wanted) {
    MDSIM_EXPECT(particles.velocity.size() == cells.atoms);
    return reduce_runs<KineticSums>(cells, [&](const AtomRun& run, KineticSums& sums) {
        for (std::size_t i = 0; i < run.count; i += MotionTerms::most)
            MotionTerms(particles, mass, run.first + i, run.count - i, wanted)
                .add_to<P>(sums, wanted);
    });
}

#define MDSIM_INSTANTIATE(P)                                                                       \
    template void complete_step(Particles<P, Host>&, const LocalCells&, const MotionStep<P>&);     \
    template MotionReport begin_step(Particles<P, Host>&, const LocalCells&,                       \
                                     const MotionStep<P>&);                                        \
    template void transform_velocities(Particles<P, Host>&, const LocalCells&,                     \
                                       const LowerTriangular<double>&, const Vec3<double>&);       \
    template KineticSums kinetic_sums(const Particles<P, Host>&, const LocalCells&,                \
                                      const std::vector<double>&, WantedSums);

MDSIM_INSTANTIATE(MixedPrecision)
MDSIM_INSTANTIATE(DoublePrecision)

} // namespace mdsim
