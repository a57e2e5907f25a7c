// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "core/field.hpp"

namespace mdsim {

/// The units in which a user writes the input and reads the output.
enum class UnitSystem {
    lj,    ///< reduced: everything in multiples of sigma, epsilon and the mass of an atom
    metal, ///< Angstrom, ps, eV, g/mol, K, bar
    real,  ///< Angstrom, fs, kcal/mol, g/mol, K, atm
    nano   ///< nm, ps, kJ/mol, g/mol, K, bar
};

constexpr EnumNames<UnitSystem, 4> enum_names(UnitSystem) {
    return {{{"lj", UnitSystem::lj},
             {"metal", UnitSystem::metal},
             {"real", UnitSystem::real},
             {"nano", UnitSystem::nano}}};
}

/// Whose values of the physical constants are used; the others only serve comparisons.
enum class ConstantSet {
    codata, ///< CODATA 2018, exact where the SI is
    lammps, ///< what LAMMPS uses in its styles metal and real
    gromacs ///< what GROMACS uses
};

constexpr EnumNames<ConstantSet, 3> enum_names(ConstantSet) {
    return {{{"codata", ConstantSet::codata},
             {"lammps", ConstantSet::lammps},
             {"gromacs", ConstantSet::gromacs}}};
}

/// Whether the set has values for the unit system; every set has them for lj, where all are 1.
bool has_constants(ConstantSet constants, UnitSystem system);

/// Converts between the user's units and the internal ones.
///
/// Internally length, time, energy and what follows from them (velocity, force, density) are the
/// user's own; mass is in energy time^2 / length^2, so that F = m a needs no factor; temperature
/// is k_B T in energy units; pressure is energy / length^3; charge is in elementary charges.
class Units {
  public:
    /// Throws ContractError if the set has no constants for the system.
    explicit Units(UnitSystem system, ConstantSet constants = ConstantSet::codata);

    UnitSystem system() const { return system_; }

    /// The internal value of a quantity given in the user's unit.
    double to_internal(Dimension dimension, double value) const;

    /// The value in the user's unit of an internal quantity.
    double to_user(Dimension dimension, double value) const;

    /// The internal value of a quantity given in electron volts and Angstrom, as the files of
    /// many-body potentials give energies, lengths and what follows from both; not for lj, which
    /// has no such units.
    double from_electronvolt(double energy) const;
    double from_angstrom(double length) const;

    /// The energy of two elementary charges times their distance, e^2 / (4 pi epsilon_0) [energy
    /// length]; 1 for lj.
    double coulomb() const { return coulomb_; }

    /// The name of the user's unit as H5MD writes it, "Angstrom ps-1"; empty if it has none.
    std::string_view name(Dimension dimension) const;

    /// The value of an internal quantity in the unit in which the trajectory holds it.
    ///
    /// It is the user's unit with one exception: forces of `metal` are written in
    /// kJ mol-1 Angstrom-1, because MDAnalysis refuses files with forces in eV Angstrom-1.
    double to_trajectory(Dimension dimension, double value) const;

    /// The name of the unit in which the trajectory holds a quantity; empty if it has none.
    std::string_view trajectory_name(Dimension dimension) const;

    /// The unit of simulated time in which speed is given: "ns" or, reduced, "tau".
    std::string_view speed_time_name() const;

    /// A simulated time [internal] in the unit of `speed_time_name`.
    double to_speed_time(double time) const;

  private:
    UnitSystem system_;
    double boltzmann_ = 1; ///< [energy / K]
    double mass_ = 1;      ///< [energy time^2 / length^2] of 1 g/mol
    double pressure_ = 1;  ///< [user's pressure unit] of 1 energy / length^3
    double coulomb_ = 1;   ///< [energy length]
};

} // namespace mdsim
