// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/unit_advice.hpp"

#include <fmt/format.h>

#include "core/contract.hpp"

namespace mdsim::source {

namespace {

/// The units of length and time of a system that is not reduced.
struct Scale {
    double length; ///< [Angstrom]
    double time;   ///< [ps]
};

constexpr Scale scale_of(UnitSystem system) {
    switch (system) {
    case UnitSystem::real:
        return {1, 1e-3};
    case UnitSystem::nano:
        return {10, 1};
    case UnitSystem::metal:
    case UnitSystem::lj:
        break;
    }
    return {1, 1};
}

/// How numbers of one system become those of another; masses are in g/mol in all but lj.
std::string conversion(UnitSystem from, UnitSystem to) {
    if (from == UnitSystem::lj || to == UnitSystem::lj)
        return "lengths, velocities and masses by the sigma, epsilon and m of the model";
    const Scale was = scale_of(from), is = scale_of(to);
    const double length = was.length / is.length;
    const double velocity = length * is.time / was.time;
    return fmt::format("{}velocities times {:.6g}",
                       length == 1 ? "" : fmt::format("lengths times {:.6g}, ", length), velocity);
}

} // namespace

std::string unit_advice(UnitSystem file, UnitSystem input) {
    MDSIM_EXPECT(file != input);
    return fmt::format("set units.system = \"{}\" and bring all numbers of the input into these "
                       "units, or convert the file ({}), and what it says of its units",
                       enum_name(file), conversion(file, input));
}

} // namespace mdsim::source
