// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/oriented_cell.hpp"

#include "input/structure/lattice.hpp"
#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

const Orientation slip{{{1, 1, -2}, {1, 1, 1}, {1, -1, 0}}};

LatticeSpec spec_of(Lattice lattice, const Orientation& orientation) {
    LatticeSpec spec;
    spec.lattice = lattice;
    spec.constant = 1.7;
    spec.orient = orientation;
    spec.species = {{"A", 1, 0}, {"B", 1, 0}};
    spec.basis = {0};
    return spec;
}

struct Known {
    Lattice lattice;
    Orientation orientation;
    std::int64_t sites; ///< of the smallest cell
    Vec3<double> edges; ///< of this cell, squared, in a^2
    double nearest;     ///< in a
    std::size_t neighbours;
    double second; ///< distance of the second shell, in a
};

const std::vector<Known> known = {
    {Lattice::fcc, slip, 6, {1.5, 3, 0.5}, std::sqrt(0.5), 12, 1},
    {Lattice::fcc, {{{1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}}, 2, {0.5, 0.5, 1}, std::sqrt(0.5), 12, 1},
    {Lattice::fcc, {{{0, 2, 0}, {0, 0, 3}, {5, 0, 0}}}, 4, {1, 1, 1}, std::sqrt(0.5), 12, 1},
    {Lattice::fcc, {{{3, 2, 0}, {-2, 3, 0}, {0, 0, 1}}}, 52, {13, 13, 1}, std::sqrt(0.5), 12, 1},
    {Lattice::bcc, slip, 6, {6, 0.75, 2}, std::sqrt(0.75), 8, 1},
    {Lattice::sc, slip, 6, {6, 3, 2}, 1, 6, std::sqrt(2.0)},
    {Lattice::diamond, slip, 12, {1.5, 3, 0.5}, std::sqrt(3.0) / 4, 4, std::sqrt(0.5)},
    {Lattice::rocksalt, slip, 6, {1.5, 0.75, 0.5}, 0.5, 6, std::sqrt(0.5)},
    {Lattice::hcp, {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}}, 4, {8.0 / 3, 1, 3}, 1, 12, std::sqrt(2.0)},
    {Lattice::hcp, {{{1, 1, 0}, {-3, 1, 0}, {0, 0, 1}}}, 4, {1, 3, 8.0 / 3}, 1, 12, std::sqrt(2.0)},
};

/// Enough cells along each direction that the 27 boxes around hold two shells.
std::array<std::int64_t, 3> enough(const Vec3<double>& squares) {
    std::array<std::int64_t, 3> cells{};
    for (int d = 0; d < 3; ++d)
        cells[static_cast<std::size_t>(d)] =
            static_cast<std::int64_t>(std::ceil(1.8 / std::sqrt(squares[d])));
    return cells;
}

} // namespace

TEST_CASE("an oriented crystal repeats with the cell of the textbook, and each atom has all of its "
          "neighbours across the faces of the box") {
    for (const Known& one : known) {
        LatticeSpec spec = spec_of(one.lattice, one.orientation);
        const Box cell = make_lattice(spec, every_id).box;
        CHECK(lattice_count(spec) == one.sites);
        CHECK(cell.edges.xx == Approx(1.7 * std::sqrt(one.edges.x)).epsilon(1e-14));
        CHECK(cell.edges.yy == Approx(1.7 * std::sqrt(one.edges.y)).epsilon(1e-14));
        CHECK(cell.edges.zz == Approx(1.7 * std::sqrt(one.edges.z)).epsilon(1e-14));
        spec.cells = enough(one.edges);
        const Structure s = make_lattice(spec, every_id);
        REQUIRE(s.total == one.sites * spec.cells[0] * spec.cells[1] * spec.cells[2]);
        for (std::size_t i = 0; i < s.position.size(); ++i) {
            const std::vector<double> r = distances(s, i);
            CHECK(r[0] == Approx(one.nearest * 1.7).epsilon(1e-12));
            CHECK(r[one.neighbours - 1] == Approx(one.nearest * 1.7).epsilon(1e-12));
            CHECK(r[one.neighbours] == Approx(one.second * 1.7).epsilon(1e-12));
        }
    }
}

TEST_CASE("directions of the crystal lie where they were asked for") {
    const Structure s = make_lattice(spec_of(Lattice::fcc, slip), every_id);
    const double a = 1.7;
    const auto has = [&](const Vec3<double>& place) {
        return std::any_of(s.position.begin(), s.position.end(), [&](const Vec3<double>& x) {
            Vec3<double> gap = s.box.to_fraction(x - place);
            for (int d = 0; d < 3; ++d) gap[d] -= std::round(gap[d]);
            return dot(gap, gap) < 1e-20;
        });
    };
    // Sites [1/2, 1/2, 0], [1/2, 0, 1/2] and [0, 1/2, 1/2] from that at the origin, turned.
    for (const Vec3<double>& v :
         {Vec3<double>{0.5, 0.5, 0}, Vec3<double>{0.5, 0, 0.5}, Vec3<double>{0, 0.5, 0.5}})
        CHECK(has({a * (v.x + v.y - 2 * v.z) / std::sqrt(6.0),
                   a * (v.x + v.y + v.z) / std::sqrt(3.0), a * (v.x - v.y) / std::sqrt(2.0)}));
}

TEST_CASE("without a turn, an oriented crystal is bit for bit the conventional one") {
    for (const Lattice lattice : {Lattice::fcc, Lattice::hcp, Lattice::wurtzite}) {
        LatticeSpec spec = spec_of(lattice, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
        spec.cells = {2, 3, 2};
        const Structure turned = make_lattice(spec, every_id);
        spec.orient = {};
        CHECK(make_lattice(spec, every_id).position == turned.position);
    }
}

TEST_CASE("an ordered compound repeats with its species, not only with its sites") {
    LatticeSpec spec = spec_of(Lattice::fcc, slip);
    spec.basis = {0, 1, 1, 1};
    const LatticeCounts counts = lattice_counts(spec);
    CHECK(counts.atoms == 24);
    CHECK(counts.of_species == std::vector<std::int64_t>{6, 18});
    LatticeSpec salt = spec_of(Lattice::rocksalt, slip); // of one species it is simple cubic
    CHECK(lattice_counts(salt).atoms == 6);
    salt.basis = {0, 1};
    CHECK(lattice_counts(salt).of_species == std::vector<std::int64_t>{6, 6});
    spec.cells = {1, 2, 2};
    const Structure s = make_lattice(spec, every_id);
    for (std::size_t i = 0; i < s.position.size(); ++i) { // the minority has only others around
        int alike = 0;
        for (std::size_t j = 0; j < s.position.size(); ++j) {
            Vec3<double> gap = s.box.to_fraction(s.position[i] - s.position[j]);
            for (int d = 0; d < 3; ++d) gap[d] -= std::round(gap[d]);
            const Vec3<double> r = s.box.to_position(gap);
            alike += dot(r, r) < 0.6 * 1.7 * 1.7 && s.type[j] == s.type[i];
        }
        CHECK(alike == (s.type[i] == 0 ? 1 : 9)); // itself included
    }
}

TEST_CASE("a nanoparticle is cut from an oriented crystal") {
    LatticeSpec spec = spec_of(Lattice::fcc, slip);
    spec.fill_box = true;
    spec.edges = Vec3<double>{16, 16, 16};
    spec.inside = {SphereShape{{}, 5}};
    spec.orient = {};
    const std::int64_t straight = lattice_count(spec);
    spec.orient = slip;
    CHECK(lattice_count(spec) == straight); // both have a site in the centre of the sphere
    check_blocks([&](IdBlock block) { return make_lattice(spec, block); });
    const Structure s = make_lattice(spec, every_id);
    std::size_t bulk = 0;
    for (std::size_t i = 0; i < s.position.size(); ++i) {
        const Vec3<double> gap = s.position[i] - Vec3<double>{8, 8, 8};
        const double radius = std::sqrt(dot(gap, gap));
        CHECK(radius <= 5 * (1 + 1e-8));
        const std::vector<double> r = distances(s, i);
        CHECK(r[0] == Approx(1.7 * std::sqrt(0.5)).epsilon(1e-9));
        if (radius > 5 - 1.3) continue;
        ++bulk;
        CHECK(r[11] == Approx(1.7 * std::sqrt(0.5)).epsilon(1e-9));
    }
    CHECK(bulk > 80);
}

TEST_CASE("an oriented crystal fills a box that fits it, and vacuum may be less than its cell") {
    LatticeSpec spec = spec_of(Lattice::fcc, slip);
    spec.fill_box = true;
    spec.edges =
        Vec3<double>{1.7 * 3 * std::sqrt(1.5), 1.7 * 2 * std::sqrt(3.0), 1.7 * 4 * std::sqrt(0.5)};
    CHECK(lattice_count(spec) == 6 * 24);
    spec.edges->z += 0.4;
    CHECK(contains(refusal([&] { make_lattice(spec, every_id); }), "whole cells must fit"));
    spec = spec_of(Lattice::fcc, {{{7, 5, 0}, {-5, 7, 0}, {0, 0, 1}}});
    spec.fill_box = true;
    spec.edges = Vec3<double>{16, 16, 16};
    spec.inside = {SphereShape{{}, 5}};
    const std::int64_t high = lattice_count(spec);
    spec.orient = {};
    CHECK(lattice_count(spec) == high);
}

TEST_CASE("directions that cannot be axes are refused with those that can") {
    const auto says = [](const Orientation& orientation, const std::string& text) {
        CHECK(contains(refusal([&] { make_lattice(spec_of(Lattice::fcc, orientation), every_id); }),
                       text));
    };
    says({{{1, 1, -2}, {1, 1, 1}, {-1, 1, 0}}},
         "orient.z: found [-1, 1, 0], which makes x, y, z left-handed; [1, -1, 0] would do");
    says({{{1, 1, -2}, {1, 1, 1}, {0, 1, 0}}},
         "orient.z: found [0, 1, 0], which is not at right angles to x and y; [1, -1, 0] would do");
    says({{{1, 1, 0}, {1, 0, 0}, {0, 0, 1}}},
         "orient.y: found [1, 0, 0], which is not at right angles to x = [1, 1, 0]; [1, -1, 0] "
         "would be");
    says({{{1, 1, 0}, {2, 2, 0}, {0, 0, 1}}}, "which is parallel to x = [1, 1, 0]");
    says({{{1, 0, 0}, {0, 0, 0}, {0, 0, 1}}}, "orient.y: found [0, 0, 0], which is no direction");
    says({{{401, 199, 0}, {-199, 401, 0}, {0, 0, 1}}}, "allowed: up to 65536");
    says({{{1, 0, 0}, {0, 1, 0}, {0, 1, 1}}}, "[0, 0, 1] would do");
}
