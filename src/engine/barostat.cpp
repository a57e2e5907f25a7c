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

void check_strain(const Vec3<double>& s, const Thermo& now, bool piston) {
    const double largest = std::max({std::abs(s.x), std::abs(s.y), std::abs(s.z)});
    if (largest <= largest_strain) return;
    throw PhysicsError(fmt::format(
        "the barostat would change an edge of the box by {:.3g} % in one action on step {}, as the "
        "pressure is far from the one wanted; let the system relax at constant volume first, or "
        "choose a longer stage.barostat.relaxation_time{}",
        100 * largest, now.step, piston ? "" : " or a smaller compressibility"));
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

namespace {

PistonAction piston_action(const StageSettings& stage, Step done, const Thermo& now,
                           double degrees_of_freedom) {
    const auto& p = now.pressure_tensor;
    return {now.volume * Vec3<double>{p[0], p[1], p[2]} - now.kinetic2,
            now.kinetic2,
            target_pressure(stage, done),
            target_temperature(stage, done),
            now.volume,
            degrees_of_freedom,
            stage.time_step};
}

} // namespace

void Barostat::start(const StageSettings& stage, const BarostatState& state) {
    acts_ = stage.barostat.has_value();
    state_ = state;
    piston_.reset();
    if (stage.has_piston())
        piston_ = Piston{stage.barostat->relaxation_time, stage.barostat->chain_links(),
                         stage.barostat->coupling};
}

double Barostat::energy(const StageSettings& stage, Step done, const Thermo& now,
                        double degrees_of_freedom) const {
    if (!acts_) return 0;
    if (!piston_) return state_.work;
    const PistonAction action = piston_action(stage, done, now, degrees_of_freedom);
    return state_.work + piston_->energy(action, state_.piston);
}

BoxMove Barostat::act(const StageSettings& stage, Step done, const Thermo& now,
                      double degrees_of_freedom, const MiddleThermostat& thermostat) {
    MDSIM_EXPECT(acts_ && stage.barostat.has_value());
    return piston_ ? push(stage, done, now, degrees_of_freedom, thermostat)
                   : rescale(stage, done, now);
}

BoxMove Barostat::push(const StageSettings& stage, Step done, const Thermo& now,
                       double degrees_of_freedom, const MiddleThermostat& thermostat) {
    const PistonAction action = piston_action(stage, done, now, degrees_of_freedom);
    const PistonMove move = piston_->act(action, state_.piston, thermostat);
    check_strain(move.strain, now, true);
    const auto factors = [&](double part) {
        return Vec3<double>{exponential(part * move.strain.x), exponential(part * move.strain.y),
                            exponential(part * move.strain.z)};
    };
    const Vec3<double> next = factors(1);
    state_.work += action.target * now.volume * (next.x * next.y * next.z - 1);
    return {move.velocities, factors(0.5), next};
}

BoxMove Barostat::rescale(const StageSettings& stage, Step done, const Thermo& now) {
    const BarostatSettings& s = *stage.barostat;
    const auto& p = now.pressure_tensor;
    const BarostatAction action{{p[0], p[1], p[2]},
                                target_pressure(stage, done),
                                stage.temperature ? target_temperature(stage, done) : 0,
                                now.volume,
                                s.interval() * stage.time_step,
                                barostat_noise(seed_, now.step)};
    const Vec3<double> strain = rescaling_of(s).act(action);
    check_strain(strain, now, false);
    state_.work -= energy_of_strain(strain, now, *s.compressibility);
    const Vec3<double> factor{exponential(strain.x), exponential(strain.y), exponential(strain.z)};
    return {{1 / factor.x, 1 / factor.y, 1 / factor.z}, factor, factor};
}

} // namespace mdsim
