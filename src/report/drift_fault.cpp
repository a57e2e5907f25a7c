// SPDX-License-Identifier: BSD-3-Clause
#include "report/drift_fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

/// The largest step of an energy at a cutoff: pairs that come and go there change the energy by it,
/// whatever the time step.
double largest_jump(const ForceField& field) {
    constexpr double just_inside = 1 - 1e-9;
    double largest = 0;
    for (TypeId a = 0; a < field.types(); ++a)
        for (TypeId b = a; b < field.types(); ++b) {
            const auto& pair = field.interaction(a, b);
            if (!pair || pair->truncation != Truncation::cut) continue;
            const double r = pair->cutoff * just_inside;
            largest = std::max(largest, std::abs(field.evaluate(a, b, r * r).energy));
        }
    return largest;
}

/// The pairs that an atom has within the cutoff at the start, each of which two atoms share.
double pairs_per_atom(const SystemParts& parts) {
    const double cutoff = parts.force_field.largest_cutoff();
    return parts.list_length * std::pow(cutoff / parts.lists.range(cutoff), 3) / 2;
}

const char* advice(bool jumps, bool below_tables) {
    if (below_tables)
        return "the forces on pairs nearer than the first row of their table may be why";
    return jumps ? "the energy jumps at the cutoff, which may be why: let it end smoothly there "
                   "(pair.truncation); if the drift remains, halve the time step"
                 : "halve the time step (the drift falls to a quarter)";
}

} // namespace

std::optional<std::string> drift_fault(const EnergyDrift& drift, double limit,
                                       const SystemParts& parts, bool below_tables) {
    MDSIM_EXPECT(limit > 0 && parts.structure.total > 0);
    constexpr double crossing = 0.4; // of the pairs, where a crystal melts or a droplet spreads
    constexpr double certain = 3;    // standard errors
    const double change = std::abs(drift.change());
    const double per_atom = change / static_cast<double>(parts.structure.total);
    const double smooth = limit * drift.thermal();
    // This is asked at each sample, and the standard error takes longest. NaN: unknown
    if (!(drift.thermal() > 0) || !(per_atom > smooth)) return std::nullopt;
    const double error =
        drift.line().slope_error() * static_cast<double>(drift.last_step() - drift.first_step());
    if (!(change > certain * error)) return std::nullopt;
    const double jump = largest_jump(parts.force_field);
    if (per_atom <= smooth + crossing * pairs_per_atom(parts) * jump) return std::nullopt;
    return fmt::format("the energy drifted by {:.2g} % of k_B T per atom, which is much: {}",
                       100 * per_atom / drift.thermal(), advice(jump > 0, below_tables));
}

} // namespace mdsim
