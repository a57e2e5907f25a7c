// SPDX-License-Identifier: BSD-3-Clause
#include "app/check_scales.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/typical_sizes.hpp"

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

std::string with_unit(const Units& units, Dimension dimension, double value) {
    const std::string_view unit = units.name(dimension);
    return fmt::format("{:.4g}{}{}", units.to_user(dimension, value), unit.empty() ? "" : " ",
                       unit);
}

std::string pair_name(const MeasuredSystem& system, const PairScale& s) {
    return fmt::format("{}-{}", (*system.species)[s.a].name, (*system.species)[s.b].name);
}

bool within(double value, double low, double high) { return value >= low && value <= high; }

/// Whether numbers look like those of reduced units: sigma, and the temperature over epsilon.
bool looks_reduced(const Units& units, const PairScale& s, double thermal) {
    if (units.system() == UnitSystem::lj || !s.by_sigma) return false;
    const double temperature = units.to_user(Dimension::temperature, thermal);
    return within(s.length, 0.5, 2) && within(temperature / s.energy, 0.05, 20);
}

/// Which slips would make k_B T and a well fit to each other.
std::string energy_advice(const Units& units, const PairScale& s, double thermal) {
    constexpr double low = 0.05, high = 5; // of k_B T over the depth of a well
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

/// k_B T far below the shallowest or far above the deepest well.
void note_thermal_energy(const Config& config, const MeasuredSystem& system,
                         std::vector<Fault>& notes) {
    constexpr double cold = 0.02, hot = 50;
    const double thermal = highest_temperature(config);
    const PairScale* shallow = nullptr;
    const PairScale* deep = nullptr;
    for (const PairScale& s : system.scales) {
        if (!(s.energy > 0)) continue;
        if (shallow == nullptr || s.energy < shallow->energy) shallow = &s;
        if (deep == nullptr || s.energy > deep->energy) deep = &s;
    }
    if (!(thermal > 0) || deep == nullptr) return;
    const bool freezes = thermal < cold * shallow->energy;
    if (!freezes && thermal <= hot * deep->energy) return;
    const PairScale& s = freezes ? *shallow : *deep;
    const Units units = config.conversions();
    const std::string advice = energy_advice(units, s, thermal);
    notes.push_back(
        {"pair",
         fmt::format("at the highest temperature, {}, k_B T is {:.2g} times {}, {}, of {}: {}. "
                     "Usual is 0.1 to 10{}{}",
                     with_unit(units, Dimension::temperature, thermal), thermal / s.energy,
                     s.by_sigma ? "epsilon" : "the depth",
                     with_unit(units, Dimension::energy, s.energy), pair_name(system, s),
                     freezes ? "atoms stay where they are" : "atoms hardly attract each other",
                     advice.empty() ? "" : "; ", advice)});
}

/// Sigmas that no atom has, and cutoffs of very many sigmas.
void note_lengths(const Config& config, const ForceField& field, const MeasuredSystem& system,
                  std::vector<Fault>& notes) {
    constexpr double many = 12;             // sigma; usual is 2.5 to 5
    constexpr double small = 1, large = 15; // Angstrom
    const Units units = config.conversions();
    const bool reduced = units.system() == UnitSystem::lj;
    const double angstrom = units.system() == UnitSystem::nano ? 0.1 : 1;
    for (const PairScale& s : system.scales) {
        if (!s.by_sigma) continue;
        const double cutoff = field.interaction(s.a, s.b)->cutoff;
        const bool odd = !reduced && !within(s.length / angstrom, small, large);
        if (!odd && cutoff <= many * s.length) continue;
        std::string advice;
        const bool is_small = s.length < small * angstrom;
        const double meant = s.length * (is_small ? 10 : 0.1);
        if (odd && within(meant / angstrom, 2, 8))
            advice =
                fmt::format("; in {}, {:.4g} would be {}",
                            (units.system() == UnitSystem::nano) == is_small ? "Angstrom" : "nm",
                            s.length, with_unit(units, Dimension::length, meant));
        notes.push_back(
            {"pair",
             fmt::format("pair {}: sigma = {} is {}{}{}", pair_name(system, s),
                         with_unit(units, Dimension::length, s.length),
                         odd ? (is_small ? "less than that of any atom, and "
                                         : "more than that of any atom, and ")
                             : "",
                         fmt::format("the cutoff {} is {:.3g} times that (usual is 2.5 to 5)",
                                     with_unit(units, Dimension::length, cutoff),
                                     cutoff / s.length),
                         advice)});
    }
}

double total_of(const MeasuredSystem& system) {
    return static_cast<double>(std::accumulate(system.count_of_type->begin(),
                                               system.count_of_type->end(), std::int64_t{0}));
}

/// The density that the input gives, in the user's number; 0 where it gives none.
double given_density(const Config& config, const char*& key) {
    const SystemSettings& system = config.system;
    key = "system";
    if (system.lattice && system.lattice->density) {
        key = "system.lattice.density";
        return *system.lattice->density;
    }
    if (system.random && system.random->density) {
        key = "system.random.density";
        return *system.random->density;
    }
    return 0;
}

/// Densities of matter that cannot be compressed so far.
bool note_dense(const Config& config, const MeasuredSystem& system, std::vector<Fault>& notes) {
    constexpr double most = 2; // of crystals under pressure, in sigma^-3
    const double reduced = reduced_density(system.scales, *system.count_of_type, system.volume);
    if (!(reduced > most)) return false;
    const Units units = config.conversions();
    const double density = total_of(system) / system.volume;
    const double mass = mass_density(units, system);
    const char* key = nullptr;
    const double given = given_density(config, key);
    std::string advice;
    // Number densities of a mass density of the given number, in g/cm^3 and in kg/m^3.
    for (const double unit : {1.0, 1e-3}) {
        const double meant = mass > 0 && given > 0 ? density * given * unit / mass : 0;
        if (within(reduced * meant / density, 0.05, 1.5))
            advice = fmt::format("; densities are numbers of atoms: {:.6g} {} would be {:.6g}",
                                 given, unit == 1.0 ? "g/cm3" : "kg/m3", meant);
    }
    notes.push_back({key, fmt::format("a number density of {:.4g}{} is {:.3g} atoms in sigma^3; "
                                      "liquids have 0.6 to 0.9, crystals about 1{}",
                                      density, mass > 0 ? fmt::format(" ({:.3g} g/cm3)", mass) : "",
                                      reduced, advice)});
    return true;
}

void note_masses(const Config& config, const MeasuredSystem& system, std::vector<Fault>& notes) {
    const Units units = config.conversions();
    for (std::size_t t = 0; t < system.species->size(); ++t) {
        const Species& s = (*system.species)[t];
        const std::string advice = mass_advice(units, s.name, s.mass);
        if (!advice.empty())
            notes.push_back(
                {t < config.species.size() ? fmt::format("species.{}.mass", t) : "species",
                 advice});
    }
}

/// Matter that is heavier than any on earth, at a usual number of atoms.
void note_heavy(const Config& config, const MeasuredSystem& system, std::vector<Fault>& notes) {
    constexpr double most = 30; // g/cm^3; osmium has 22.6
    const double mass = mass_density(config.conversions(), system);
    if (system.repeats && mass > most)
        notes.push_back(
            {"system", fmt::format("the mass density is {:.3g} g/cm3, and no matter has "
                                   "more than 23: look at masses, density and lengths",
                                   mass)});
}

} // namespace

std::string mass_advice(const Units& units, const std::string& name, double mass) {
    constexpr double least = 0.5; // g/mol; hydrogen has 1
    constexpr double mole = 6.02214076e23;
    if (units.system() == UnitSystem::lj || !(mass > 0)) return {};
    const double given = units.to_user(Dimension::mass, mass);
    if (given >= least) return {};
    std::string text =
        fmt::format("the mass {:.4g} of \"{}\" is less than that of any atom: masses "
                    "are in g/mol (argon has 39.95)",
                    given, name);
    for (const auto& [unit, size] :
         {std::pair("kg", 1e3 * mole), std::pair("g", mole), std::pair("kg/mol", 1e3)})
        if (within(given * size, 1, 300))
            return text + fmt::format("; {:.4g} {} would be {:.4g}", given, unit, given * size);
    return text;
}

double mass_density(const Units& units, const MeasuredSystem& system) {
    if (units.system() == UnitSystem::lj) return 0;
    constexpr double mole = 0.602214076;                             // 1e24 / mol
    const double cm = units.system() == UnitSystem::nano ? 1e-3 : 1; // volume unit, in Angstrom^3
    double mass = 0;
    for (std::size_t t = 0; t < system.species->size(); ++t)
        mass += static_cast<double>((*system.count_of_type)[t]) *
                units.to_user(Dimension::mass, (*system.species)[t].mass);
    return mass / system.volume / mole * cm;
}

std::vector<Fault> check_scales(const Config& config, const ForceField& field,
                                const MeasuredSystem& system) {
    std::vector<Fault> notes;
    note_thermal_energy(config, system, notes);
    note_lengths(config, field, system, notes);
    if (!note_dense(config, system, notes)) note_heavy(config, system, notes);
    note_masses(config, system, notes);
    return notes;
}

} // namespace mdsim
