// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace mdsim {

/// The size of a unit in the SI, mantissa times a power of ten, and its powers of kilogram, metre
/// and second; a mole counts as a pure number.
struct UnitSize {
    double mantissa = 1;
    int exponent = 0;
    std::array<int, 3> dimension{};
};

/// The size of a unit as H5MD writes it, "kJ mol-1 Angstrom-1"; none where a word of it is not
/// known.
///
/// Known are m, s, g, J, N, mol with the prefixes of the SI, Angstrom (Ang, angstrom, A), cal, eV,
/// u.
std::optional<UnitSize> unit_size(std::string_view text);

/// The factor from numbers in one unit to numbers in the other, exact for powers of ten up to 22;
/// none where one of them is not known or they measure different things.
std::optional<double> unit_factor(std::string_view from, std::string_view to);

} // namespace mdsim
