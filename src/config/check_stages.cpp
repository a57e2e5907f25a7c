// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "config/config_check.hpp"
#include "config/first_motion.hpp"

namespace mdsim {
namespace {

/// A key that belongs to one ensemble only.
void check_belongs(const StageSettings& stage, Ensemble ensemble, std::string_view name, bool given,
                   const std::string& key, std::vector<Diagnostic>& errors) {
    if (given && stage.ensemble != ensemble) {
        errors.push_back({fmt::format("{}.{}", key, name),
                          fmt::format("has a meaning only with ensemble = \"{}\"; found \"{}\"",
                                      enum_name(ensemble), enum_name(stage.ensemble))});
    }
}

/// A key that belongs to ensembles with a thermostat of all atoms.
void check_thermostat_key(const StageSettings& stage, std::string_view name, bool given,
                          const std::string& key, std::vector<Diagnostic>& errors) {
    if (!given || has_thermostat(stage.ensemble)) return;
    errors.push_back(
        {fmt::format("{}.{}", key, name),
         fmt::format("has a meaning only with ensemble = \"{}\"; found \"{}\"",
                     fmt::join(thermostat_names(), "\" or \""), enum_name(stage.ensemble))});
}

void check_needed(const StageSettings& stage, Ensemble ensemble, std::string_view name, bool given,
                  const std::string& key, std::vector<Diagnostic>& errors) {
    if (!given && stage.ensemble == ensemble) {
        errors.push_back({fmt::format("{}.{}", key, name),
                          fmt::format("ensemble = \"{}\" needs this key", enum_name(ensemble))});
    }
}

/// A key that belongs to one ensemble, which needs it.
void check_own(const StageSettings& stage, Ensemble ensemble, std::string_view name, bool given,
               const std::string& key, std::vector<Diagnostic>& errors) {
    check_belongs(stage, ensemble, name, given, key, errors);
    check_needed(stage, ensemble, name, given, key, errors);
}

void check_temperature(const StageSettings& stage, const std::string& key,
                       std::vector<Diagnostic>& errors) {
    const bool thermostat = stage.ensemble != Ensemble::nve && stage.ensemble != Ensemble::minimize;
    if (thermostat && !stage.temperature) {
        errors.push_back({key + ".temperature", fmt::format("ensemble = \"{}\" needs this key",
                                                            enum_name(stage.ensemble))});
    }
    if (!thermostat && (stage.temperature || stage.temperature_end)) {
        errors.push_back(
            {key + (stage.temperature ? ".temperature" : ".temperature_end"),
             stage.ensemble == Ensemble::minimize
                 ? "ensemble = \"minimize\" has no temperature; that of the velocities behind it "
                   "is "
                   "minimize.temperature_after"
                 : fmt::format(
                       "ensemble = \"nve\" keeps no temperature; choose another ensemble, such as "
                       "velocity_rescaling, or draw velocities with velocity.temperature")});
    }
    if (!has_thermostat(stage.ensemble)) return;
    const std::string above =
        fmt::format("{} needs a temperature above 0", enum_name(stage.ensemble));
    if (stage.temperature == 0.0) errors.push_back({key + ".temperature", above});
    if (stage.temperature_end == 0.0) errors.push_back({key + ".temperature_end", above});
}

/// A thermostat that never acts, or so seldom that it throws the temperature about.
void check_coupling(const StageSettings& stage, const std::string& key,
                    std::vector<Diagnostic>& errors) {
    constexpr double least_actions = 2; // in a relaxation time
    if (!has_thermostat(stage.ensemble)) return;
    if (stage.steps > 0 && stage.coupling_interval() > stage.steps) {
        errors.push_back({key + ".couple_every",
                          fmt::format("found {}, but the stage has {} steps, so its thermostat "
                                      "would never act; allowed: up to the steps of the stage",
                                      stage.coupling_interval(), stage.steps)});
    }
    const double interval = stage.coupling_interval() * stage.time_step;
    if (stage.relaxation_time && *stage.relaxation_time < least_actions * interval) {
        errors.push_back(
            {key + ".relaxation_time",
             fmt::format("found {}, but the thermostat acts only every {:.6g} (couple_every {}, "
                         "time_step {}); allowed: at least {} times that, usual is 100 time steps",
                         *stage.relaxation_time, interval, stage.coupling_interval(),
                         stage.time_step, least_actions)});
    }
}

/// A delay that outlasts the time between two actions, or of what must act at once.
void check_delay(const StageSettings& stage, const std::string& key,
                 std::vector<Diagnostic>& errors) {
    const int delay = stage.couple_delay.value_or(0);
    if (delay == 0 || stage.may_delay(delay + 1)) return;
    const auto refuse = [&](std::string why) {
        errors.push_back({key + ".couple_delay", std::move(why)});
    };
    if (!has_thermostat(stage.ensemble) && !stage.barostat)
        return refuse("there is neither a thermostat nor a barostat that acts by sums");
    if (stage.ensemble == Ensemble::nose_hoover || stage.has_piston())
        return refuse("\"nose_hoover\" and \"mtk\" act at once: delayed they would keep no energy; "
                      "leave this key out");
    refuse(fmt::format("found {}, so that couple_every must be {} or more{}", delay, delay + 1,
                       has_thermostat(stage.ensemble) && stage.barostat
                           ? " of thermostat and barostat, the one a multiple of the other"
                           : ""));
}

/// Whether a way of straining takes a key.
bool takes_rate(StrainPath path) {
    return path == StrainPath::engineering || path == StrainPath::true_;
}

/// The strain of the last step, or the largest of a sine.
double largest_strain(const DeformSettings& deform, const StageSettings& stage) {
    const double time = static_cast<double>(stage.steps) * stage.time_step;
    if (deform.path == StrainPath::engineering) return deform.rate.value_or(0) * time;
    if (deform.path == StrainPath::true_) return std::expm1(deform.rate.value_or(0) * time);
    const double strain = deform.strain.value_or(0);
    return deform.path == StrainPath::oscillating ? -std::abs(strain) : strain;
}

void check_deform_keys(const DeformSettings& deform, const std::string& key,
                       std::vector<Diagnostic>& errors) {
    const auto check = [&](const char* name, bool given, bool taken) {
        if (given == taken) return;
        errors.push_back({fmt::format("{}.{}", key, name),
                          fmt::format("path = \"{}\" {}", enum_name(deform.path),
                                      given ? "does not take this key" : "needs this key")});
    };
    check("rate", deform.rate.has_value(), takes_rate(deform.path));
    check("strain", deform.strain.has_value(), !takes_rate(deform.path));
    check("period", deform.period.has_value(), deform.path == StrainPath::oscillating);
    if (deform.path == StrainPath::true_ && is_shear(deform.component))
        errors.push_back({key + ".path", "a shear has no true strain; choose engineering"});
}

/// A box must keep its volume, and edges that flips bring back their digits.
void check_strain(const DeformSettings& deform, const StageSettings& stage, const std::string& key,
                  std::vector<Diagnostic>& errors) {
    constexpr double least = -0.9, most = 10;
    const double most_shear = deform.path == StrainPath::once ? 1 : 1e6;
    const double strain = largest_strain(deform, stage);
    const bool shear = is_shear(deform.component);
    const double low = shear ? -most_shear : least, high = shear ? most_shear : most;
    if (strain >= low && strain <= high) return;
    const char* name = takes_rate(deform.path) ? "rate" : "strain";
    errors.push_back({fmt::format("{}.{}", key, name),
                      fmt::format("the strain {} comes to {:.6g} in this stage; allowed: {} to {}",
                                  enum_name(deform.component), strain, low, high)});
}

/// The largest strain of one step.
double strain_of_step(const DeformSettings& deform, const StageSettings& stage) {
    if (deform.path == StrainPath::once) return 0;
    if (takes_rate(deform.path)) return std::abs(deform.rate.value_or(0)) * stage.time_step;
    const double turns = stage.time_step / deform.period.value_or(1);
    return std::abs(deform.strain.value_or(0)) * 2 * std::numbers::pi * turns;
}

/// A strain that atoms could not follow, or a sine that steps do not show.
void check_pace(const DeformSettings& deform, const StageSettings& stage, const std::string& key,
                std::vector<Diagnostic>& errors) {
    constexpr double most = 0.05, least_steps = 10;
    if (deform.period && *deform.period < least_steps * stage.time_step)
        return errors.push_back(
            {key + ".period",
             fmt::format("found {}, of {:.3g} time steps; allowed: at least {}", *deform.period,
                         *deform.period / stage.time_step, least_steps)});
    const double strain = strain_of_step(deform, stage);
    if (strain > most)
        errors.push_back({fmt::format("{}.{}", key, takes_rate(deform.path) ? "rate" : "strain"),
                          fmt::format("the strain {} changes by {:.3g} in a step; allowed: up to "
                                      "{}: strain more slowly, or choose path = \"once\"",
                                      enum_name(deform.component), strain, most)});
}

void check_deform(const StageSettings& stage, const std::string& key,
                  std::vector<Diagnostic>& errors) {
    for (std::size_t i = 0; i < stage.deform.size(); ++i) {
        const DeformSettings& deform = stage.deform[i];
        const std::string entry = fmt::format("{}.deform.{}", key, i);
        check_deform_keys(deform, entry, errors);
        check_strain(deform, stage, entry, errors);
        check_pace(deform, stage, entry, errors);
        for (std::size_t k = 0; k < i; ++k)
            if (stage.deform[k].component == deform.component)
                errors.push_back({entry + ".component", fmt::format("\"{}\" is given twice",
                                                                    enum_name(deform.component))});
    }
}

/// A barostat that never acts, or so seldom that it throws the box about.
void check_rescaling(const StageSettings& stage, const BarostatSettings& barostat,
                     const std::string& key, std::vector<Diagnostic>& errors) {
    const bool piston = barostat.type == BarostatKind::mtk;
    // In a solid a piston swings some forty times faster than its time says.
    const double least_actions = piston ? 100 : 10; // in a relaxation time
    if (stage.steps > 0 && barostat.interval() > stage.steps)
        errors.push_back({key + ".couple_every",
                          fmt::format("found {}, but the stage has {} steps; allowed: up to the "
                                      "steps of the stage",
                                      barostat.interval(), stage.steps)});
    const double interval = barostat.interval() * stage.time_step;
    if (barostat.relaxation_time < least_actions * interval)
        errors.push_back(
            {key + ".relaxation_time",
             fmt::format(
                 "found {}, but the barostat acts every {:.6g} ({}time_step {}); allowed: at "
                 "least {} times that, usual is 1000 time steps and more",
                 barostat.relaxation_time, interval,
                 piston ? "" : fmt::format("couple_every {}, ", barostat.interval()),
                 stage.time_step, least_actions)});
}

/// Keys that only one kind of barostat takes, and the thermostat that a piston needs.
void check_piston(const StageSettings& stage, const BarostatSettings& barostat,
                  const std::string& key, const std::string& stage_key,
                  std::vector<Diagnostic>& errors) {
    const auto refuse = [&](const char* name, bool given, const char* why) {
        if (given) errors.push_back({fmt::format("{}.{}", key, name), why});
    };
    if (barostat.type != BarostatKind::mtk)
        return refuse("chain_length", barostat.chain_length.has_value(),
                      "has a meaning only with type = \"mtk\"");
    refuse("couple_every", barostat.couple_every.value_or(1) != 1, "\"mtk\" acts on every step");
    refuse("compressibility", barostat.compressibility.has_value(),
           "\"mtk\" does not take this key: the mass of its piston follows from relaxation_time");
    if (stage.ensemble != Ensemble::nose_hoover && stage.ensemble != Ensemble::velocity_rescaling)
        errors.push_back({key + ".type", fmt::format("\"mtk\" needs ensemble = \"nose_hoover\" or "
                                                     "\"velocity_rescaling\"; found \"{}\"",
                                                     enum_name(stage.ensemble))});
    else if (stage.coupling_interval() != 1)
        errors.push_back(
            {stage_key + ".couple_every", "beside \"mtk\" the thermostat acts on every step, too"});
}

void check_barostat(const StageSettings& stage, const std::string& stage_key,
                    std::vector<Diagnostic>& errors) {
    if (!stage.barostat || stage.ensemble == Ensemble::minimize) return;
    const std::string key = stage_key + ".barostat";
    if (!stage.deform.empty())
        errors.push_back({key, "a stage strains its box or leaves it to a barostat; make two "
                               "stages of it"});
    if (stage.barostat->type == BarostatKind::cell_rescaling && stage.ensemble == Ensemble::nve)
        errors.push_back({key + ".type", "\"cell_rescaling\" needs the temperature of a "
                                         "thermostat, and ensemble = \"nve\" has none; choose "
                                         "velocity_rescaling, langevin or nose_hoover"});
    check_rescaling(stage, *stage.barostat, key, errors);
    check_piston(stage, *stage.barostat, key, stage_key, errors);
}

/// What belongs to dynamics, and what relaxing a box needs.
void check_minimize(const StageSettings& stage, const std::string& stage_key,
                    std::vector<Diagnostic>& errors) {
    const std::string key = stage_key + ".minimize";
    check_own(stage, Ensemble::minimize, "minimize", stage.minimize.has_value(), stage_key, errors);
    if (stage.ensemble != Ensemble::minimize) return;
    const char* alone = "the box of a stage that minimizes changes by minimize.pressure alone";
    if (!stage.deform.empty()) errors.push_back({stage_key + ".deform", alone});
    if (stage.barostat) errors.push_back({stage_key + ".barostat", alone});
    if (!stage.minimize) return;
    const MinimizeSettings& minimize = *stage.minimize;
    const auto check = [&](const char* name, bool given) {
        if (given && !minimize.pressure)
            errors.push_back({fmt::format("{}.{}", key, name),
                              "has a meaning only with `pressure`, "
                              "with which the box relaxes"});
    };
    check("pressure_tolerance", minimize.pressure_tolerance.has_value());
    check("coupling", minimize.coupling.has_value());
    if (minimize.pressure && !minimize.pressure_tolerance)
        errors.push_back({key + ".pressure_tolerance", "`pressure` needs this key"});
}

/// Steps are counted from the first stage to the last.
void check_total_steps(const std::vector<StageSettings>& stages, std::vector<Diagnostic>& errors) {
    constexpr std::int64_t most = 1'000'000'000'000'000'000;
    std::int64_t left = most;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (stages[i].steps > left) {
            errors.push_back({fmt::format("stage.{}.steps", i),
                              fmt::format("found {}; with the stages before it these are more "
                                          "steps than the 10^18 that are allowed",
                                          stages[i].steps)});
            return;
        }
        left -= std::max<std::int64_t>(stages[i].steps, 0);
    }
}

/// A thermostat of all atoms multiplies velocities: atoms that rest, and feel no force, rest for
/// ever.
void check_rest(const std::vector<StageSettings>& stages, const SystemSettings& system,
                const BoxSettings& box, const VelocitySettings& velocity,
                std::vector<Diagnostic>& errors) {
    const std::size_t i = first_moving_stage(stages);
    if (i == stages.size() || !has_thermostat(stages[i].ensemble) ||
        !rests_on_lattice(system, box, velocity))
        return;
    errors.push_back({fmt::format("stage.{}.ensemble", i),
                      fmt::format("{} cannot heat atoms that rest on the sites of a lattice, as "
                                  "it multiplies velocities; {}",
                                  enum_name(stages[i].ensemble), motion_advice(velocity))});
}

} // namespace

void check_stages(const std::vector<StageSettings>& stages, const SystemSettings& system,
                  const BoxSettings& box, const VelocitySettings& velocity,
                  std::vector<Diagnostic>& errors) {
    if (stages.empty()) {
        errors.push_back({"stage", "there is no stage; add [[stage]] with ensemble, steps, "
                                   "time_step"});
    }
    check_total_steps(stages, errors);
    check_rest(stages, system, box, velocity, errors);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageSettings& stage = stages[i];
        const std::string key = fmt::format("stage.{}", i);
        const auto same = [&](const StageSettings& other) { return other.name == stage.name; };
        const auto before = stages.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::any_of(stages.begin(), before, same)) {
            errors.push_back(
                {key + ".name", fmt::format("there are two stages \"{}\"", stage.name)});
        }
        check_temperature(stage, key, errors);
        check_coupling(stage, key, errors);
        check_delay(stage, key, errors);
        check_deform(stage, key, errors);
        check_barostat(stage, key, errors);
        check_minimize(stage, key, errors);
        check_own(stage, Ensemble::langevin, "friction", stage.friction.has_value(), key, errors);
        check_own(stage, Ensemble::andersen, "collision_frequency",
                  stage.collision_frequency.has_value(), key, errors);
        // What would be taken anyhow may stand there: effective inputs of earlier versions say it.
        check_belongs(stage, Ensemble::nose_hoover, "chain_length",
                      stage.chain_links() != StageSettings().chain_links(), key, errors);
        check_thermostat_key(stage, "couple_every",
                             stage.coupling_interval() != StageSettings().coupling_interval(), key,
                             errors);
        check_thermostat_key(stage, "relaxation_time", stage.relaxation_time.has_value(), key,
                             errors);
        if (has_thermostat(stage.ensemble))
            check_needed(stage, stage.ensemble, "relaxation_time",
                         stage.relaxation_time.has_value(), key, errors);
    }
}

} // namespace mdsim
