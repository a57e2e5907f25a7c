// SPDX-License-Identifier: BSD-3-Clause
#include "config/mass_advice.hpp"

#include <fmt/format.h>

#include <utility>

namespace mdsim {

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
        if (const double it = given * size; it >= 1 && it <= 300)
            return text + fmt::format("; {:.4g} {} would be {:.4g}", given, unit, it);
    return text;
}

} // namespace mdsim
