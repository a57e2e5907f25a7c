// SPDX-License-Identifier: BSD-3-Clause
#include "validate/validate_trajectory.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/contract.hpp"
#include "validate/validate_state.hpp"

namespace mdsim {

namespace {

/// Takes over a pair of numbers if it is further apart than what the check holds.
void keep_worse(Check& check, double reference, double found, const std::string& quantity) {
    const double off = found - reference;
    if (check.quantity.empty() || !(std::abs(off) <= std::abs(check.difference()))) {
        check.quantity = quantity;
        check.reference = reference;
        check.found = found;
    }
}

void add_energy_checks(const std::vector<Thermo>& found, const TrajectoryReference& reference,
                       const Check& base, double relative, std::vector<Check>& checks) {
    MDSIM_REQUIRE(found.size() == reference.thermo.size());
    Check potential = base;
    Check total = base;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::vector<double>& row = reference.thermo[i];
        keep_worse(potential, row.at(2), found[i].potential,
                   fmt::format("potential @{}", found[i].step));
        keep_worse(total, row.at(4), found[i].total(), fmt::format("total @{}", found[i].step));
    }
    potential.tolerance = relative * std::abs(potential.reference);
    total.tolerance = relative * std::abs(total.reference);
    checks.push_back(potential);
    checks.push_back(total);
}

Check vector_check(const std::vector<Vec3<double>>& reference,
                   const std::vector<Vec3<double>>& found, Check check, const char* what) {
    MDSIM_REQUIRE(reference.size() == found.size());
    for (std::size_t i = 0; i < reference.size(); ++i) {
        for (int d = 0; d < 3; ++d)
            keep_worse(check, reference[i][d], found[i][d],
                       fmt::format("{} {} {}", what, i + 1, "xyz"[d]));
    }
    return check;
}

} // namespace

void check_trajectory(const StageSettings& stage, const SystemParts& parts,
                      const Communicator& comm, const TrajectoryReference& reference,
                      std::vector<Check>& checks) {
    const auto every = static_cast<std::int64_t>(reference.thermo.at(1).at(0));
    const EngineState exact = run_engine<DoublePrecision>(stage, parts, comm, every);
    const EngineState mixed = run_engine<MixedPrecision>(stage, parts, comm, every);
    if (!comm.is_root()) return;
    Check base{reference.name, DoublePrecision::name, "", 0, 0, reference.position_double};
    add_energy_checks(exact.thermo, reference, base, reference.energy_double, checks);
    checks.push_back(vector_check(reference.position, exact.position, base, "position"));
    checks.push_back(vector_check(reference.velocity, exact.velocity, base, "velocity"));
    base.precision = MixedPrecision::name;
    add_energy_checks(mixed.thermo, reference, base, reference.energy_mixed, checks);
}

} // namespace mdsim
