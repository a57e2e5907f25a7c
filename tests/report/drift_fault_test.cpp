// SPDX-License-Identifier: BSD-3-Clause
#include "report/drift_fault.hpp"

#include <filesystem>

#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

SystemParts liquid(const std::string& truncation) {
    const auto file = std::filesystem::path(MDSIM_SOURCE_DIR) / "inputs/lj_liquid.toml";
    return assemble_system(
        read_config(file, {"run.device=cpu", "pair.truncation=\"" + truncation + "\""}), alone(),
        Processor{});
}

constexpr double limit = 3e-3;

/// A line that rises by `change` for each atom over a hundred samples, with noise of that size.
EnergyDrift drift_of(double change, double noise, std::int64_t atoms) {
    EnergyDrift drift;
    for (int i = 0; i < 100; ++i) {
        const double sign = i * i % 7 < 3 ? 1 : -1;
        drift.add(i, static_cast<double>(atoms) * (change * i / 99 + noise * sign), 1.0);
    }
    return drift;
}

std::string warn_of_on(const SystemParts& parts, double change, double noise, bool below = false) {
    const std::int64_t atoms = parts.structure.total;
    return drift_fault(drift_of(change, noise, atoms), limit, parts, below).value_or("");
}

bool has(const std::string& text, const std::string& part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a drift that is much is told with its likely cause first") {
    const SystemParts shifted = liquid("shift");
    CHECK(has(warn_of_on(shifted, 0.01, 0), "by 1 % of k_B T per atom, which is much: halve"));
    CHECK(warn_of_on(shifted, 0.002, 0).empty());
    CHECK(has(warn_of_on(shifted, 0.01, 0, true), "the first row of their table may be why"));
    const SystemParts cut = liquid("cut");
    CHECK(has(warn_of_on(cut, 1, 0), "the energy jumps at the cutoff"));
    CHECK(warn_of_on(cut, 0.1, 0).empty()); // what pairs make that cross the cutoff
}

TEST_CASE("a drift within three standard errors is not told") {
    const SystemParts shifted = liquid("shift");
    CHECK(warn_of_on(shifted, 0.01, 0.1).empty());
    EnergyDrift two;
    two.add(0, 0, 1);
    two.add(1, 1e6, 1);
    CHECK(!drift_fault(two, limit, shifted, false));
}
