// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "config/config_check.hpp"
#include "core/contract.hpp"

namespace mdsim {
namespace {

/// A thermostat of all atoms that acts seldom within its relaxation time; below 2 actions it is an
/// error.
void warn_of_seldom_coupling(const StageSettings& stage, const std::string& key,
                             std::vector<Diagnostic>& warnings) {
    MDSIM_EXPECT(stage.relaxation_time.has_value());
    constexpr double few_actions = 5;
    const double interval = stage.coupling_interval() * stage.time_step;
    if (*stage.relaxation_time < few_actions * interval) {
        warnings.push_back(
            {key + ".relaxation_time",
             fmt::format("the thermostat acts only {:.2g} times in it; 5 times or more "
                         "keep the temperature better: lower couple_every",
                         *stage.relaxation_time / interval)});
    }
}

/// So many times longer than a stage, and what takes such a time hardly acts in it.
constexpr double much_longer = 10;

/// How long a stage lasts [time].
double length_of(const StageSettings& stage) {
    return static_cast<double>(stage.steps) * stage.time_step;
}

/// A thermostat that needs far longer than the stage, or noise that leaves nothing of the motion.
void warn_of_strength(const StageSettings& stage, const std::string& key,
                      std::vector<Diagnostic>& warnings) {
    const std::optional<double> rate = stage.friction ? stage.friction : stage.collision_frequency;
    MDSIM_EXPECT(stage.relaxation_time || rate);
    const double time = stage.relaxation_time ? *stage.relaxation_time : 1 / *rate;
    const double length = length_of(stage);
    const std::string name = stage.relaxation_time ? ".relaxation_time"
                             : stage.friction      ? ".friction"
                                                   : ".collision_frequency";
    if (stage.steps > 0 && time > much_longer * length) {
        warnings.push_back(
            {key + name, fmt::format("the thermostat needs a time of about {:.3g}, and the stage "
                                     "lasts {:.3g}: it hardly acts",
                                     time, length)});
    }
    if (!stage.relaxation_time && time < stage.time_step) {
        warnings.push_back(
            {key + name, fmt::format("velocities are forgotten within {:.3g}, less than a time "
                                     "step: atoms diffuse, and their motion is no dynamics",
                                     time)});
    }
}

/// A barostat that needs far longer than the stage, or acts seldom within its relaxation time.
void warn_of_pressing(const StageSettings& stage, const BarostatSettings& barostat,
                      const std::string& key, std::vector<Diagnostic>& warnings) {
    constexpr double few_actions = 20;
    const double length = length_of(stage);
    const double actions = barostat.relaxation_time / (barostat.interval() * stage.time_step);
    const auto warn = [&](std::string text) {
        warnings.push_back({key + ".barostat.relaxation_time", std::move(text)});
    };
    if (stage.steps > 0 && barostat.relaxation_time > much_longer * length)
        warn(fmt::format("the barostat needs a time of about {:.3g}, and the stage lasts {:.3g}: "
                         "it hardly acts",
                         barostat.relaxation_time, length));
    // Along a ramp nobody asks for the fluctuations of an ensemble.
    const bool rests = !stage.temperature_end && !barostat.pressure_end;
    if (barostat.type == BarostatKind::cell_rescaling && rests && actions < few_actions)
        warn(fmt::format("the barostat acts only {:.3g} times in it, so that the volume fluctuates "
                         "too much; 60 times or more keep its distribution: lower couple_every",
                         actions));
}

/// A Nosé-Hoover thermostat that finds its atoms far too hot answers with a friction that grows
/// with the ratio, until velocities overflow; also where a ramp ends so low that its last action is
/// such.
void warn_of_plunges(const VelocitySettings& velocity, const std::vector<StageSettings>& stages,
                     std::vector<Diagnostic>& warnings) {
    double before = velocity.temperature.value_or(0);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageSettings& stage = stages[i];
        if (stage.minimize) before = stage.minimize->temperature_after.value_or(0);
        if (!stage.temperature) continue;
        const double first = *stage.temperature;
        const double last = stage.temperature_end.value_or(first);
        if (stage.ensemble == Ensemble::nose_hoover && stage.relaxation_time && stage.steps > 0 &&
            first > 0 && last > 0) {
            const double interval = stage.coupling_interval() * stage.time_step;
            const double last_fall =
                (first - last) / static_cast<double>(stage.steps) * stage.coupling_interval();
            const double ratio = std::max(before / first, last_fall / last);
            const double part = interval / *stage.relaxation_time;
            if (ratio * part * part > 1)
                warnings.push_back(
                    {fmt::format("stage.{}.temperature{}", i, before / first < ratio ? "_end" : ""),
                     fmt::format(
                         "atoms have {:.2g} times that when the thermostat acts: it may throw them "
                         "about, or stop them; cool with langevin, or more gently",
                         ratio)});
        }
        before = last;
    }
}

void warn_of_no_ensemble(const StageSettings& stage, const std::string& key,
                         std::vector<Diagnostic>& warnings) {
    if (stage.barostat && stage.barostat->type == BarostatKind::berendsen)
        warnings.push_back({key + ".barostat.type",
                            "berendsen samples no ensemble: the volume fluctuates too little; take "
                            "averages under cell_rescaling, which relaxes as fast"});
    if (stage.ensemble != Ensemble::berendsen) return;
    warnings.push_back({key + ".ensemble",
                        "berendsen samples no ensemble: the kinetic energy fluctuates too "
                        "little, and heat gathers in slow motion; take averages under "
                        "velocity_rescaling, which relaxes as fast"});
}

} // namespace

void warn_of_couplings(const VelocitySettings& velocity, const std::vector<StageSettings>& stages,
                       std::vector<Diagnostic>& warnings) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageSettings& stage = stages[i];
        const std::string key = fmt::format("stage.{}", i);
        warn_of_no_ensemble(stage, key, warnings);
        if (stage.relaxation_time) warn_of_seldom_coupling(stage, key, warnings);
        if (stage.relaxation_time || stage.friction || stage.collision_frequency)
            warn_of_strength(stage, key, warnings);
        if (stage.barostat) warn_of_pressing(stage, *stage.barostat, key, warnings);
    }
    warn_of_plunges(velocity, stages, warnings);
}

} // namespace mdsim
