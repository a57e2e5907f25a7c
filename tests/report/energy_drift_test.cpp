// SPDX-License-Identifier: BSD-3-Clause
#include "report/energy_drift.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("the drift is told per atom and in the time of speeds") {
    EnergyDrift drift;
    for (Step step = 100; step <= 1000; step += 100)
        drift.add(step, -500 + 0.25 * static_cast<double>(step), 1.5);
    const Units units(UnitSystem::lj, ConstantSet::codata);
    const DriftPerAtom d = drift_per_atom(drift, 50, 0.005, units);
    CHECK(d.samples == 10);
    CHECK(d.energy == Approx((-500 + 0.25 * 550) / 50));
    CHECK(d.rate == Approx(0.25 / 50 / 0.005));
    CHECK(d.standard_error == Approx(0).margin(1e-9));
    CHECK(drift_text(d).find("drift 1.00e+00 +- ") != std::string::npos);
    CHECK(drift_text(d).find("per atom and tau (line through 10 samples)") != std::string::npos);
    CHECK(drift.change() == Approx(0.25 * 900));
    CHECK(drift.thermal() == 1.5);
    CHECK(drift.first_step() == 100);
    CHECK(drift.last_step() == 1000);
}

TEST_CASE("a step counts once") {
    EnergyDrift drift;
    drift.add(0, 1, 1);
    drift.add(10, 2, 1);
    drift.add(10, 9, 1);
    CHECK(drift.line().points() == 2);
    EnergyDrift resumed = EnergyDrift::from(drift.numbers());
    resumed.add(10, 9, 1);
    resumed.add(20, 3, 1);
    CHECK(resumed.line().points() == 3);
    CHECK(resumed.line().slope() == Approx(0.1));
    CHECK(resumed.first_step() == 0);
    CHECK(resumed.thermal() == 1);
}

TEST_CASE("too few samples are told") {
    const Units units(UnitSystem::lj, ConstantSet::codata);
    EnergyDrift drift;
    CHECK(drift_text(drift_per_atom(drift, 5, 1, units)).find("not measured") != std::string::npos);
    drift.add(0, 1, 1);
    CHECK(drift_text(drift_per_atom(drift, 5, 1, units)).find("not measured") != std::string::npos);
    drift.add(1, 1, 1);
    CHECK(drift_text(drift_per_atom(drift, 5, 1, units)).find("unknown error") !=
          std::string::npos);
    CHECK(EnergyDrift::from({}).line().points() == 0);
}
