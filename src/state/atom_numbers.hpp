// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

namespace mdsim {

/// How files hold a measure of structure, one number an atom.
struct MeasureForm {
    std::string_view name;
    bool whole = false;   ///< an integer
    int length_power = 0; ///< of the unit of length that it is in
};

/// The forms of all measures.
inline constexpr MeasureForm measure_forms[] = {
    {"cna", true, 0}, {"centro_symmetry", false, 2}, {"coordination", true, 0}};

/// A measure of all atoms, in the order of their ids.
struct AtomNumbers {
    MeasureForm form;
    std::vector<double> values;
};

} // namespace mdsim
