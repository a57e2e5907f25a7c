// SPDX-License-Identifier: BSD-3-Clause
#include "engine/barostat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "engine/draw_velocities.hpp"

namespace mdsim {

namespace {

AnyBarostat make_barostat(const BarostatSettings& s) {
    if (s.type == BarostatKind::mtk) return Piston{s.relaxation_time, s.chain_links(), s.coupling};
    MDSIM_EXPECT(s.compressibility.has_value()); // defaults are filled in with the units
    return CellRescaling{s.relaxation_time, *s.compressibility, s.coupling,
                         s.type == BarostatKind::cell_rescaling};
}

[[noreturn]] void throw_leap(const StrainNumbers& strain, Step step, bool piston) {
    double largest = 0;
    for (const double s : strain) largest = std::max(largest, std::abs(s));
    throw PhysicsError(fmt::format(
        "the barostat would change an edge of the box by {:.3g} % in one action on step {}, as the "
        "pressure is far from the one wanted; let the system relax at constant volume first, or "
        "choose a longer stage.barostat.relaxation_time{}",
        100 * largest, step, piston ? "" : " or a smaller compressibility"));
}

/// The temperature that a barostat acts by.
double temperature_of(const StageSettings& stage, Step done) {
    return stage.temperature ? target_temperature(stage, done) : 0;
}

double time_between(const StageSettings& stage) {
    return stage.barostat->interval() * stage.time_step;
}

} // namespace

double target_pressure(const StageSettings& stage, Step done) {
    MDSIM_EXPECT(stage.barostat.has_value());
    const BarostatSettings& s = *stage.barostat;
    if (!s.pressure_end || stage.steps == 0) return s.pressure;
    const double part = static_cast<double>(done) / static_cast<double>(stage.steps);
    return s.pressure + part * (*s.pressure_end - s.pressure);
}

void Barostat::start(const StageSettings& stage, const BarostatState& state) {
    state_ = state;
    kind_.reset();
    if (stage.barostat) kind_ = make_barostat(*stage.barostat);
}

CoupledSums coupled_sums_of(const Thermo& now, bool whole) {
    CoupledSums sums{now.step, 0, now.virial, now.kinetic2};
    for (std::size_t d = 0; d < 3; ++d) sums.virial[d] += now.tail_virial / 3;
    for (std::size_t shear = 3; shear < 6 && !whole; ++shear)
        sums.virial[shear] = sums.kinetic2[shear] = 0;
    return sums;
}

void expect_possible(const BoxMove& move, const StageSettings& stage, Step step) {
    if (!move.possible()) throw_leap(move.strain, step, stage.has_piston());
}

BarostatAction Barostat::action(const StageSettings& stage, Step done, const CoupledSums& by,
                                double volume, double degrees_of_freedom) const {
    return {by.virial,
            by.kinetic2,
            target_pressure(stage, done),
            temperature_of(stage, done),
            volume,
            degrees_of_freedom,
            time_between(stage),
            barostat_noise(seed_, by.step)};
}

double Barostat::energy_at(const BarostatState& state, const StageSettings& stage, Step done,
                           const Thermo& now, double degrees_of_freedom) const {
    if (!kind_) return 0;
    return energy_of(
        *kind_, action(stage, done, coupled_sums_of(now), now.volume, degrees_of_freedom), state);
}

BoxMove Barostat::act(const StageSettings& stage, Step done, const CoupledSums& by, double volume,
                      double degrees_of_freedom, const MiddleThermostat& thermostat) {
    MDSIM_EXPECT(kind_.has_value());
    BarostatState state = state_;
    const BoxMove move =
        mdsim::act(*kind_, action(stage, done, by, volume, degrees_of_freedom), state, thermostat);
    if (move.possible()) state_ = state;
    return move;
}

BatchBarostat Barostat::on_batch(const StageSettings& stage, Step stage_first, Step first, Step end,
                                 double degrees_of_freedom) const {
    BatchBarostat batch;
    if (!kind_) return batch;
    MDSIM_EXPECT(stage_first <= first && first <= end);
    batch.acts = {stage_first, stage.barostat->interval()};
    batch.time = time_between(stage);
    batch.degrees_of_freedom = degrees_of_freedom;
    batch.barostat = *kind_;
    batch.state = state_;
    const bool ramp = stage.barostat->pressure_end || stage.temperature_end;
    Step step = batch.acts.next_from(first);
    do {
        batch.pressure.push_back(target_pressure(stage, step - stage_first));
        batch.temperature.push_back(temperature_of(stage, step - stage_first));
        step += batch.acts.every;
    } while (ramp && step < end);
    return batch;
}

} // namespace mdsim
