// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/config_check.hpp"

namespace mdsim {
namespace {

/// The fastest motion that the laws make of like pairs, and who makes it.
struct FastestMotion {
    double frequency = 0; ///< angular [1 / time]
    std::string species;
};

/// The force between two atoms of a species at a distance; positive when they repel.
double force_at(const ForceField& field, TypeId type, double r) {
    return field.evaluate(type, type, r * r).force_over_r * r;
}

/// The stiffness of a like pair where its force changes from repulsion to attraction
/// [energy / length^2]; 0 if it never does.
double stiffness(const ForceField& field, TypeId type, double cutoff) {
    constexpr int points = 1000;
    const double step = cutoff / points;
    for (int i = points - 2; i > 0; --i) {
        const double inner = force_at(field, type, i * step);
        const double outer = force_at(field, type, (i + 1) * step);
        if (inner > 0 && outer < 0) {
            return (inner - outer) / step;
        }
    }
    return 0;
}

/// Two atoms of mass m on a spring k: omega = sqrt(2 k / m).
FastestMotion fastest_motion(const Config& config) {
    std::vector<Fault> faults;
    const ForceFieldSpec spec = force_field_spec(config, species_names(config), faults);
    FastestMotion fastest;
    if (config.species.empty() || !faults.empty() || !ForceField::faults(spec).empty()) {
        return fastest;
    }
    const ForceField field(spec);
    for (TypeId type = 0; type < field.types(); ++type) {
        const auto& pair = field.interaction(type, type);
        const double mass = config.species[type].mass.value_or(0);
        if (!pair || mass <= 0) {
            continue;
        }
        const double frequency = std::sqrt(2 * stiffness(field, type, pair->cutoff) / mass);
        if (frequency > fastest.frequency) {
            fastest = {frequency, config.species[type].name};
        }
    }
    return fastest;
}

/// The largest distance that a typical atom flies in one step [length].
double flight(const Config& config, const StageSettings& stage) {
    double lightest = 0;
    for (const SpeciesSettings& one : config.species) {
        const double mass = one.mass.value_or(0);
        lightest = lightest == 0 ? mass : std::min(lightest, mass);
    }
    const double temperature =
        std::max({config.velocity.temperature.value_or(0), stage.temperature.value_or(0),
                  stage.temperature_end.value_or(0)});
    return lightest > 0 ? std::sqrt(temperature / lightest) * stage.time_step : 0;
}

/// omega dt, which is the part of a velocity that a step changes, at which that is a few of the
/// velocity's own smallest steps.
double least_kick(Precision precision) {
    constexpr double few = 16;
    return few * std::ldexp(1.0, precision == Precision::mixed ? -24 : -53);
}

std::string with_unit(double value, const Units& units, Dimension dimension) {
    const std::string_view unit = units.name(dimension);
    return fmt::format("{:.3g}{}{}", value, unit.empty() ? "" : " ", unit);
}

double smallest_cutoff(const PairSettings& pair) {
    double smallest = pair.cutoff.value_or(0);
    for (const LawSettings& law : pair.laws) {
        if (law.cutoff && (smallest == 0 || *law.cutoff < smallest)) {
            smallest = *law.cutoff;
        }
    }
    return smallest;
}

} // namespace

/// The bounds are far outside what anybody uses: they catch a step in other units, or a slipped
/// point. Velocity Verlet is unstable above omega dt = 2; usual steps have 0.02 to 0.1.
void check_time_steps(const Config& config, std::vector<Fault>& faults) {
    constexpr double most_phase = 1.0;
    constexpr double least_phase = 3e-5;
    constexpr double usual_phase = 0.05;
    constexpr double most_flight = 0.1; // of the cutoff

    if (!has_constants(config.units.constants, config.units.system)) {
        return;
    }
    const Units units = config.conversions();
    const FastestMotion fastest = fastest_motion(config);
    const double cutoff = smallest_cutoff(config.pair);
    for (std::size_t i = 0; i < config.stages.size(); ++i) {
        const StageSettings& stage = config.stages[i];
        const std::string key = fmt::format("stage.{}.time_step", i);
        const double phase = fastest.frequency * stage.time_step;
        const bool too_short = units.system() != UnitSystem::lj && phase < least_phase;
        const double way = flight(config, stage);
        const bool lost = phase < least_kick(config.run.precision);
        if (stage.time_step > 0 && phase > 0 && (phase > most_phase || too_short)) {
            faults.push_back(
                {key,
                 fmt::format(
                     "{} is absurdly {} for these units: two atoms of \"{}\" swing with "
                     "a period of {}; usual is about {}",
                     with_unit(stage.time_step, units, Dimension::time),
                     too_short ? "short" : "long", fastest.species,
                     with_unit(2 * std::acos(-1.0) / fastest.frequency, units, Dimension::time),
                     with_unit(usual_phase / fastest.frequency, units, Dimension::time))});
        } else if (stage.time_step > 0 && phase > 0 && lost) {
            faults.push_back(
                {key,
                 fmt::format(
                     "{} is so short that velocities in {} precision lose what a step "
                     "adds to them: two atoms of \"{}\" swing with a period of {}; "
                     "usual is about {}",
                     with_unit(stage.time_step, units, Dimension::time),
                     enum_name(config.run.precision), fastest.species,
                     with_unit(2 * std::acos(-1.0) / fastest.frequency, units, Dimension::time),
                     with_unit(usual_phase / fastest.frequency, units, Dimension::time))});
        } else if (cutoff > 0 && way > most_flight * cutoff) {
            faults.push_back(
                {key,
                 fmt::format("{} is absurdly long for these units: at this temperature an atom "
                             "flies {} in one step, and the cutoff is {}",
                             with_unit(stage.time_step, units, Dimension::time),
                             with_unit(way, units, Dimension::length),
                             with_unit(cutoff, units, Dimension::length))});
        }
    }
}

} // namespace mdsim
