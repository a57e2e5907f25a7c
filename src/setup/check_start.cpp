// SPDX-License-Identifier: BSD-3-Clause
#include "setup/check_start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/first_motion.hpp"
#include "core/contract.hpp"
#include "setup/check_distances.hpp"

namespace mdsim {

namespace {

bool any_moves(const Structure& structure, const Communicator& comm) {
    const auto moves = [](const Vec3<double>& v) { return dot(v, v) > 0; };
    const bool some = std::any_of(structure.velocity.begin(), structure.velocity.end(), moves);
    return comm.max_of(some ? 1 : 0) == 1;
}

/// What is noted of atoms that rest where nothing but forces moves them.
std::string rest_text(const SystemSections& sections, const MotionSections& motion,
                      Ensemble ensemble) {
    return fmt::format("all velocities are zero at the start{}, and {}: {}",
                       rests_on_lattice(sections.system, sections.box, motion.velocity)
                           ? " and no force acts on the sites of a lattice"
                           : "",
                       has_thermostat(ensemble)
                           ? fmt::format("{} multiplies velocities, so that it heats no "
                                         "atom that rests",
                                         enum_name(ensemble))
                           : "nve gives atoms no heat",
                       motion_advice(motion.velocity));
}

/// Atoms that rest, and that nobody sets in motion, or that a Nosé-Hoover thermostat is to heat
/// from almost nothing.
void warn_of_rest(const SystemSections& sections, const MotionSections& motion,
                  const SystemParts& parts, const Communicator& comm,
                  std::vector<Diagnostic>& warnings) {
    constexpr double almost_nothing = 0.01; // of the temperature of the thermostat
    const bool any = any_moves(parts.structure, comm);
    const std::size_t index = first_moving_stage(motion.stages);
    if (index == motion.stages.size()) return;
    const StageSettings& stage = motion.stages[index];
    if (has_noise(stage.ensemble) || stage.ensemble == Ensemble::minimize) return;
    const std::string key = fmt::format("stage.{}.ensemble", index);
    const double thermal = motion.velocity.temperature.value_or(parts.motion.thermal);
    const bool moves = motion.velocity.temperature ? thermal > 0 : any;
    if (!moves) {
        warnings.push_back({key, rest_text(sections, motion, stage.ensemble)});
    } else if (stage.ensemble == Ensemble::nose_hoover &&
               thermal < almost_nothing * stage.temperature.value_or(0)) {
        warnings.push_back(
            {key, fmt::format("atoms begin at {:.2g} times the temperature of the "
                              "thermostat, and {} multiplies velocities, so "
                              "that it starts slowly: {}",
                              thermal / *stage.temperature, enum_name(stage.ensemble),
                              motion_advice(motion.velocity))});
    }
}

/// Atoms of a file that lie in another image of the box.
void warn_of_outside(bool from_file, const SystemParts& parts, const Communicator& comm,
                     std::vector<Diagnostic>& warnings) {
    MDSIM_EXPECT(parts.structure.position.size() == parts.structure.id.size());
    constexpr double rounding = 1e-6; // of an edge
    if (!from_file) return;
    const Structure& structure = parts.structure;
    std::int64_t count = 0;
    double farthest = 0;
    ParticleId label = 0;
    Vec3<double> place;
    for (std::size_t i = 0; i < structure.position.size(); ++i) {
        const Vec3<double> s = structure.box.to_fraction(structure.position[i]);
        double beyond = 0;
        for (int d = 0; d < 3; ++d)
            if (structure.box.periodic[static_cast<std::size_t>(d)])
                beyond = std::max({beyond, -s[d], s[d] - 1});
        if (beyond <= rounding) continue;
        ++count;
        if (beyond <= farthest) continue;
        farthest = beyond;
        label = structure.labels.of(structure.id[i]);
        place = structure.position[i];
    }
    count = comm.sum_of(count);
    const double most = comm.max_of(farthest);
    const Rank holder = comm.min_of(farthest == most ? comm.rank() : comm.size());
    const std::string text = comm.broadcast(
        fmt::format("atom {} at ({:.6g}, {:.6g}, {:.6g})", label, place.x, place.y, place.z),
        holder);
    if (count > 0)
        warnings.push_back(
            {"system.file",
             fmt::format("{} outside of the box and {} wrapped into it, farthest {}, "
                         "{:.2g} edges beyond it",
                         count == 1 ? "1 atom lies" : fmt::format("{} atoms lie", count),
                         count == 1 ? "was" : "were", text, most)});
}

} // namespace

StartReport look_at_start(const SystemSections& sections, const MotionSections& motion,
                          const SystemParts& parts, const Communicator& comm) {
    StartReport report;
    look_at_distances(sections, motion, parts, comm, report);
    warn_of_rest(sections, motion, parts, comm, report.warnings);
    warn_of_outside(sections.system.file.has_value(), parts, comm, report.warnings);
    return report;
}

} // namespace mdsim
