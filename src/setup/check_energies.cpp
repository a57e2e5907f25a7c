// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "setup/check_scales.hpp"

namespace mdsim {

namespace {

/// A unit that a number may have been meant in, in multiples of the one that the input has.
struct OtherUnit {
    const char* name;
    double size;
};

/// Units of energy in which papers give wells.
std::vector<OtherUnit> other_energies(const Units& units) {
    const double kelvin = units.to_internal(Dimension::temperature, 1);
    constexpr double kcal = 4.184;       // kJ
    constexpr double volt = 96.48533212; // kJ/mol
    switch (units.system()) {
    case UnitSystem::real:
        return {{"kelvin", kelvin}, {"kJ/mol", 1 / kcal}, {"eV", volt / kcal}};
    case UnitSystem::metal:
        return {{"kelvin", kelvin}, {"kJ/mol", 1 / volt}, {"kcal/mol", kcal / volt}};
    case UnitSystem::nano:
        return {{"kelvin", kelvin}, {"kcal/mol", kcal}, {"eV", volt}};
    case UnitSystem::lj:
        break;
    }
    return {};
}

/// Units of velocity in which other programs write files.
std::vector<OtherUnit> other_velocities(const Units& units) {
    constexpr double ase = 98.2269; // Angstrom / ps: sqrt(eV / (g/mol))
    switch (units.system()) {
    case UnitSystem::real: // Angstrom / fs
        return {{"Angstrom/ps", 1e-3},
                {"nm/ps", 1e-2},
                {"the units of ASE", ase * 1e-3},
                {"m/s", 1e-5}};
    case UnitSystem::metal: // Angstrom / ps
        return {{"nm/ps", 10}, {"Angstrom/fs", 1e3}, {"the units of ASE", ase}, {"m/s", 1e-2}};
    case UnitSystem::nano: // nm / ps
        return {{"Angstrom/ps", 0.1},
                {"Angstrom/fs", 100},
                {"the units of ASE", ase * 0.1},
                {"m/s", 1e-3}};
    case UnitSystem::lj:
        break;
    }
    return {};
}

constexpr double low = 0.05, high = 5; ///< of k_B T over the depth of a well, in usual systems

/// Whether numbers look like those of reduced units: sigma, and the temperature over epsilon.
bool looks_reduced(const Units& units, const PairScale& s, double thermal) {
    if (units.system() == UnitSystem::lj || !s.by_sigma) return false;
    const double temperature = units.to_user(Dimension::temperature, thermal);
    return within(s.length, 0.5, 2) && within(temperature / s.energy, 0.05, 20);
}

/// Which slips of the input would make k_B T and a well fit to each other.
std::string energy_advice(const Units& units, const PairScale& s, double thermal) {
    MDSIM_EXPECT(thermal > 0 && s.energy > 0);
    if (units.system() == UnitSystem::lj)
        return thermal > s.energy
                   ? "temperatures of lj are multiples of epsilon / k_B: is this one "
                     "in kelvin?"
                   : "";
    if (looks_reduced(units, s, thermal))
        return "are these reduced numbers, as of units.system = \"lj\"?";
    std::string text;
    const char* const what = s.by_sigma ? "epsilon" : "the table";
    for (const OtherUnit& other : other_energies(units)) {
        const double ratio = thermal / (s.energy * other.size);
        if (!within(ratio, low, high)) continue;
        text += fmt::format("{}{} in {} would be {}, and k_B T {:.2g} of it",
                            text.empty() ? "" : "; ", what, other.name,
                            with_unit(units, Dimension::energy, s.energy * other.size), ratio);
    }
    const double temperature = units.to_user(Dimension::temperature, thermal);
    if (thermal < s.energy && within(temperature, low, high))
        text += fmt::format("{}a temperature of {:.4g} epsilon / k_B would be {}",
                            text.empty() ? "" : "; ", temperature,
                            with_unit(units, Dimension::temperature, temperature * s.energy));
    return text;
}

/// In which units velocities of a file would fit to a well.
std::string velocity_advice(const Units& units, const PairScale& s, double moving) {
    MDSIM_EXPECT(moving > 0 && s.energy > 0);
    std::string text;
    for (const OtherUnit& other : other_velocities(units)) {
        const double meant = moving * other.size * other.size;
        if (!within(meant / s.energy, low, high)) continue;
        text += fmt::format("{}read as {}, they would have {}", text.empty() ? "" : "; ",
                            other.name, with_unit(units, Dimension::temperature, meant));
    }
    if (text.empty()) text = "are they in other units?";
    return text;
}

/// The pairs whose wells k_B T does not fit to, the one to name first.
struct Misfits {
    std::vector<const PairScale*> pairs;
    bool freeze = false;
};

/// Wells so deep that atoms stay in them; bonds of a crystal that melts are ten times as deep.
/// Where some are and others are not, only epsilons of like atoms are judged, by a wider bound: a
/// table may be that of a bond, and `lj` has no units in which a single number could slip.
std::vector<const PairScale*> too_deep(const MeasuredSystem& system, double thermal) {
    constexpr double very_cold = 0.01;
    const auto is_cold = [thermal](const PairScale& s) {
        return thermal < (s.of_bonds ? 0.002 : 0.02) * s.energy;
    };
    const bool reduced = system.units.system() == UnitSystem::lj;
    std::vector<const PairScale*> deep;
    bool all = true;
    for (const PairScale& s : system.scales) {
        if (!(s.energy > 0)) continue;
        if (is_cold(s)) deep.push_back(&s);
        all = all && is_cold(s);
    }
    if (all) return deep;
    deep.erase(std::remove_if(deep.begin(), deep.end(),
                              [&](const PairScale* s) {
                                  return reduced || s->a != s->b || !s->by_sigma ||
                                         thermal >= very_cold * s->energy;
                              }),
               deep.end());
    return deep;
}

Misfits find_misfits(const MeasuredSystem& system, double thermal) {
    constexpr double hot = 50;
    const auto deeper = [](const PairScale* a, const PairScale* b) {
        return a->energy > b->energy;
    };
    Misfits found;
    found.pairs = too_deep(system, thermal);
    found.freeze = !found.pairs.empty();
    bool all_hot = !found.freeze;
    for (const PairScale& s : system.scales) all_hot = all_hot && thermal > hot * s.energy;
    for (const PairScale& s : system.scales)
        if (all_hot && s.energy > 0) found.pairs.push_back(&s);
    std::stable_sort(found.pairs.begin(), found.pairs.end(), deeper);
    return found;
}

} // namespace

/// k_B T far below the wells, or far above the deepest.
void warn_of_energies(double named, const MeasuredSystem& system,
                      std::vector<Diagnostic>& warnings) {
    const bool by_file = system.moving > named;
    const double thermal = std::max(named, system.moving);
    if (!(thermal > 0)) return;
    const Misfits found = find_misfits(system, thermal);
    if (found.pairs.empty()) return;
    const PairScale& s = *found.pairs.front();
    const Units& units = system.units;
    const std::string advice =
        by_file ? velocity_advice(units, s, thermal) : energy_advice(units, s, thermal);
    warnings.push_back(
        {by_file ? "system.file" : "pair",
         fmt::format("at the {}, {}, k_B T is {:.2g} times {}, {}, of {}: {}{}. "
                     "Usual is 0.1 to 10{}{}",
                     by_file ? "temperature of the velocities in the file" : "highest temperature",
                     with_unit(units, Dimension::temperature, thermal), thermal / s.energy,
                     s.by_sigma ? "epsilon" : "the depth",
                     with_unit(units, Dimension::energy, s.energy), pair_name(system, s),
                     found.freeze ? "atoms stay where they are" : "atoms hardly attract each other",
                     more_pairs(found.pairs.size() - 1), advice.empty() ? "" : "; ", advice)});
}

} // namespace mdsim
