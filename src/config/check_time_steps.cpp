// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/config_check.hpp"
#include "config/mass_advice.hpp"
#include "core/contract.hpp"

namespace mdsim {
namespace {

/// The fastest motion that the potentials make of pairs, and who makes it.
struct FastestMotion {
    double frequency = 0; ///< angular [1 / time]
    std::string pair;     ///< "two atoms of A"
};

/// The force between two atoms at a distance; positive when they repel.
double force_at(const ForceField& field, TypeId a, TypeId b, double r) {
    return field.estimate(a, b, r * r).force_over_r * r;
}

/// The stiffness of a pair where its force changes from repulsion to attraction
/// [energy / length^2]; 0 if it never does.
double stiffness(const ForceField& field, TypeId a, TypeId b) {
    constexpr int points = 1000;
    const double step = field.cutoff(a, b) / points;
    for (int i = points - 2; step > 0 && i > 0; --i) {
        const double inner = force_at(field, a, b, i * step);
        const double outer = force_at(field, a, b, (i + 1) * step);
        if (inner > 0 && outer < 0) {
            return (inner - outer) / step;
        }
    }
    return 0;
}

/// Two atoms on a spring k: omega = sqrt(k (1 / m_a + 1 / m_b)).
FastestMotion fastest_motion(const SystemSections& sections) {
    std::vector<Diagnostic> errors;
    const std::vector<std::string> names = species_names(sections.species);
    const ForceFieldSpec spec = force_field_spec(sections, names, errors);
    FastestMotion fastest;
    if (names.empty() || !errors.empty() || !ForceField::errors(spec).empty()) {
        return fastest;
    }
    const ForceField field(spec);
    for (TypeId a = 0; a < field.types(); ++a) {
        for (TypeId b = a; b < field.types(); ++b) {
            const double mass_a = sections.species[a].mass.value_or(0);
            const double mass_b = sections.species[b].mass.value_or(0);
            if (mass_a <= 0 || mass_b <= 0) {
                continue;
            }
            const double frequency = std::sqrt(stiffness(field, a, b) * (1 / mass_a + 1 / mass_b));
            if (frequency > fastest.frequency) {
                fastest = {frequency,
                           a == b ? fmt::format("two atoms of \"{}\"", names[a])
                                  : fmt::format("atoms of \"{}\" and \"{}\"", names[a], names[b])};
            }
        }
    }
    return fastest;
}

/// The temperature that atoms have in a stage at most, as far as the input names it.
double temperature_of(const VelocitySettings& velocity, const std::vector<StageSettings>& stages,
                      std::size_t number) {
    const StageSettings& stage = stages[number];
    const bool rested = number > 0 && stages[number - 1].minimize;
    const double drawn = rested ? stages[number - 1].minimize->temperature_after.value_or(0) : 0;
    return std::max({velocity.temperature.value_or(0), drawn, stage.temperature.value_or(0),
                     stage.temperature_end.value_or(0)});
}

/// The speed of a typical atom of the lightest species [length / time].
double largest_speed(const std::vector<SpeciesSettings>& species, double temperature) {
    double lightest = 0;
    for (const SpeciesSettings& one : species) {
        const double mass = one.mass.value_or(0);
        lightest = lightest == 0 ? mass : std::min(lightest, mass);
    }
    return lightest > 0 ? std::sqrt(temperature / lightest) : 0;
}

std::string with_unit(double value, const Units& units, Dimension dimension) {
    const std::string_view unit = units.name(dimension);
    return fmt::format("{:.3g}{}{}", value, unit.empty() ? "" : " ", unit);
}

double smallest_cutoff(const SystemSections& sections) {
    double smallest = sections.pair.cutoff.value_or(0);
    const auto take = [&smallest](double cutoff) {
        if (smallest == 0 || cutoff < smallest) smallest = cutoff;
    };
    for (const PotentialSettings& potential : sections.pair.potentials) {
        if (potential.cutoff) take(*potential.cutoff);
    }
    for (const FunctionalSettings& functional : sections.functionals) take(cutoff_of(functional));
    return smallest;
}

/// A time step beside the motions of a system, 0 where these are not known.
struct StepMeasures {
    double phase = 0;  ///< omega dt of two atoms that swing about the distance where they rest
    double way = 0;    ///< what a typical atom flies in a step of this stage [length]
    double change = 0; ///< the part of a velocity that a step typically changes, at most
};

/// Slow atoms swing; those that are too fast for it turn round within a tenth of the cutoff.
StepMeasures measures(const Config& config, std::size_t number, double frequency) {
    constexpr double turn = 0.1; // of the cutoff
    const StageSettings& stage = config.stages[number];
    const double cutoff = smallest_cutoff(config);
    const double hottest =
        largest_speed(config.species, highest_temperature(config)) * stage.time_step;
    StepMeasures m;
    m.phase = frequency * stage.time_step;
    const double temperature = temperature_of(config.velocity, config.stages, number);
    m.way = largest_speed(config.species, temperature) * stage.time_step;
    m.change = cutoff > 0 ? std::max(m.phase, hottest / (turn * cutoff)) : m.phase;
    return m;
}

/// The part of a velocity that a step must change to be a few of the velocity's own smallest steps.
double least_kick(Precision precision) {
    constexpr double few = 16;
    return few * std::ldexp(1.0, precision == Precision::mixed ? -24 : -53);
}

/// Calls `tell(key, stage, measures, who swings)` for each stage whose time step was read.
template <class Tell> void for_each_stage(const Config& config, const Tell& tell) {
    const FastestMotion fastest = fastest_motion(config);
    for (std::size_t i = 0; i < config.stages.size(); ++i) {
        const StageSettings& stage = config.stages[i];
        if (stage.time_step > 0) {
            tell(fmt::format("stage.{}.time_step", i), stage,
                 measures(config, i, fastest.frequency), fastest);
        }
    }
}

/// "5 fs is `how`: two atoms ... swing with a period of ..."
std::string time_step_text(const Config& config, const StageSettings& stage,
                           const FastestMotion& fastest, const std::string& how) {
    MDSIM_EXPECT(fastest.frequency > 0);
    constexpr double usual_phase = 0.05;
    const Units units = config.conversions();
    return fmt::format("{} is {}: {} swing with a period of {}; usual is about {}",
                       with_unit(stage.time_step, units, Dimension::time), how, fastest.pair,
                       with_unit(2 * std::acos(-1.0) / fastest.frequency, units, Dimension::time),
                       with_unit(usual_phase / fastest.frequency, units, Dimension::time));
}

/// Masses that are not those of atoms, by which time steps would be misjudged.
std::vector<Diagnostic> odd_masses(const Config& config) {
    std::vector<Diagnostic> errors;
    const Units units = config.conversions();
    for (std::size_t i = 0; i < config.species.size(); ++i) {
        const SpeciesSettings& s = config.species[i];
        std::string advice = mass_advice(units, s.name, s.mass.value_or(0));
        if (!advice.empty())
            errors.push_back({fmt::format("species.{}.mass", i), std::move(advice)});
    }
    return errors;
}

std::string swallowed(const Config& config) {
    return fmt::format("so short that velocities in {} precision lose what a step adds to them",
                       enum_name(config.run.precision));
}

} // namespace

/// Refused is what cannot be integrated. Velocity Verlet is unstable above omega dt = 2, and in a
/// crystal, whose atoms have many neighbours, above half of that; usual steps have 0.02 to 0.1. An
/// atom must not fly past the forces of another in a step. Where velocities are known to be such
/// that no step changes them, nothing would ever happen.
void check_time_steps(const Config& config, std::vector<Diagnostic>& errors) {
    constexpr double most_phase = 1.0;
    constexpr double most_way = 0.1; // of the cutoff

    if (!has_constants(config.units.constants, config.units.system)) {
        return;
    }
    const Units units = config.conversions();
    const double cutoff = smallest_cutoff(config);
    const bool named = highest_temperature(config) > 0;
    std::vector<Diagnostic> masses = odd_masses(config);
    for_each_stage(config, [&](const std::string& key, const StageSettings& stage,
                               const StepMeasures& m, const FastestMotion& fastest) {
        if (m.phase > most_phase) {
            const bool by_mass = !masses.empty();
            for (Diagnostic& error : masses) errors.push_back(std::move(error));
            masses.clear();
            errors.push_back({key, time_step_text(config, stage, fastest,
                                                  by_mass ? "absurdly long for such a mass"
                                                          : "absurdly long for these units")});
        } else if (m.phase > 0 && named && m.change < least_kick(config.run.precision)) {
            errors.push_back({key, time_step_text(config, stage, fastest, swallowed(config))});
        } else if (cutoff > 0 && m.way > most_way * cutoff) {
            errors.push_back(
                {key,
                 fmt::format("{} is absurdly long for these units: at this temperature an atom "
                             "flies {} in one step, and the cutoff is {}",
                             with_unit(stage.time_step, units, Dimension::time),
                             with_unit(m.way, units, Dimension::length),
                             with_unit(cutoff, units, Dimension::length))});
        }
    });
}

/// Far below what anybody uses, a step is that of another unit, or a slipped point: it runs, but
/// hardly gets anywhere. Wells that a fast atom does not feel are no matter of the step.
void warn_of_time_steps(const Config& config, std::vector<Diagnostic>& warnings) {
    constexpr double least_change = 3e-5;
    const double kick = least_kick(config.run.precision);
    const bool named = highest_temperature(config) > 0;
    bool weak = false;
    for_each_stage(config, [&](const std::string& key, const StageSettings& stage,
                               const StepMeasures& m, const FastestMotion& fastest) {
        if (m.phase > 0 && !named && m.phase < kick) {
            warnings.push_back({key, time_step_text(config, stage, fastest, swallowed(config))});
        } else if (m.phase > 0 && config.units.system != UnitSystem::lj &&
                   m.change < least_change) {
            warnings.push_back(
                {key, time_step_text(config, stage, fastest, "absurdly short for these units")});
        }
        weak = weak || (m.phase > 0 && named && m.phase < kick && m.change >= kick);
    });
    if (weak) {
        warnings.push_back(
            {"pair", fmt::format("atoms attract each other so weakly, for this temperature, that "
                                 "velocities in {} precision lose it: they fly freely between "
                                 "collisions",
                                 enum_name(config.run.precision))});
    }
}

} // namespace mdsim
