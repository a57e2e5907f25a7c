// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/units.hpp"

namespace mdsim {

/// The section [units].
struct UnitsSettings {
    UnitSystem system = UnitSystem::lj;
    ConstantSet constants = ConstantSet::codata;

    static constexpr auto fields() {
        return std::make_tuple(
            field("system", &UnitsSettings::system,
                  "units of every number here and in the output: lj is reduced; metal is Angstrom, "
                  "ps, eV; real is Angstrom, fs, kcal/mol; nano is nm, ps, kJ/mol",
                  required()),
            field("constants", &UnitsSettings::constants,
                  "whose values of the physical constants to use; lammps and gromacs serve "
                  "comparisons with those programs"));
    }
};

} // namespace mdsim
