// SPDX-License-Identifier: BSD-3-Clause
#include "engine/minimizer.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// Of the box in a step: half of what a grid of cells bears.
constexpr double largest_strain = 0.02;

double largest(const StrainNumbers& numbers) {
    double most = 0;
    for (const double x : numbers) most = std::max(most, std::abs(x));
    return most;
}

/// How long it takes to move so far from a speed, with half a kick of an acceleration before.
double time_for(double distance, double speed, double acceleration) {
    return 2 * distance / (speed + std::sqrt(speed * speed + 2 * acceleration * distance));
}

} // namespace

void Minimizer::look(const MinimizeSettings& settings, const DescentSizes& sizes,
                     const StrainNumbers& excess) {
    MDSIM_EXPECT(acts_);
    report_.largest_force = std::sqrt(sizes.force2);
    report_.converged = report_.largest_force <= settings.force_tolerance;
    report_.steps = state_.fire.taken;
    if (!settings.changes_box()) return;
    MDSIM_EXPECT(settings.pressure_tolerance.has_value()); // the input is checked
    report_.pressure_excess = largest(excess);
    report_.converged =
        report_.converged && *report_.pressure_excess <= *settings.pressure_tolerance;
}

FireTurn Minimizer::act(const StageSettings& stage, const DescentInHand& now) {
    MDSIM_EXPECT(acts_ && stage.minimize.has_value() && now.farthest > 0);
    if (report_.converged) return rest();
    const std::optional<BoxRelaxation>& box = now.box;
    FireSums all = now.sums;
    if (box) {
        state_.rate = box->kicked(state_.rate, state_.drift_time / 2);
        all.add(box->sums(state_.rate));
    }
    const FireTurn turn = Fire::act(all, state_.fire);
    report_.steps = state_.fire.taken;
    state_.drift_time =
        std::min(state_.fire.step * stage.time_step, allowed_time(*stage.minimize, now, turn));
    if (!box) return turn;
    const StrainNumbers turned = box->turned(state_.rate, turn);
    const StrainNumbers change = box->kicked({}, 1);
    state_.drift_time =
        std::min(state_.drift_time, time_for(largest_strain, largest(turned), largest(change)));
    state_.rate = box->kicked(turned, state_.drift_time / 2);
    return turn;
}

FireTurn Minimizer::rest() {
    state_.rate = {};
    state_.drift_time = 0;
    return {0, 0};
}

double Minimizer::allowed_time(const MinimizeSettings& settings, const DescentInHand& now,
                               const FireTurn& turn) {
    MDSIM_EXPECT(settings.max_displacement.has_value()); // defaults are filled in with the units
    const double speed =
        turn.keep * std::sqrt(now.sizes.velocity2) + turn.gain * std::sqrt(now.sizes.force2);
    return time_for(std::min(*settings.max_displacement, now.farthest), speed,
                    std::sqrt(now.sizes.acceleration2));
}

StrainNumbers Minimizer::strain() const {
    StrainNumbers strain{};
    for (std::size_t k = 0; k < strain.size(); ++k) strain[k] = state_.drift_time * state_.rate[k];
    return strain;
}

} // namespace mdsim
