// SPDX-License-Identifier: BSD-3-Clause
#include "engine/barostat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/elementary.hpp"
#include "core/error.hpp"
#include "engine/draw_velocities.hpp"

namespace mdsim {

namespace {

/// Heights may leave the frame of the grid by one action, and lists be used up, but no atom may
/// lose its neighbours.
constexpr double largest_strain = 0.04;

CellRescaling rescaling_of(const BarostatSettings& s) {
    MDSIM_EXPECT(s.compressibility.has_value()); // defaults are filled in with the units
    return {s.relaxation_time, *s.compressibility, s.coupling,
            s.type == BarostatKind::cell_rescaling};
}

void check_strain(const Vec3<double>& s, const Thermo& now) {
    const double largest = std::max({std::abs(s.x), std::abs(s.y), std::abs(s.z)});
    if (largest <= largest_strain) return;
    throw PhysicsError(fmt::format(
        "the barostat would change an edge of the box by {:.3g} % in one action on step {}, as the "
        "pressure is far from the one wanted; let the system relax at constant volume first, or "
        "choose a longer stage.barostat.relaxation_time or a smaller compressibility",
        100 * largest, now.step));
}

/// What a strain adds to the kinetic and, about, to the potential energy.
double energy_of_strain(const Vec3<double>& s, const Thermo& now, double compressibility) {
    double energy = 0;
    for (int d = 0; d < 3; ++d) {
        const double kinetic2 = now.kinetic2[d];
        const double virial =
            now.volume * now.pressure_tensor[static_cast<std::size_t>(d)] - kinetic2;
        energy += 0.5 * kinetic2 * (exponential(-2 * s[d]) - 1) - virial * s[d];
    }
    const double of_volume = s.x + s.y + s.z;
    return energy + 0.5 * now.volume / compressibility * of_volume * of_volume;
}

} // namespace

double target_pressure(const StageSettings& stage, Step done) {
    MDSIM_EXPECT(stage.barostat.has_value());
    const BarostatSettings& s = *stage.barostat;
    if (!s.pressure_end || stage.steps == 0) return s.pressure;
    const double part = static_cast<double>(done) / static_cast<double>(stage.steps);
    return s.pressure + part * (*s.pressure_end - s.pressure);
}

Vec3<double> Barostat::act(const StageSettings& stage, Step done, const Thermo& now) {
    MDSIM_EXPECT(acts_ && stage.barostat.has_value());
    const BarostatSettings& s = *stage.barostat;
    const auto& p = now.pressure_tensor;
    const BarostatAction action{{p[0], p[1], p[2]},
                                target_pressure(stage, done),
                                stage.temperature ? target_temperature(stage, done) : 0,
                                now.volume,
                                s.couple_every * stage.time_step,
                                barostat_noise(seed_, now.step)};
    const Vec3<double> strain = rescaling_of(s).act(action);
    check_strain(strain, now);
    state_.work -= energy_of_strain(strain, now, *s.compressibility);
    return {exponential(strain.x), exponential(strain.y), exponential(strain.z)};
}

} // namespace mdsim
