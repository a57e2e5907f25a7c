// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/lattice.hpp"

#include <numeric>
#include <set>

#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

struct Crystal {
    Lattice lattice;
    int sites;
    double cell_volume; ///< in a^3
    double nearest;     ///< in a
    int neighbours;
    double second; ///< distance of the second shell, in a
};

const std::vector<Crystal> crystals = {
    {Lattice::sc, 1, 1, 1, 6, std::sqrt(2.0)},
    {Lattice::bcc, 2, 1, std::sqrt(3.0) / 2, 8, 1},
    {Lattice::fcc, 4, 1, std::sqrt(0.5), 12, 1},
    {Lattice::hcp, 4, std::sqrt(8.0), 1, 12, std::sqrt(2.0)},
    {Lattice::diamond, 8, 1, std::sqrt(3.0) / 4, 4, std::sqrt(0.5)},
    {Lattice::rocksalt, 8, 1, 0.5, 6, std::sqrt(0.5)},
    {Lattice::zincblende, 8, 1, std::sqrt(3.0) / 4, 4, std::sqrt(0.5)},
    {Lattice::wurtzite, 8, std::sqrt(8.0), std::sqrt(3.0 / 8), 4, 1},
};

LatticeSpec spec_of(Lattice lattice) {
    LatticeSpec spec;
    spec.lattice = lattice;
    spec.constant = 1.7;
    spec.cells = {3, 4, 3};
    spec.species = {{"A", 1, 0}};
    spec.basis = {0};
    return spec;
}

} // namespace

TEST_CASE("a lattice has the density, the coordination and the distances of its textbook") {
    for (const Crystal& crystal : crystals) {
        const LatticeSpec spec = spec_of(crystal.lattice);
        const Structure s = make_lattice(spec, every_id);
        const double a = spec.constant;
        CHECK(lattice_sites(crystal.lattice) == crystal.sites);
        REQUIRE(s.total == 36 * crystal.sites);
        REQUIRE(s.position.size() == static_cast<std::size_t>(s.total));
        CHECK(s.box.volume() == Approx(36 * crystal.cell_volume * a * a * a).epsilon(1e-13));
        for (std::size_t i = 0; i < s.position.size(); i += 5) {
            const std::vector<double> r = distances(s, i);
            const std::size_t n = static_cast<std::size_t>(crystal.neighbours);
            CHECK(r[0] == Approx(crystal.nearest * a).epsilon(1e-12));
            CHECK(r[n - 1] == Approx(crystal.nearest * a).epsilon(1e-12));
            CHECK(r[n] == Approx(crystal.second * a).epsilon(1e-12));
        }
    }
}

TEST_CASE("a lattice of a given density has this density") {
    for (const Crystal& crystal : crystals) {
        LatticeSpec spec = spec_of(crystal.lattice);
        spec.constant = 0;
        spec.density = 0.8442;
        const Structure s = make_lattice(spec, every_id);
        CHECK(static_cast<double>(s.total) / s.box.volume() == Approx(0.8442).epsilon(1e-13));
    }
}

TEST_CASE("each site of a cell gets its species") {
    LatticeSpec spec = spec_of(Lattice::fcc);
    spec.species = {{"Al", 1, 0}, {"Ni", 2, 0}};
    spec.basis = {0, 1, 1, 1};
    const Structure s = make_lattice(spec, every_id);
    CHECK(std::accumulate(s.type.begin(), s.type.end(), TypeId{0}) == 36 * 3);
    for (std::size_t i = 0; i < s.type.size(); i += 4) CHECK(s.type[i] == 0);
    const std::vector<double> r = distances(s, 0);
    CHECK(r[0] == Approx(1.7 * std::sqrt(0.5)));
}

TEST_CASE("a perturbed lattice is the same for any number of blocks") {
    LatticeSpec spec = spec_of(Lattice::hcp);
    spec.perturbation = 0.1;
    spec.seed = 42;
    check_blocks([&](IdBlock block) { return make_lattice(spec, block); });

    const Structure moved = make_lattice(spec, every_id);
    spec.perturbation = 0;
    const Structure perfect = make_lattice(spec, every_id);
    double sum = 0;
    double squares = 0;
    double largest = 0;
    for (std::size_t i = 0; i < moved.position.size(); ++i)
        for (int k = 0; k < 3; ++k) {
            const double d = moved.position[i][k] - perfect.position[i][k];
            sum += d;
            squares += d * d;
            largest = std::max(largest, std::abs(d));
        }
    const double n = 3.0 * static_cast<double>(moved.position.size());
    CHECK(largest < 0.1 + 1e-12);
    CHECK(largest > 0.09);
    CHECK(std::abs(sum / n) < 4 * 0.1 / std::sqrt(3 * n)); // four standard errors of the mean
    CHECK(squares / n == Approx(0.01 / 3).epsilon(0.2));
    spec.perturbation = 0.1;
    spec.seed = 43;
    CHECK(make_lattice(spec, every_id).position != moved.position);
}

TEST_CASE("a lattice that makes no sense is refused with all its errors") {
    LatticeSpec spec;
    spec.density = 1;
    spec.constant = 1;
    spec.cells = {3, 0, 3};
    spec.basis = {0, 1};
    spec.perturbation = -1;
    const std::string text = refusal([&] { make_lattice(spec, every_id); });
    CHECK(contains(text, "found density 1 and lattice constant 1; give exactly one"));
    CHECK(contains(text, "found 3 x 0 x 3 cells"));
    CHECK(contains(text, "found perturbation -1"));
    CHECK(contains(text, "no species is named"));
    CHECK(contains(text, "found species for 2 sites; give 1 for all or 4"));
    CHECK(contains(text, "a site has species 1, but there are only 0"));

    spec = spec_of(Lattice::sc);
    spec.constant = std::nan("");
    CHECK(contains(refusal([&] { make_lattice(spec, every_id); }), "lattice constant nan"));
    spec.constant = 0;
    CHECK(contains(refusal([&] { make_lattice(spec, every_id); }), "exactly one"));
}
