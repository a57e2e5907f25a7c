// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "physics/potentials.hpp"
#include "support/catch.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

struct Worst {
    double energy = 0;
    double force = 0;
};

/// The largest error of a Lennard-Jones table, relative to epsilon and epsilon / sigma, or to the
/// value itself where that is larger.
Worst worst_error(const TableParams& params) {
    const std::vector<double> samples = Table<double>::samples(params);
    const Table<double> table(params, 0);
    const LennardJones<double> exact({1, 1});
    Worst worst;
    for (double r = 0.701; r < 3.0; r += 0.000317) {
        const PairTerm<double> found = table(r * r, samples.data());
        const PairTerm<double> expected = exact(r * r);
        worst.energy = std::max(worst.energy, std::abs(found.energy - expected.energy) /
                                                  std::max(1.0, std::abs(expected.energy)));
        worst.force =
            std::max(worst.force, std::abs(found.force_over_r - expected.force_over_r) * r /
                                      std::max(1.0, std::abs(expected.force_over_r * r)));
    }
    return worst;
}

} // namespace

TEST_CASE("a fine table is as good as the potential it was made from", "[table]") {
    const Worst even_in_r = worst_error(tabulated_lennard_jones(5000, false));
    CHECK(even_in_r.energy < 1e-8);
    CHECK(even_in_r.force < 1e-5);
    const Worst even_in_square = worst_error(tabulated_lennard_jones(5000, true));
    CHECK(even_in_square.energy < 1e-8);
    CHECK(even_in_square.force < 1e-5);
}

TEST_CASE("the error of a table falls with the fourth power of the spacing", "[table]") {
    const Worst coarse = worst_error(tabulated_lennard_jones(1001, true));
    const Worst fine = worst_error(tabulated_lennard_jones(2001, true));
    CHECK(coarse.energy / fine.energy > 12);
    CHECK(coarse.energy / fine.energy < 20);
    CHECK(coarse.force / fine.force > 6);
}

TEST_CASE("rows that are even in r^2 are kept as the grid", "[table]") {
    const TableParams params = tabulated_lennard_jones(301, true);
    const TableGrid grid = table_grid(params.curve);
    CHECK(grid.intervals == 300);
    const std::vector<double> samples = Table<double>::samples(params);
    const Table<double> table(params, 0);
    for (std::size_t i = 0; i < params.curve.r.size(); ++i) {
        const double r = params.curve.r[i];
        const PairTerm<double> found = table(r * r, samples.data());
        CHECK(found.energy == Approx(params.curve.energy[i]).epsilon(1e-11));
        CHECK(found.force_over_r * r == Approx(params.curve.force[i]).epsilon(1e-10));
    }
    CHECK(table_grid(tabulated_lennard_jones(301, false).curve).intervals == 1024);
    CHECK(table_grid(tabulated_lennard_jones(40000, false).curve).intervals == 16384);
}

TEST_CASE("inside its first row a table goes on with a constant F/r", "[table]") {
    const TableParams params = tabulated_lennard_jones(500, false);
    const std::vector<double> samples = Table<double>::samples(params);
    const Table<double> table(params, 0);
    const PairTerm<double> edge = table(0.49, samples.data());
    const PairTerm<double> within = table(0.25, samples.data());
    CHECK(within.force_over_r == Approx(edge.force_over_r).epsilon(1e-12));
    CHECK(within.energy ==
          Approx(edge.energy + 0.5 * edge.force_over_r * (0.49 - 0.25)).epsilon(1e-12));
    CHECK(table(0.0, samples.data()).energy > within.energy);
}

TEST_CASE("several tables share one array of samples", "[table]") {
    const TableParams first = tabulated_lennard_jones(300, false);
    TableParams second = first;
    for (double& energy : second.curve.energy) energy *= 3;
    for (double& force : second.curve.force) force *= 3;
    std::vector<float> samples;
    const auto potential1 = make_potential<float>(first, samples);
    const auto potential2 = make_potential<float>(second, samples);
    for (const float r2 : {0.6f, 1.7f, 8.9f}) {
        CHECK(potential2(r2, samples.data()).energy ==
              Approx(3 * potential1(r2, samples.data()).energy).epsilon(1e-5));
        CHECK(potential2(r2, samples.data()).force_over_r ==
              Approx(3 * potential1(r2, samples.data()).force_over_r).epsilon(1e-5));
    }
}

TEST_CASE("a curve without rows is a broken contract", "[table]") {
    CHECK_THROWS_AS(table_grid(TableCurve{}), ContractError);
}
