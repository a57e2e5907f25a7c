// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/size_text.hpp"
#include "machine/doctor_machine.hpp"
#include "support/catch.hpp"
#include "validate/validate_check.hpp"
#include "validate/validate_configurations.hpp"
#include "validate/validate_direct_sum.hpp"

using namespace mdsim;

namespace {

Check check(double reference, double found, double tolerance) {
    return {"case", "double", "energy", reference, found, tolerance};
}

ForceField lennard_jones(double cutoff) {
    ForceFieldSpec spec;
    spec.species = {"A"};
    spec.pairs = {
        {"test", 0, 0, PairInteraction{LennardJonesParams{1, 1}, cutoff, Truncation::cut, 0}}};
    return ForceField(spec);
}

Machine quiet_machine() {
    Machine machine;
    machine.hosts = {"node"};
    machine.cores = machine.node_cores = 8;
    machine.threads = 8;
    return machine;
}

} // namespace

TEST_CASE("a check passes within its tolerance and never without a number") {
    CHECK(check(1, 1 + 0.5, 0.5).passed());
    CHECK(check(1, 1 - 0.5, 0.5).passed());
    CHECK_FALSE(check(1, 1.6, 0.5).passed());
    CHECK_FALSE(check(1, 0.4, 0.5).passed());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(check(1, nan, 0.5).passed());
    CHECK_FALSE(check(1, 1, nan).passed());
}

TEST_CASE("the table has a line a check and says which fail") {
    const std::vector<Check> checks{check(1, 1, 0.1), check(1, 2, 0.1)};
    CHECK(count_failures(checks) == 1);
    const std::string table = check_table(checks);
    CHECK(std::count(table.begin(), table.end(), '\n') == 3);
    CHECK(table.find("pass\n") != std::string::npos);
    CHECK(table.find("FAIL\n") != std::string::npos);
}

TEST_CASE("the direct sum of two atoms is their pair") {
    const ForceField field = lennard_jones(2.5);
    const Box box{{10, 0, 10, 0, 0, 10}, {}, {true, true, true}};
    const double r = 1.2;
    const PairTerm<double> term = field.evaluate(0, 0, r * r);
    const DirectSum sum = direct_sum(box, {{9.9, 5, 5}, {9.9 + r - 10, 5, 5}}, field);
    CHECK(sum.energy == Approx(term.energy).epsilon(1e-12));
    CHECK(sum.force[1].x == Approx(term.force_over_r * r).epsilon(1e-12));
    CHECK(sum.force[0].x == Approx(-sum.force[1].x).epsilon(1e-14));
    CHECK(sum.virial[0] == Approx(term.force_over_r * r * r).epsilon(1e-12));
    CHECK(std::abs(sum.virial[3]) < 1e-14);
}

TEST_CASE("the direct sum counts every image of a small box") {
    // One atom in a cube of edge 1.5 sees itself: 6 at 1.5, 12 at sqrt(2) 1.5.
    const ForceField field = lennard_jones(2.2);
    const Box box{{1.5, 0, 1.5, 0, 0, 1.5}, {}, {true, true, true}};
    const DirectSum sum = direct_sum(box, {{0.7, 0.1, 0.2}}, field);
    const double expected =
        0.5 * (6 * field.evaluate(0, 0, 2.25).energy + 12 * field.evaluate(0, 0, 4.5).energy);
    CHECK(sum.energy == Approx(expected).epsilon(1e-12));
    CHECK(std::sqrt(dot(sum.force[0], sum.force[0])) < 1e-12);
}

TEST_CASE("the direct sum agrees with a published energy") {
    const Box box{{8, 0, 8, 0, 0, 8}, {}, {true, true, true}};
    const DirectSum sum = direct_sum(
        box, {nist_configuration_4.begin(), nist_configuration_4.end()}, lennard_jones(3));
    CHECK(std::abs(sum.energy + 16.790) < 5e-4);
    CHECK(std::abs(sum.virial[0] + sum.virial[1] + sum.virial[2] + 46.249) < 5e-4);
}

TEST_CASE("the doctor is content with a machine that is used as it should be") {
    CHECK(advice_for(quiet_machine()).empty());
}

TEST_CASE("the doctor tells what is worth changing") {
    Machine machine = quiet_machine();
    std::string word;
    SECTION("more ranks than cores") {
        machine.ranks = machine.ranks_here = 9;
        machine.threads = 1;
        machine.threads_given = true;
        word = "at most 8 ranks";
    }
    SECTION("more threads than cores") {
        machine.ranks = machine.ranks_here = 2;
        machine.threads_given = true;
        word = "OMP_NUM_THREADS=4";
    }
    SECTION("threads bound to fewer cores") {
        machine.cores = 1;
        word = "--bind-to none";
    }
    SECTION("several ranks and no number of threads") {
        machine.ranks = machine.ranks_here = 2;
        machine.threads = 4;
        word = "OMP_NUM_THREADS is not set";
    }
    SECTION("a small /dev/shm") {
        machine.free_shared_memory = 1 << 20;
        word = "--shm-size";
    }
    SECTION("a full disk") {
        machine.free_disk = 0;
        word = "--output";
    }
    const std::vector<std::string> advice = advice_for(machine);
    REQUIRE(advice.size() == 1);
    CHECK(advice[0].find(word) != std::string::npos);
}

TEST_CASE("sizes are written as people read them") {
    CHECK(size_text(-1) == "unknown");
    CHECK(size_text(512) == "512 B");
    CHECK(size_text(1536) == "1.5 KiB");
    CHECK(size_text(3.0 * (1 << 30)) == "3.0 GiB");
    CHECK(size_text(1e100) == "8.67e+81 EiB");
}
