// SPDX-License-Identifier: BSD-3-Clause
#include "core/unit_text.hpp"

#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("factors between units are those of the SI") {
    CHECK(unit_factor("nm", "Angstrom") == 10.0);
    CHECK(unit_factor("nm ps-1", "Angstrom fs-1") == 0.01);
    CHECK(unit_factor("s-1 m", "nm ps-1") == 1e-3);
    CHECK(unit_factor("fs", "ps") == 1e-3);
    CHECK(unit_factor("kcal mol-1 Angstrom-1", "kcal mol-1 Angstrom-1") == 1.0);
    // By hand: 1 eV = 1.602176634e-19 J, times 6.02214076e23 / mol: 96.48533212 kJ/mol.
    CHECK(*unit_factor("eV Angstrom-1", "kJ mol-1 Angstrom-1") == Approx(96.48533212331));
    CHECK(*unit_factor("kJ mol-1 nm-1", "eV Angstrom-1") == Approx(1 / 964.8533212331));
    CHECK(*unit_factor("kcal mol-1 Angstrom-1", "eV Angstrom-1") == Approx(0.0433641043));
    CHECK(*unit_factor("pN", "eV Angstrom-1") == Approx(6.241509074e-4));
}

TEST_CASE("units that are not known, or of other things, have no factor") {
    CHECK_FALSE(unit_factor("furlong", "Angstrom"));
    CHECK_FALSE(unit_factor("", "Angstrom"));
    CHECK_FALSE(unit_factor("nm", "ps"));
    CHECK_FALSE(unit_factor("nm2", "Angstrom"));
    CHECK_FALSE(unit_factor("nm1x", "Angstrom"));
    CHECK_FALSE(unit_factor("eV", "eV Angstrom-1"));
}
