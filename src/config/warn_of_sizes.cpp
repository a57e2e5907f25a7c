// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "config/config_check.hpp"
#include "core/contract.hpp"
#include "core/fixed_sum.hpp"

namespace mdsim {
namespace {

/// The longest way of a typical atom in a step, of the fastest species.
double way_in_step(const std::vector<StageSettings>& stages, const JudgedSizes& r) {
    double longest = 0;
    for (const StageSettings& stage : stages) {
        longest = std::max(longest, stage.time_step);
    }
    return r.sizes.fastest * longest;
}

/// Lists that hold far more than what interacts, or are made anew at each step.
void warn_of_lists(const NeighborSettings& neighbor, const std::vector<StageSettings>& stages,
                   const JudgedSizes& r, std::vector<Diagnostic>& warnings) {
    constexpr double many = 1e4; // liquids have 50 to 500
    const bool checked = neighbor.rebuild == RebuildRule::checked;
    const double way = way_in_step(stages, r);
    if (neighbor.skin && r.skin > r.cutoff) {
        warnings.push_back(
            {"neighbor.skin",
             fmt::format("{:.6g} is longer than the cutoff {:.6g}: lists hold {:.3g} "
                         "times the pairs that interact, and each step looks at all",
                         r.skin, r.cutoff, std::pow(1 + r.skin / r.cutoff, 3))});
    } else if (r.list_length > many) {
        warnings.push_back({r.list_range > r.cutoff + r.skin ? "rdf.range" : "pair.cutoff",
                            fmt::format("each atom has about {:.3g} others within the list range "
                                        "(up to {:.6g}), images included: a step takes as much "
                                        "longer",
                                        r.list_length, r.list_range)});
    }
    if (neighbor.skin && checked && way > 0 && 2 * way > r.skin / 2) {
        warnings.push_back(
            {"neighbor.skin",
             fmt::format("{:.3g} is so thin that lists are made anew at about every "
                         "step: an atom flies {:.3g} in one; leave it out to have it "
                         "chosen",
                         r.skin, way)});
    }
}

/// Atoms of a lattice or a random fill that hardly ever meet, or that are thrown upon each other.
void warn_of_density(const SystemSettings& system, const JudgedSizes& r,
                     std::vector<Diagnostic>& warnings) {
    constexpr double few_atoms = 100;
    if (system.file || !r.repeats || r.atoms < few_atoms) return;
    if (hardly_meet(system, r.atoms, r.volume, r.cutoff, r.repeats)) {
        warnings.push_back(
            {"system", fmt::format("at a number density of {:.3g} less than one pair of the "
                                   "whole system is within the cutoff {:.6g} at a time: atoms "
                                   "fly freely",
                                   r.atoms / r.volume, r.cutoff)});
    }
    const double distance = std::cbrt(r.volume / r.atoms);
    if (system.lattice && system.lattice->displacement > distance / 2) {
        warnings.push_back(
            {"system.lattice.displacement",
             fmt::format("{:.3g} may put atoms into one place: they are {:.3g} apart",
                         system.lattice->displacement, distance)});
    }
}

/// Motion that the steps of positions swallow.
void warn_of_standstill(Precision precision, const std::vector<StageSettings>& stages,
                        const JudgedSizes& r, std::vector<Diagnostic>& warnings) {
    constexpr double few = 10; // rounding takes a twentieth of the way
    const bool mixed = precision == Precision::mixed;
    const double step = std::ldexp(r.longest_edge, mixed ? -32 : -64);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const double way = r.sizes.slowest * stages[i].time_step;
        if (r.sizes.named && r.sizes.slowest > 0 && way < few * step) {
            warnings.push_back(
                {fmt::format("stage.{}.time_step", i),
                 fmt::format("at this temperature an atom flies {:.3g} in one step, "
                             "but {} keeps positions in steps of {:.2g}: its motion is "
                             "rounded away",
                             way, enum_name(precision), step)});
        }
    }
}

/// A Nosé-Hoover thermostat that changes velocities by less than the rounding of a float. Its
/// friction is 1 / (relaxation_time sqrt(degrees of freedom)) in the mean: Martyna, Klein and
/// Tuckerman (1992), by the canonical distribution of the thermostat's momentum.
void warn_of_faint_thermostats(Precision precision, const std::vector<StageSettings>& stages,
                               const JudgedSizes& r, std::vector<Diagnostic>& warnings) {
    constexpr double faint = 1e-7; // a float is rounded by up to 6e-8 of it
    if (precision != Precision::mixed || !(r.atoms > 0)) return;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageSettings& stage = stages[i];
        if (stage.ensemble != Ensemble::nose_hoover || !stage.relaxation_time) continue;
        const double interval = stage.coupling_interval() * stage.time_step;
        const double change = interval / (2 * *stage.relaxation_time * std::sqrt(3 * r.atoms));
        if (change >= faint) continue;
        warnings.push_back(
            {fmt::format("stage.{}.relaxation_time", i),
             fmt::format("with so many atoms the thermostat changes a velocity by {:.1g} of it at "
                         "a time, less than mixed precision keeps, so that it acts more weakly "
                         "than asked: couple_every = {:.0f} lets it act less often, and more each "
                         "time",
                         change, std::ceil(stage.coupling_interval() * faint / change))});
    }
}

/// Energies that their sums, in fixed point, round away.
void warn_of_small_energies(const Units& units, const JudgedSizes& r,
                            std::vector<Diagnostic>& warnings) {
    constexpr double few = 1000;
    const double step = std::ldexp(1.0, -fixed_scale::energy.bits);
    if (!(r.sizes.energy > 0) || r.sizes.energy > few * step) return;
    const std::string_view unit = units.name(Dimension::energy);
    warnings.push_back(
        {"units",
         fmt::format("the energies of an atom are of the size {:.2g}{}{}, and sums over "
                     "the system keep steps of {:.2g}: temperature, energies and pressure "
                     "say little or nothing; choose units in which they are near 1",
                     units.to_user(Dimension::energy, r.sizes.energy), unit.empty() ? "" : " ",
                     unit, units.to_user(Dimension::energy, step))});
}

/// Where Lennard-Jones atoms begin to repel each other, in units of sigma: 2^(1/6), less what
/// people round it to.
constexpr double core_radius = 1.1;

/// Beyond so many core radii there is a well that a truncation could change.
constexpr double well = 1.03;

/// Truncations within the core of a pair, and a switch that an atom jumps over.
void warn_of_truncation(const PairInteraction& pair, const std::string& who, double way,
                        std::vector<Diagnostic>& warnings) {
    const double sigma = scale_of(pair).core_distance();
    const double core = core_radius * sigma;
    const bool smooth = pair.truncation == Truncation::smooth;
    if (pair.cutoff < core && pair.truncation != Truncation::force_shift && !smooth) {
        warnings.push_back(
            {"pair.cutoff",
             fmt::format("pair {}: at {:.6g} the atoms still repel each other (sigma = "
                         "{:.6g}), so their force jumps there and energy is not kept",
                         who, pair.cutoff, sigma)});
    }
    if (smooth && pair.switch_from < core && pair.cutoff > well * core) {
        warnings.push_back(
            {"pair.switch_from",
             fmt::format("pair {}: at {:.6g} the atoms still repel each other (sigma = "
                         "{:.6g}): the switch changes the whole well",
                         who, pair.switch_from, sigma)});
    }
    if (smooth && pair.cutoff - pair.switch_from < way) {
        warnings.push_back(
            {"pair.switch_from",
             fmt::format("pair {}: the switch is {:.3g} wide, and an atom flies {:.3g} "
                         "in one step: it acts like a jump at the cutoff",
                         who, pair.cutoff - pair.switch_from, way)});
    }
}

/// Distances below those to which atoms ever come.
void warn_of_rdf(const std::optional<RdfSettings>& rdf, const ForceField& field,
                 std::vector<Diagnostic>& warnings) {
    constexpr double never = 0.8; // sigma: the energy is 43 epsilon there
    double nearest = 0;
    for (TypeId a = 0; a < field.types(); ++a) {
        for (TypeId b = a; b < field.types(); ++b) {
            const auto scale = field.scale(a, b);
            const double sigma = scale ? scale->core_distance() : 0;
            if (sigma == 0) return;
            nearest = nearest == 0 ? sigma : std::min(nearest, sigma);
        }
    }
    if (rdf && rdf->range < never * nearest) {
        warnings.push_back(
            {"rdf.range", fmt::format("{:.3g} is less than atoms ever come near each "
                                      "other (sigma = {:.6g}): g(r) will be zero",
                                      rdf->range, nearest)});
    }
}

} // namespace

bool hardly_meet(const SystemSettings& system, double atoms, double volume, double cutoff,
                 bool repeats) {
    constexpr double few_atoms = 100;
    if (system.file || !repeats || atoms < few_atoms) return false;
    const double pairs = atoms * atoms / volume * 2 / 3 * std::numbers::pi * std::pow(cutoff, 3);
    return pairs < 1;
}

void warn_of_absurd_sizes(const Config& config, const std::vector<std::string>& species,
                          const ForceField& field, const JudgedSizes& judged,
                          std::vector<Diagnostic>& warnings) {
    MDSIM_EXPECT(species.size() == field.types());
    warn_of_lists(config.neighbor, config.stages, judged, warnings);
    warn_of_density(config.system, judged, warnings);
    warn_of_standstill(config.run.precision, config.stages, judged, warnings);
    warn_of_faint_thermostats(config.run.precision, config.stages, judged, warnings);
    warn_of_small_energies(config.conversions(), judged, warnings);
    warn_of_rdf(config.rdf, field, warnings);
    for (TypeId a = 0; a < field.types(); ++a) {
        for (TypeId b = a; b < field.types(); ++b) {
            if (const auto& pair = field.interaction(a, b)) {
                warn_of_truncation(*pair, fmt::format("{}-{}", species[a], species[b]),
                                   way_in_step(config.stages, judged), warnings);
            }
        }
    }
}

} // namespace mdsim
