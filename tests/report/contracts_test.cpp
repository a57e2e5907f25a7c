// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; they stand in debug builds.
#ifndef NDEBUG
#include <filesystem>

#include "report/busy_line.hpp"
#include "report/console.hpp"
#include "report/describe_start.hpp"
#include "report/drift_fault.hpp"
#include "report/energy_drift.hpp"
#include "report/failure.hpp"
#include "report/links_text.hpp"
#include "setup/make_simulation.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

SystemParts liquid() {
    const auto file = std::filesystem::path(MDSIM_SOURCE_DIR) / "inputs/lj_liquid.toml";
    return assemble_system(read_config(file, {"run.device=cpu", "system.lattice.cells=[5,5,5]"}),
                           alone(), Processor{});
}

} // namespace

TEST_CASE("a drift is that of atoms in time", "[contract]") {
    CHECK_THROWS_WITH(drift_per_atom({}, 0, 0.005, Units(UnitSystem::lj)),
                      ContainsSubstring("atoms > 0"));
    CHECK_THROWS_WITH(drift_per_atom({}, 1, 0, Units(UnitSystem::lj)),
                      ContainsSubstring("time_step > 0"));
    CHECK_THROWS_WITH(drift_fault({}, 0, liquid(), false), ContainsSubstring("limit > 0"));
    EnergyDrift drift;
    CHECK_THROWS_WITH(drift.add(-1, 0, 1), ContainsSubstring("step >= 0"));
}

TEST_CASE("the console shows steps of atoms in their order", "[contract]") {
    const Units units(UnitSystem::lj);
    CHECK_THROWS_WITH(Console({0, 0, 9, true}, units), ContainsSubstring("scale.atoms > 0"));
    Console console({1, 5, 9, true}, units);
    CHECK_THROWS_WITH(console.tick(4, 0, "melt", 0.005), ContainsSubstring("step >= last_step_"));
    CHECK_THROWS_WITH(console.tick(5, 0, "melt", 0), ContainsSubstring("time_step > 0"));
}

TEST_CASE("a line names what the program is busy with", "[contract]") {
    BusyLine busy(true);
    CHECK_THROWS_WITH(busy.begin(""), ContainsSubstring("!what.empty()"));
}

TEST_CASE("a plan describes the system of its domain", "[contract]") {
    SystemParts parts = liquid();
    Domain domain = make_setup(parts).domain;
    ++domain.total_atoms;
    CHECK_THROWS_WITH(system_text(parts, domain), ContainsSubstring("d.total_atoms"));
    parts.count_of_type.clear();
    CHECK_THROWS_WITH(system_text(parts, domain), ContainsSubstring("parts.count_of_type.size()"));
}

TEST_CASE("each pair of ranks has a link", "[contract]") {
    DeviceLinks links;
    links.gpus.resize(2);
    links.links.resize(2);
    CHECK_THROWS_WITH(links_text(links), ContainsSubstring("links.links.size()"));
}

TEST_CASE("ranks wait for each other for some time", "[contract]") {
    CHECK_THROWS_WITH(patience_of(-1), ContainsSubstring("rank >= 0"));
    CHECK_THROWS_WITH(met_by_all({}, alone(), 0), ContainsSubstring("limit > 0"));
}
#endif
