// SPDX-License-Identifier: BSD-3-Clause
#include "engine/draw_velocities.hpp"

#include "core/contract.hpp"
#include "physics/motion/maxwell_boltzmann.hpp"

namespace mdsim {

template <class P>
void draw_velocities(Particles<P, Host>& particles, const LocalCells& cells,
                     const std::vector<double>& mass, std::uint64_t seed, Step step,
                     double temperature) {
    MDSIM_EXPECT(temperature >= 0);
    using Real = typename P::Real;
    for (const LocalCell& cell : cells.cells) {
        for (LocalIndex i = cell.first; cell.owned && i < cell.first + cell.count; ++i) {
            const double m = mass[static_cast<std::size_t>(particles.site[i].type)];
            const Vec3<double> v =
                maxwell_boltzmann_velocity(seed, particles.id[i], step, temperature, 1 / m);
            particles.velocity[i] = {static_cast<Real>(v.x), static_cast<Real>(v.y),
                                     static_cast<Real>(v.z), Real(0)};
        }
    }
}

double target_temperature(const StageSettings& stage, Step done) {
    MDSIM_EXPECT(done >= 0);
    const double from = stage.temperature.value_or(0);
    if (!stage.temperature_end || stage.steps == 0) return from;
    return from + (*stage.temperature_end - from) * static_cast<double>(done) /
                      static_cast<double>(stage.steps);
}

template void draw_velocities(Particles<MixedPrecision, Host>&, const LocalCells&,
                              const std::vector<double>&, std::uint64_t, Step, double);
template void draw_velocities(Particles<DoublePrecision, Host>&, const LocalCells&,
                              const std::vector<double>&, std::uint64_t, Step, double);

} // namespace mdsim
