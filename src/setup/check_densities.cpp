// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "core/contract.hpp"
#include "input/structure/lattice.hpp"
#include "setup/check_scales.hpp"

namespace mdsim {

namespace {

/// What the input says of the density, or of the lengths that give it.
struct Given {
    const char* key = "system";
    double density = 0;             ///< where the lattice is, or of the whole box
    std::optional<double> number;   ///< a density, as the user wrote it
    std::optional<double> constant; ///< of a lattice
    bool file = false;
};

Given given_by(const SystemSettings& settings, const MeasuredSystem& system) {
    Given given{"system", system.number_density(), {}, {}, settings.file.has_value()};
    if (given.file) given.key = "system.file";
    if (const auto& lattice = settings.lattice; lattice && lattice->density) {
        given.key = "system.lattice.density";
        given.number = lattice->density;
        given.density = *lattice->density;
    } else if (lattice && lattice->constant) {
        given.key = "system.lattice.constant";
        given.constant = lattice->constant;
        LatticeSpec one_cell;
        one_cell.lattice = lattice->type;
        one_cell.constant = *lattice->constant;
        one_cell.basis = {0};
        given.density = lattice_sites(lattice->type) / lattice_box(one_cell).volume();
    } else if (const auto& random = settings.random; random && random->density) {
        given.key = "system.random.density";
        given.number = random->density;
    }
    return given;
}

/// Of all pairs, as `reduced_density` means it.
double sigma_cubed(const MeasuredSystem& system) {
    return reduced_density(system.scales, *system.count_of_type, system.volume) /
           system.number_density();
}

/// The masses in g/cm^3 of one atom in a unit volume.
double mass_of_unit(const Units& units, const MeasuredSystem& system) {
    return mass_density(units, system) / system.number_density();
}

/// A unit in which the number of the input may have been meant, and the number that it would be.
struct Reading {
    const char* unit;
    double meant;
};

std::vector<Reading> readings_of_density(const Units& units, const MeasuredSystem& system,
                                         double number) {
    const bool nano = units.system() == UnitSystem::nano;
    const double mass = mass_of_unit(units, system);
    return {{"atoms in sigma^3", number / sigma_cubed(system)},
            {nano ? "Angstrom^-3" : "nm^-3", number * (nano ? 1e3 : 1e-3)},
            {"g/cm3", number / mass},
            {"kg/m3", number / mass * 1e-3}};
}

std::vector<Reading> readings_of_length(const Units& units, const MeasuredSystem& system,
                                        double number) {
    const double sigma = std::cbrt(sigma_cubed(system));
    if (units.system() == UnitSystem::nano)
        return {{"Angstrom", number * 0.1}, {"pm", number * 1e-3}, {"sigma", number * sigma}};
    return {{"nm", number * 10}, {"pm", number * 1e-2}, {"sigma", number * sigma}};
}

/// Whether a density is that of a liquid or a crystal.
bool is_condensed(double reduced) { return within(reduced, 0.3, 1.25); }

std::string text_of(const std::vector<Reading>& readings, double number, double power,
                    double reduced) {
    MDSIM_EXPECT(number > 0 && reduced > 0);
    std::string text;
    for (const Reading& r : readings)
        if (is_condensed(reduced * std::pow(r.meant / number, power)))
            text += fmt::format("; {:.6g} {} would be {:.4g}", number, r.unit, r.meant);
    return text;
}

/// Densities of matter that cannot be compressed so far.
bool warn_of_dense(const SystemSettings& settings, const MeasuredSystem& system, const Given& given,
                   std::vector<Diagnostic>& warnings) {
    constexpr double most = 2; // of crystals under pressure, in sigma^-3
    const double reduced = given.density * sigma_cubed(system);
    if (!(reduced > most)) return false;
    const Units& units = system.units;
    const double mass = given.density * mass_of_unit(units, system);
    warnings.push_back(
        {given.key, fmt::format("a number density of {:.4g}{} is {:.3g} atoms in sigma^3; "
                                "liquids have 0.6 to 0.9, crystals about 1{}",
                                given.density, mass > 0 ? fmt::format(" ({:.3g} g/cm3)", mass) : "",
                                reduced, density_advice(settings, system))});
    return true;
}

/// Matter that is heavier than any on earth, at a usual number of atoms.
void warn_of_heavy(const MeasuredSystem& system, const Given& given,
                   std::vector<Diagnostic>& warnings) {
    constexpr double most = 30; // g/cm^3; osmium has 22.6
    const double mass = given.density * mass_of_unit(system.units, system);
    if (system.repeats && mass > most)
        warnings.push_back(
            {"system", fmt::format("the mass density is {:.3g} g/cm3, and no matter has "
                                   "more than 23: look at masses, density and lengths",
                                   mass)});
}

} // namespace

const char* density_key(const SystemSettings& settings, const MeasuredSystem& system) {
    return given_by(settings, system).key;
}

std::string density_advice(const SystemSettings& settings, const MeasuredSystem& system) {
    const Units& units = system.units;
    const Given given = given_by(settings, system);
    const double reduced = given.density * sigma_cubed(system);
    if (units.system() == UnitSystem::lj || !(reduced > 0)) return {};
    if (given.number) {
        const std::string text =
            text_of(readings_of_density(units, system, *given.number), *given.number, 1, reduced);
        return text.empty() ? "" : "; densities are numbers of atoms" + text;
    }
    if (given.constant)
        return text_of(readings_of_length(units, system, *given.constant), *given.constant, -3,
                       reduced);
    std::string text;
    if (given.file)
        for (const Reading& r : readings_of_length(units, system, 1))
            if (is_condensed(reduced * std::pow(r.meant, -3)))
                text += fmt::format("; are the lengths of the file in {}?", r.unit);
    return text;
}

void warn_of_densities(const SystemSettings& settings, const MeasuredSystem& system,
                       std::vector<Diagnostic>& warnings) {
    const Given given = given_by(settings, system);
    if (!warn_of_dense(settings, system, given, warnings)) warn_of_heavy(system, given, warnings);
}

} // namespace mdsim
