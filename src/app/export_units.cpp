// SPDX-License-Identifier: BSD-3-Clause
#include "app/export_units.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/unit_text.hpp"

namespace mdsim {

namespace {

/// The factor for a quantity; where there is none, the quantity is left out and the reason kept.
double factor_or_leave(const std::string& what, const std::string& unit, std::string_view wanted,
                       bool& has, ExportUnits& result) {
    const std::optional<double> factor = unit_factor(unit, wanted);
    if (factor) return *factor;
    has = false;
    const std::string reason = unit.empty()
                                   ? "the trajectory has units, but none for them"
                                   : fmt::format("their unit \"{}\" is not known here", unit);
    result.left_out.push_back(fmt::format("{} ({})", what, reason));
    return 1;
}

ExportUnits units_of(const std::string& path, const TrajectoryUnits& file, UnitSystem system) {
    ExportUnits result;
    if (file.length.empty()) {
        if (file.run == UnitSystem::lj) result.name = std::string(enum_name(UnitSystem::lj));
        return result;
    }
    const Units target(system);
    const std::optional<double> length = unit_factor(file.length, target.name(Dimension::length));
    if (!length)
        throw InputError(path, fmt::format("the positions are in \"{}\", which is no unit of "
                                           "length that is known here; allowed: m with a prefix "
                                           "of the SI (nm, pm), Angstrom",
                                           file.length));
    result.name = std::string(enum_name(system));
    result.length = *length;
    result.time =
        factor_or_leave("times", file.time, target.name(Dimension::time), result.has_time, result);
    if (file.has_velocity)
        result.velocity =
            factor_or_leave("velocities", file.velocity, target.name(Dimension::velocity),
                            result.has_velocity, result);
    if (file.has_force)
        result.force = factor_or_leave("forces", file.force, target.name(Dimension::force),
                                       result.has_force, result);
    if (file.has_energies)
        result.energy =
            factor_or_leave("energies and virials of atoms", file.energy,
                            target.name(Dimension::energy), result.has_energies, result);
    return result;
}

/// The factor that brings numbers of a form into these units.
double factor_of(const ExportUnits& units, const NumberForm& form) {
    double factor = form.energy ? units.energy : 1;
    for (int k = 0; k < form.length_power; ++k) factor *= units.length;
    return factor;
}

void scale(double factor, std::vector<Vec3<double>>& vectors) {
    if (factor == 1) return;
    for (Vec3<double>& v : vectors) v = factor * v;
}

} // namespace

ExportUnits extxyz_units(const std::string& path, const TrajectoryUnits& units) {
    return units_of(path, units, UnitSystem::metal);
}

ExportUnits dump_units(const std::string& path, const TrajectoryUnits& units) {
    return units_of(path, units, units.time == "fs" ? UnitSystem::real : UnitSystem::metal);
}

void convert(const ExportUnits& units, TrajectoryFrame& frame) {
    LowerTriangular<double>& e = frame.box.edges;
    for (double* edge : {&e.xx, &e.xy, &e.yy, &e.xz, &e.yz, &e.zz}) *edge *= units.length;
    frame.box.origin = units.length * frame.box.origin;
    scale(units.length, frame.position);
    if (frame.time) *frame.time *= units.time;
    scale(units.velocity, frame.velocity);
    scale(units.force, frame.force);
    for (AtomNumbers& numbers : frame.numbers) {
        const double factor = factor_of(units, numbers.form);
        for (double& value : numbers.values) value *= factor;
    }
    if (!units.has_time) frame.time.reset();
    if (!units.has_velocity) frame.velocity.clear();
    if (!units.has_force) frame.force.clear();
    if (!units.has_energies)
        std::erase_if(frame.numbers, [](const AtomNumbers& n) { return n.form.energy; });
}

} // namespace mdsim
