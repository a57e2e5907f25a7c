// SPDX-License-Identifier: BSD-3-Clause
#include "report/describe_start.hpp"

#include <fmt/format.h>

#include "core/contract.hpp"
#include "setup/check_start.hpp"
#include "setup/measured_system.hpp"
#include "setup/range_text.hpp"

namespace mdsim {

namespace {

/// The density in other measures: of mass, and in sigma^-3.
std::string density_text(const SystemParts& parts) {
    const MeasuredSystem system = measured(parts);
    const double mass = mass_density(parts.units, system);
    const double reduced = reduced_density(system.scales, parts.count_of_type, system.volume);
    return (mass > 0 ? fmt::format(", {:.4g} g/cm3", mass) : "") +
           (reduced > 0 ? fmt::format(", {:.4g} atoms in sigma^3", reduced) : "");
}

/// How the velocities of a structure file move atoms.
std::string motion_text(const SystemParts& parts) {
    constexpr double little = 1e-6; // of a file that says all velocities to some digits
    const auto& [thermal, drift] = parts.motion;
    if (!(thermal > 0)) return {};
    return fmt::format("velocities of the file: {}{}\n",
                       with_unit(parts.units, Dimension::temperature, thermal),
                       drift > little ? ", and all atoms together move at " +
                                            with_unit(parts.units, Dimension::velocity, drift)
                                      : "");
}

} // namespace

std::string system_text(const SystemParts& parts, const Domain& d) {
    MDSIM_EXPECT(parts.count_of_type.size() == parts.species.size());
    MDSIM_EXPECT(d.total_atoms == parts.structure.total);
    const auto atoms = static_cast<double>(d.total_atoms);
    const Vec3<double> h = d.box.heights();
    std::string text = fmt::format("atoms: {}\n", d.total_atoms);
    for (std::size_t t = 0; t < parts.species.size(); ++t)
        text += fmt::format("  {}: {}\n", parts.species[t].name, parts.count_of_type[t]);
    text += fmt::format("box: {:.6g} x {:.6g} x {:.6g} (heights), number density {:.5g}{}\n", h.x,
                        h.y, h.z, atoms / d.box.volume(), density_text(parts));
    text += cutoff_text(parts) + "\n";
    const std::string longer = longer_lists_text(parts);
    if (!longer.empty()) text += longer + "\n";
    return text + fmt::format("cells: {} x {} x {}, {:.1f} atoms each\n", d.grid.count.x,
                              d.grid.count.y, d.grid.count.z,
                              atoms / static_cast<double>(d.grid.total()));
}

std::string start_text(const SystemSections& sections, const MotionSections& motion,
                       const Communicator& comm, SystemParts& parts) {
    const StartReport start = look_at_start(sections, motion, parts, comm);
    parts.warnings.insert(parts.warnings.end(), start.warnings.begin(), start.warnings.end());
    return (start.nearest.empty() ? "" : "nearest: " + start.nearest + "\n") + motion_text(parts);
}

} // namespace mdsim
