// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "config/config_check.hpp"
#include "config/first_motion.hpp"
#include "config/sampled_stage.hpp"
#include "core/contract.hpp"

namespace mdsim {
namespace {

/// A small checkpoint is on a disk after some 10 ms, on a network after ten times that.
constexpr double least_checkpoint_seconds = 0.1;

/// Every stage shorter than the interval, so that nothing but the first step is ever written.
bool never_comes(const std::vector<StageSettings>& stages, std::int64_t every) {
    std::int64_t steps = 0;
    for (const StageSettings& stage : stages) {
        steps += stage.steps;
    }
    return every > steps;
}

/// Intervals of a stage that end in none of its steps, counted from the beginning of the run.
void warn_of_output_that_never_comes(const std::vector<StageSettings>& stages,
                                     std::vector<Diagnostic>& warnings) {
    std::int64_t first = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageSettings& stage = stages[i];
        const std::int64_t last = first + stage.steps;
        const auto look = [&](const char* key, const std::optional<std::int64_t>& every) {
            const bool comes =
                every.value_or(0) == 0 || first == 0 || last / *every > first / *every;
            const bool again = every.value_or(0) == 0 || first > 0 || last >= *every;
            if (stage.steps > 0 && !(comes && again)) {
                warnings.push_back(
                    {fmt::format("stage.{}.{}", i, key),
                     fmt::format("no step of stage \"{}\" is a multiple of {}{}", stage.name,
                                 *every, first == 0 ? " but the start" : "")});
            }
        };
        look("trajectory_every", stage.trajectory_every);
        look("thermo_every", stage.thermo_every);
        look("checkpoint_every", stage.checkpoint_every);
        first = last;
    }
}

/// An entry that strains nothing.
void warn_of_no_strain(const StageSettings& stage, const std::string& key,
                       std::vector<Diagnostic>& warnings) {
    for (std::size_t i = 0; i < stage.deform.size(); ++i) {
        const DeformSettings& deform = stage.deform[i];
        const bool by_rate = deform.rate.has_value();
        if ((by_rate ? *deform.rate : deform.strain.value_or(1)) != 0) continue;
        warnings.push_back({fmt::format("{}.deform.{}.{}", key, i, by_rate ? "rate" : "strain"),
                            "is 0, so that nothing is strained; leave the entry out"});
    }
}

/// Velocities that are drawn for a stage that begins at rest, and atoms that rest behind it.
void warn_of_minimization(const std::vector<StageSettings>& stages,
                          const VelocitySettings& velocity, std::vector<Diagnostic>& warnings) {
    const auto minimizes = [&](std::size_t i) {
        return i < stages.size() && stages[i].ensemble == Ensemble::minimize;
    };
    if (minimizes(first_moving_stage(stages)) && velocity.temperature)
        warnings.push_back({"velocity.temperature",
                            "the first stage minimizes, and begins at rest: the velocities of the "
                            "stage behind it are those of minimize.temperature_after"});
    for (std::size_t i = 0; i + 1 < stages.size(); ++i) {
        const StageSettings& next = stages[i + 1];
        if (!minimizes(i) || !stages[i].minimize || stages[i].minimize->temperature_after ||
            minimizes(i + 1) || has_noise(next.ensemble))
            continue;
        warnings.push_back({fmt::format("stage.{}.ensemble", i + 1),
                            fmt::format("atoms are at rest behind the minimization, and {} sets "
                                        "none in motion: add temperature_after to [stage.minimize]",
                                        enum_name(next.ensemble))});
    }
}

void warn_of_stages(const std::vector<StageSettings>& stages, std::vector<Diagnostic>& warnings) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageSettings& stage = stages[i];
        const std::string key = fmt::format("stage.{}", i);
        warn_of_no_strain(stage, key, warnings);
        if (stage.steps > 0 && stage.remove_drift_every > stage.steps) {
            warnings.push_back({key + ".remove_drift_every",
                                fmt::format("stage \"{}\" is shorter than that, so its drift is "
                                            "never removed",
                                            stage.name)});
        }
        if (stage.steps == 0) {
            warnings.push_back(
                {key + ".steps",
                 fmt::format("stage \"{}\" has no steps: forces and output of its first moment "
                             "only{}",
                             stage.name,
                             stage.deform.empty() ? "" : ", and its box is not strained")});
        }
    }
}

/// What a section that samples one stage would measure in vain.
struct Sampled {
    std::string name;          ///< of the section
    const char* result;        ///< what a whole window gives
    const char* harm;          ///< what noise does to it
    bool by_velocities = true; ///< which a box that changes carries along
};

/// A window that is longer than the stage, and a stage whose noise is what would be measured.
template <class Settings>
void warn_of_window(const Sampled& sampled, const Settings& s,
                    const std::vector<StageSettings>& stages, std::vector<Diagnostic>& warnings) {
    if (stages.empty()) return;
    const StageSettings& stage = stages[sampled_stage(stages, s.stage)];
    const double samples = static_cast<double>(s.window) + 1;
    if (samples * static_cast<double>(s.every) > static_cast<double>(stage.steps))
        warnings.push_back(
            {sampled.name + ".window",
             fmt::format("a window of {} samples, every {} steps, and the sample at its start take "
                         "more than the {} steps of stage \"{}\": no time origin comes to its end, "
                         "so that no {} is found",
                         s.window, s.every, stage.steps, stage.name, sampled.result)});
    if (stage.changes_box() && sampled.by_velocities)
        warnings.push_back(
            {sampled.name,
             fmt::format("stage \"{}\" changes the box, and what is sampled is that of "
                         "atoms that are carried along",
                         stage.name)});
    if (stage.temperature_end)
        warnings.push_back(
            {sampled.name,
             fmt::format("stage \"{}\" changes its temperature on the way, and one {} is found for "
                         "all of it; sample a stage without temperature_end",
                         stage.name, sampled.result)});
    if (has_noise(stage.ensemble))
        warnings.push_back(
            {sampled.name,
             fmt::format("stage \"{}\" moves atoms with noise, which changes how {}; sample a "
                         "stage with nve, nose_hoover or velocity_rescaling",
                         stage.name, sampled.harm)});
}

/// A stage that is too short for a sample.
template <class Section>
void warn_of_short_stage(const std::string& name, const std::optional<Section>& section,
                         const std::vector<StageSettings>& stages,
                         std::vector<Diagnostic>& warnings) {
    if (!section || stages.empty()) return;
    const StageSettings& stage = stages[sampled_stage(stages, section->stage)];
    if (section->every > stage.steps)
        warnings.push_back(
            {name + ".every", fmt::format("found {}, more than the {} steps of stage \"{}\": no "
                                          "sample is taken",
                                          section->every, stage.steps, stage.name)});
}

void warn_of_windows(const OutputSections& sections, const std::vector<StageSettings>& stages,
                     std::vector<Diagnostic>& warnings) {
    sections.for_each_correlation([&](const std::string& name, const CorrelationSettings& s) {
        warn_of_window({name, "diffusion coefficient", "fast they diffuse", name != "msd"}, s,
                       stages, warnings);
    });
    if (sections.viscosity)
        warn_of_window({"viscosity", "viscosity", "momentum spreads"}, *sections.viscosity, stages,
                       warnings);
    if (sections.conductivity)
        warn_of_window({"conductivity", "thermal conductivity", "heat spreads"},
                       *sections.conductivity, stages, warnings);
}

/// Where species diffuse among each other, heat goes with them.
void warn_of_mixed_conductivity(const Config& config, std::vector<Diagnostic>& warnings) {
    if (!config.conductivity || config.species.size() < 2) return;
    warnings.push_back({"conductivity",
                        "atoms are of several species: where these diffuse among each other, the "
                        "heat current holds the energy that they carry, and the coefficient is "
                        "not that of heat conduction alone"});
}

void warn_of_intervals_of_the_run(const Config& config, std::vector<Diagnostic>& warnings) {
    const auto all_say = [&](auto every) {
        return std::all_of(config.stages.begin(), config.stages.end(),
                           [&](const StageSettings& s) { return (s.*every).has_value(); });
    };
    if (!all_say(&StageSettings::trajectory_every) &&
        never_comes(config.stages, config.trajectory.every)) {
        warnings.push_back({"trajectory.every",
                            "the run is shorter than that, so only its first frame is written"});
    }
    if (!all_say(&StageSettings::thermo_every) && never_comes(config.stages, config.thermo.every)) {
        warnings.push_back(
            {"thermo.every", "the run is shorter than that, so only its first line is written"});
    }
    if (config.rdf && never_comes(config.stages, config.rdf->every)) {
        warnings.push_back(
            {"rdf.every", "the run is shorter than that, so only its first step is sampled"});
    }
    warn_of_windows(config, config.stages, warnings);
    warn_of_short_stage("profile", config.profile, config.stages, warnings);
    warn_of_short_stage("structure_factor", config.structure_factor, config.stages, warnings);
    warn_of_mixed_conductivity(config, warnings);
    config.for_each_measure([&](const std::string& name, const auto& settings) {
        if (settings.every > 0 && never_comes(config.stages, settings.every))
            warnings.push_back({name + ".every",
                                "the run is shorter than that, so only its first step has a row"});
    });
    const double wall = config.checkpoint.wall_every;
    if (wall > 0 && wall < least_checkpoint_seconds) {
        warnings.push_back(
            {"checkpoint.wall_every",
             fmt::format("{:.3g} s is about what a checkpoint takes until it is on the "
                         "disk: the run will do little else; 0 switches off",
                         wall)});
    }
}

/// A run that is to stop where its energy drifts, of which nothing is known.
void warn_of_idle_guard(const Config& config, std::vector<Diagnostic>& warnings) {
    const auto keeps = [](const StageSettings& stage) { return stage.keeps_energy(); };
    if (config.thermo.on_drift != DriftAction::stop || config.stages.empty() ||
        std::any_of(config.stages.begin(), config.stages.end(), keeps))
        return;
    warnings.push_back({"thermo.on_drift",
                        "no stage should keep its energy, so that no drift is looked at: noise, "
                        "ramps, strains and all barostats but mtk change it"});
}

/// Whether atoms are put into parts of the box only.
bool fills_parts(const SystemSettings& system, const BoxSettings& box) {
    const auto& lattice = system.lattice;
    const auto& random = system.random;
    const auto has_regions = [](const auto& fill) {
        return fill && !(fill->inside.empty() && fill->outside.empty());
    };
    return has_regions(lattice) || has_regions(random) || (lattice && lattice->cells && box.edges);
}

/// What is computed as if the density were the same everywhere.
void warn_of_uniform_density(const Config& config, std::vector<Diagnostic>& warnings) {
    if (!fills_parts(config.system, config.box)) return;
    if (config.pair.tail_correction)
        warnings.push_back(
            {"pair.tail_correction",
             "assumes a uniform fluid all around, but atoms begin in parts of the box "
             "only; where these stay apart, remove it, or choose a longer cutoff"});
    const std::array<bool, 3> all{true, true, true};
    if (config.rdf &&
        config.box.periodic.value_or(all) == all) // otherwise reported with the open sides
        warnings.push_back({"rdf",
                            "g(r) is divided by the mean density of the whole box, but atoms "
                            "begin in parts of it only: where these stay apart, its shape "
                            "means something, its height does not"});
}

} // namespace

std::vector<Diagnostic> config_warnings(const Config& config) {
    std::vector<Diagnostic> warnings;
    warn_of_output_that_never_comes(config.stages, warnings);
    warn_of_couplings(config.velocity, config.stages, warnings);
    warn_of_stages(config.stages, warnings);
    warn_of_minimization(config.stages, config.velocity, warnings);
    warn_of_time_steps(config, warnings);
    warn_of_intervals_of_the_run(config, warnings);
    warn_of_idle_guard(config, warnings);
    warn_of_uniform_density(config, warnings);
    warn_of_regions(config.box, config.system, config.regions, warnings);
    if (config.neighbor.rebuild == RebuildRule::fixed) {
        warnings.push_back({"neighbor.rebuild",
                            "\"fixed\" rebuilds lists however far atoms have moved: "
                            "pairs may be missed, which is reported once it happened"});
    }
    MDSIM_ENSURE(all_name_keys(warnings));
    return warnings;
}

} // namespace mdsim
