// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

namespace mdsim {

/// How files hold numbers of each atom.
struct NumberForm {
    std::string_view name;
    bool whole = false;   ///< an integer
    int length_power = 0; ///< of the unit of length that it is in
    bool energy = false;  ///< it is in the unit of energy
    int columns = 1;      ///< numbers of an atom: one, or a matrix row by row
};

/// The forms of all measures of structure.
inline constexpr NumberForm measure_forms[] = {
    {"cna", true, 0}, {"centro_symmetry", false, 2}, {"coordination", true, 0}};

/// The forms of what an atom has of energy and virial, see AtomShare.
inline constexpr NumberForm energy_share_form{"potential_energy", false, 0, true, 1};
inline constexpr NumberForm virial_share_form{"virial", false, 0, true, 9};
inline constexpr NumberForm share_forms[] = {energy_share_form, virial_share_form};

/// Numbers of all atoms, in the order of their ids.
struct AtomNumbers {
    NumberForm form;
    std::vector<double> values; ///< [atom][column]
};

} // namespace mdsim
