// SPDX-License-Identifier: BSD-3-Clause
#include "core/units.hpp"

#include <array>
#include <cstddef>
#include <numbers>

#include "core/contract.hpp"

namespace mdsim {
namespace {

// CODATA 2018: E. Tiesinga, P. J. Mohr, D. B. Newell, B. N. Taylor, Rev. Mod. Phys. 93, 025010
// (2021), table XXXI; all three are exact in the SI of 2019.
constexpr double boltzmann_si = 1.380649e-23;            // [J / K]
constexpr double avogadro = 6.02214076e23;               // [1 / mol]
constexpr double elementary_charge = 1.602176634e-19;    // [C], also [J / eV]
constexpr double vacuum_permittivity = 8.8541878128e-12; // [F / m]; ibid., not exact

// Exact by definition (NIST SP 811, 2008, appendix B.8).
constexpr double joule_per_kcal = 4184;
constexpr double pascal_per_atm = 101325;
constexpr double pascal_per_bar = 1e5;

constexpr double kg_per_gram = 1e-3;

/// The factors in which a unit system differs from the internal units, and what two charges do.
struct Constants {
    double boltzmann;
    double mass;
    double pressure;
    double coulomb; ///< e^2 / (4 pi epsilon_0) [energy length]
};

constexpr double coulomb_si =
    elementary_charge * elementary_charge / (4 * std::numbers::pi * vacuum_permittivity); // [J m]

/// The factors that follow from the SI values of a system's units.
constexpr Constants derive(double length, double time, double energy, double pressure) {
    return {boltzmann_si / energy,
            kg_per_gram / avogadro * length * length / (energy * time * time),
            energy / (length * length * length) / pressure, coulomb_si / (energy * length)};
}

constexpr Constants codata(UnitSystem system) {
    switch (system) {
    case UnitSystem::metal:
        return derive(1e-10, 1e-12, elementary_charge, pascal_per_bar);
    case UnitSystem::real:
        return derive(1e-10, 1e-15, joule_per_kcal / avogadro, pascal_per_atm);
    case UnitSystem::nano: // the unit of mass is exactly 1 g/mol: kJ ps^2 / nm^2 = g
        return {boltzmann_si * avogadro / 1e3, 1, 1e30 / avogadro / pascal_per_bar,
                coulomb_si * avogadro / 1e3 * 1e9};
    case UnitSystem::lj:
        break;
    }
    return {1, 1, 1, 1};
}

/// As in update.cpp of LAMMPS (2022): `boltz`, `mvv2e`, `nktv2p`, `qqr2e` of its unit styles.
constexpr Constants lammps(UnitSystem system) {
    switch (system) {
    case UnitSystem::metal:
        return {8.617343e-5, 1.0364269e-4, 1.6021765e6, 14.399645};
    case UnitSystem::real:
        return {0.0019872067, 48.88821291 * 48.88821291, 68568.415, 332.06371};
    case UnitSystem::lj:
    case UnitSystem::nano:
        break;
    }
    return {1, 1, 1, 1};
}

/// As in math/units.h of GROMACS (2022): `c_boltz`, `c_presfac`, `c_one4PiEps0`.
constexpr Constants gromacs(UnitSystem system) {
    return system == UnitSystem::nano ? Constants{0.0083144626, 1, 16.6054, 138.935458}
                                      : Constants{1, 1, 1, 1};
}

constexpr Constants constants_of(UnitSystem system, ConstantSet set) {
    switch (set) {
    case ConstantSet::lammps:
        return lammps(system);
    case ConstantSet::gromacs:
        return gromacs(system);
    case ConstantSet::codata:
        break;
    }
    return codata(system);
}

/// One row for every dimension, in the order of the enum; columns lj, metal, real, nano.
constexpr std::array<std::array<std::string_view, 4>, 17> unit_names{{
    {"", "", "", ""},
    {"", "Angstrom", "Angstrom", "nm"},
    {"", "ps", "fs", "ps"},
    {"", "eV", "kcal mol-1", "kJ mol-1"},
    {"", "g mol-1", "g mol-1", "g mol-1"},
    {"", "Angstrom ps-1", "Angstrom fs-1", "nm ps-1"},
    {"", "K", "K", "K"},
    {"", "bar", "atm", "bar"},
    {"", "eV Angstrom-1", "kcal mol-1 Angstrom-1", "kJ mol-1 nm-1"},
    {"", "Angstrom-3", "Angstrom-3", "nm-3"},
    {"e", "e", "e", "e"},
    {"", "Angstrom-1", "Angstrom-1", "nm-1"},
    {"", "eV Angstrom", "kcal mol-1 Angstrom", "kJ mol-1 nm"},
    {"", "eV Angstrom6", "kcal mol-1 Angstrom6", "kJ mol-1 nm6"},
    {"", "eV Angstrom8", "kcal mol-1 Angstrom8", "kJ mol-1 nm8"},
    {"", "bar-1", "atm-1", "bar-1"},
    {"s", "s", "s", "s"},
}};
static_assert(static_cast<std::size_t>(Dimension::wall_time) + 1 == unit_names.size());

constexpr bool foreign_in_trajectory(UnitSystem system, Dimension dimension) {
    return system == UnitSystem::metal && dimension == Dimension::force;
}

} // namespace

bool has_constants(ConstantSet constants, UnitSystem system) {
    if (system == UnitSystem::lj || constants == ConstantSet::codata) {
        return true;
    }
    return (constants == ConstantSet::gromacs) == (system == UnitSystem::nano);
}

Units::Units(UnitSystem system, ConstantSet constants) : system_(system) {
    MDSIM_REQUIRE(has_constants(constants, system));
    if (system != UnitSystem::lj) {
        const Constants values = constants_of(system, constants);
        boltzmann_ = values.boltzmann;
        mass_ = values.mass;
        pressure_ = values.pressure;
        coulomb_ = values.coulomb;
    }
}

double Units::to_internal(Dimension dimension, double value) const {
    switch (dimension) {
    case Dimension::temperature:
        return value * boltzmann_;
    case Dimension::mass:
        return value * mass_;
    case Dimension::pressure:
        return value / pressure_;
    case Dimension::inverse_pressure:
        return value * pressure_;
    case Dimension::none:
    case Dimension::length:
    case Dimension::time:
    case Dimension::energy:
    case Dimension::velocity:
    case Dimension::force:
    case Dimension::density:
    case Dimension::charge:
    case Dimension::inverse_length:
    case Dimension::energy_length:
    case Dimension::energy_length6:
    case Dimension::energy_length8:
    case Dimension::wall_time:
        break; // units of their own, from which the internal ones follow
    }
    return value;
}

double Units::to_user(Dimension dimension, double value) const {
    switch (dimension) {
    case Dimension::temperature:
        return value / boltzmann_;
    case Dimension::mass:
        return value / mass_;
    case Dimension::pressure:
        return value * pressure_;
    case Dimension::inverse_pressure:
        return value / pressure_;
    case Dimension::none:
    case Dimension::length:
    case Dimension::time:
    case Dimension::energy:
    case Dimension::velocity:
    case Dimension::force:
    case Dimension::density:
    case Dimension::charge:
    case Dimension::inverse_length:
    case Dimension::energy_length:
    case Dimension::energy_length6:
    case Dimension::energy_length8:
    case Dimension::wall_time:
        break; // units of their own, from which the internal ones follow
    }
    return value;
}

double Units::from_electronvolt(double energy) const {
    MDSIM_REQUIRE(system_ != UnitSystem::lj);
    constexpr double joule_per_mol = elementary_charge * avogadro;
    if (system_ == UnitSystem::real) return energy * (joule_per_mol / joule_per_kcal);
    return system_ == UnitSystem::nano ? energy * (joule_per_mol / 1e3) : energy;
}

double Units::from_angstrom(double length) const {
    MDSIM_REQUIRE(system_ != UnitSystem::lj);
    return system_ == UnitSystem::nano ? length / 10 : length;
}

std::string_view Units::name(Dimension dimension) const {
    return unit_names[static_cast<std::size_t>(dimension)][static_cast<std::size_t>(system_)];
}

double Units::to_trajectory(Dimension dimension, double value) const {
    constexpr double kilojoule_per_mol_ev = elementary_charge * avogadro / 1e3;
    return to_user(dimension, value) *
           (foreign_in_trajectory(system_, dimension) ? kilojoule_per_mol_ev : 1.0);
}

std::string_view Units::trajectory_name(Dimension dimension) const {
    return foreign_in_trajectory(system_, dimension) ? "kJ mol-1 Angstrom-1" : name(dimension);
}

std::string_view Units::speed_time_name() const { return system_ == UnitSystem::lj ? "tau" : "ns"; }

double Units::to_speed_time(double time) const {
    switch (system_) {
    case UnitSystem::lj:
        return time;
    case UnitSystem::real:
        return time * 1e-6;
    case UnitSystem::metal:
    case UnitSystem::nano:
        break;
    }
    return time * 1e-3;
}

} // namespace mdsim
