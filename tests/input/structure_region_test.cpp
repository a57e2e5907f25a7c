// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/region.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "input/structure/lattice_plan.hpp"
#include "input/structure/random_fill.hpp"
#include "input/structure/uniform_vector.hpp"
#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr double pi = std::numbers::pi;

Box box_of(bool tilted) {
    Box box;
    box.edges = {10, tilted ? 4.5 : 0, 12, tilted ? -4.8 : 0, tilted ? 5.7 : 0, 14};
    return box;
}

BoxPart part_of(const RegionShape& shape, const Box& box) { return {{Region(shape, box)}, {}}; }

double volume(const RegionShape& shape, const Box& box) {
    return part_of(shape, box).volume_fraction() * box.volume();
}

LatticeSpec crystal(double edge) {
    LatticeSpec spec;
    spec.constant = 1.5;
    spec.fill_box = true;
    spec.edges = Vec3<double>{edge, edge, edge};
    spec.species = {{"A", 1, 0}};
    spec.basis = {0};
    return spec;
}

} // namespace

TEST_CASE("a region has the volume of its shape, wherever it lies in a periodic box") {
    const Box box = box_of(GENERATE(false, true));
    const Vec3<double> center =
        GENERATE(Vec3<double>{5, 6, 7}, Vec3<double>{0.3, -1, 13.8}, Vec3<double>{107, 61, -33});
    CHECK(volume(SphereShape{center, 3}, box) == Approx(36 * pi).epsilon(0.002));
    const Vec3<double> h = box.heights();
    CHECK(volume(SlabShape{center, Axis::y, 2}, box) ==
          Approx(2 / h.y * box.volume()).epsilon(1e-6));
    CHECK(volume(BlockShape{center, {2, 3, 4}}, box) ==
          Approx(24 / (h.x * h.y * h.z) * box.volume()).epsilon(1e-6));
    if (!box.orthorhombic()) return;
    CHECK(volume(CylinderShape{center, Axis::x, 2, {}}, box) == Approx(40 * pi).epsilon(0.002));
    CHECK(volume(CylinderShape{center, Axis::z, 2, 5}, box) == Approx(20 * pi).epsilon(0.002));
}

TEST_CASE("a sphere holds what any of its images holds, in a tilted box too") {
    const Box box = box_of(true);
    const SphereShape sphere{Vec3<double>{1, 1, 13}, 5.5};
    const Region region(sphere, box);
    for (int i = 0; i < 4000; ++i) {
        const Vec3<double> f{i % 16 / 16.0, i / 16 % 16 / 16.0, i / 256 / 16.0};
        bool near = false;
        for (int n = 0; n < 125; ++n) {
            const Vec3<double> boxes{n % 5 - 2.0, n / 5 % 5 - 2.0, n / 25 - 2.0};
            const Vec3<double> gap = box.to_position(f + boxes) - *sphere.center;
            near = near || dot(gap, gap) <= 5.5 * 5.5;
        }
        CHECK(region.contains(f) == near);
    }
}

TEST_CASE("a region stays cut off where its direction does not repeat") {
    Box box = box_of(false);
    box.periodic = {true, true, false};
    const SphereShape half{Vec3<double>{5, 6, 0}, 3};
    CHECK(volume(half, box) == Approx(18 * pi).epsilon(0.002));
    CHECK(volume(SphereShape{Vec3<double>{5, 6, -4}, 3}, box) == 0);
    CHECK(Region(SphereShape{Vec3<double>{5, 6, -4}, 3}, box).bounds().volume() == 0);
}

TEST_CASE("parts are where all of some regions and none of others are; slabs that touch share "
          "nothing") {
    const Box box = box_of(false);
    const Region ball(SphereShape{{}, 4}, box);
    const Region heart(SphereShape{{}, 2}, box);
    const BoxPart shell{{ball}, {heart}};
    CHECK(shell.volume_fraction() * box.volume() == Approx(4 * pi / 3 * (64 - 8)).epsilon(0.002));
    const Region low(SlabShape{Vec3<double>{0, 0, 3}, Axis::z, 4}, box);
    const Region high(SlabShape{Vec3<double>{0, 0, 7}, Axis::z, 4}, box);
    for (int i = 0; i < 1400; ++i) {
        const Vec3<double> f{0, 0, i / 1400.0};
        CHECK((low.contains(f) + high.contains(f)) == (i >= 100 && i < 900));
    }
}

TEST_CASE("a lattice in a larger periodic box has vacuum around its middle") {
    LatticeSpec spec = crystal(0);
    spec.fill_box = false;
    spec.cells = {4, 4, 3};
    spec.edges = Vec3<double>{6, 6.0003, 20};
    const Structure s = make_lattice(spec, every_id);
    REQUIRE(s.total == 4 * 48);
    CHECK(s.box.edges.zz == 20);
    double low = 20, high = 0;
    for (const Vec3<double>& x : s.position) {
        low = std::min(low, x.z);
        high = std::max(high, x.z);
    }
    CHECK(low + high == Approx(20));
    CHECK(high - low == Approx(2.5 * 1.5));
    for (std::size_t i = 0; i < 40; ++i) { // across the faces of x and y too, up to the stretch
        const std::vector<double> r = distances(s, i);
        CHECK(r[0] == Approx(1.5 * std::sqrt(0.5)).epsilon(1e-4));
        CHECK(r[7] == Approx(1.5 * std::sqrt(0.5)).epsilon(1e-4));
    }
    spec.center = Vec3<double>{3, 3, 5};
    for (const Vec3<double>& x : make_lattice(spec, every_id).position) CHECK(x.z < 5 + 1.9);
}

TEST_CASE("a sphere of a lattice has the number of its volume, and is the same wherever it is") {
    LatticeSpec spec = crystal(20);
    spec.inside = {SphereShape{{}, 6}};
    check_blocks([&](IdBlock block) { return make_lattice(spec, block); });
    const Structure middle = make_lattice(spec, every_id);
    CHECK(static_cast<double>(middle.total) == Approx(4 / 3.375 * 4 * pi / 3 * 216).epsilon(0.05));
    spec.inside = {SphereShape{Vec3<double>{0.5, 19.9, -7}, 6}};
    const Structure moved = make_lattice(spec, every_id);
    REQUIRE(moved.total == middle.total);
    const Vec3<double> shift = moved.position[0] - middle.position[0];
    for (std::size_t i = 0; i < moved.position.size(); ++i)
        for (int k = 0; k < 3; ++k)
            CHECK(moved.position[i][k] - middle.position[i][k] == Approx(shift[k]).margin(1e-9));
    CHECK(distances(moved, 0)[0] == Approx(1.5 * std::sqrt(0.5)));
}

TEST_CASE("what is cut out and what is left are the whole lattice") {
    LatticeSpec spec = crystal(15);
    const std::int64_t whole = lattice_count(spec);
    CHECK(whole == 4000);
    const RegionShape hole = CylinderShape{Vec3<double>{1, 2, 3}, Axis::y, 4, {}};
    spec.outside = {hole};
    const std::int64_t left = lattice_count(spec);
    CHECK(static_cast<double>(whole - left) == Approx(4 / 3.375 * 16 * pi * 15).epsilon(0.05));
    spec.cells = {10, 10, 10};
    spec.fill_box = false;
    spec.outside = {};
    spec.inside = {hole};
    CHECK(lattice_count(spec) == whole - left);
}

TEST_CASE("a lattice that does not fit its box is refused with edges that fit") {
    const std::string text = refusal([] { make_lattice(crystal(14), every_id); });
    CHECK(contains(text, "Take 13.5 (9 cells) or 15 (10 cells)"));
    LatticeSpec spec = crystal(14);
    spec.periodic = {false, false, false};
    CHECK(lattice_count(spec) == 4 * 729);
    spec.fill_box = false;
    spec.cells = {10, 9, 9};
    CHECK(contains(refusal([&] { make_lattice(spec, every_id); }), "10 cells of 1.5 take 15"));
    spec = crystal(15);
    spec.inside = {SphereShape{Vec3<double>{3, 3, 3}, 2}};
    spec.outside = {SphereShape{Vec3<double>{3, 3, 3}, 2}};
    CHECK(contains(refusal([&] { make_lattice(spec, every_id); }), "no site of the lattice"));
}

TEST_CASE("random particles of a region fill it evenly, apart from each other and from others") {
    RandomSpec spec;
    spec.box = box_of(GENERATE(false, true));
    spec.species = {{"A", 1, 0}};
    spec.counts = {60};
    spec.seed = 3;
    spec.min_distance = 0.9;
    spec.first_id = 5;
    const SphereShape sphere{Vec3<double>{0.5, 11.5, 0.2}, 4};
    spec.inside = {sphere};
    spec.outside = {SphereShape{sphere.center, 2}};
    spec.occupied = {{0.5, 14.3, 0.2}, {-2, 11.5, 1}};
    const Structure s = make_random(spec, every_id);
    REQUIRE(s.total == 60);
    CHECK(s.id[0] == 5);
    const Region ball(sphere, spec.box);
    const Region heart(spec.outside[0], spec.box);
    Structure all = s;
    for (const Vec3<double>& x : spec.occupied) all.position.push_back(x);
    for (std::size_t i = 0; i < s.position.size(); ++i) {
        CHECK(ball.contains(s.box.to_fraction(s.position[i])));
        CHECK_FALSE(heart.contains(s.box.to_fraction(s.position[i])));
    }
    for (std::size_t i = 0; i < s.position.size(); ++i) CHECK(distances(all, i)[0] >= 0.9);
    spec.min_distance = 0;
    spec.first_id = 0;
    check_blocks([&](IdBlock block) { return make_random(spec, block); });
    spec.counts = {600};
    spec.min_distance = 0.9;
    CHECK(contains(refusal([&] { make_random(spec, every_id); }), "in regions of volume"));
    spec.counts = {1};
    spec.inside = spec.outside;
    CHECK(contains(refusal([&] { make_random(spec, every_id); }), "leave no place"));
}

TEST_CASE("without regions each place is, bit for bit, that of its id") {
    LatticeSpec crystal_only = crystal(0);
    crystal_only.edges = {};
    crystal_only.fill_box = false;
    crystal_only.constant = 1.7;
    crystal_only.cells = {5, 4, 3};
    const Structure sites = make_lattice(crystal_only, every_id);
    const UnitCell cell = unit_cell(Lattice::fcc);
    const double a = crystal_only.constant;
    REQUIRE(sites.position.size() == 240);
    for (std::size_t n = 0; n < 240; ++n) {
        const auto i = static_cast<double>(n / 4 % 5);
        const auto j = static_cast<double>(n / 20 % 4);
        const auto k = static_cast<double>(n / 80);
        const Vec3<double> place = Vec3<double>{i, j, k} + cell.sites[n % 4];
        CHECK(sites.position[n] == Vec3<double>{place.x * a, place.y * a, place.z * a});
    }
    RandomSpec random;
    random.box = box_of(true);
    random.species = {{"A", 1, 0}};
    random.counts = {50};
    random.seed = 9;
    const Structure places = make_random(random, every_id);
    for (std::size_t n = 0; n < 50; ++n)
        CHECK(places.position[n] ==
              random.box.to_position(source::uniform_vector(9, static_cast<ParticleId>(n), 0)));
}

TEST_CASE("one particle fits into a region smaller than the minimum distance, two do not") {
    RandomSpec spec;
    spec.box = box_of(false);
    spec.species = {{"A", 1, 0}};
    spec.counts = {1};
    spec.min_distance = 1;
    spec.inside = {SphereShape{Vec3<double>{1, 2, 3}, 0.01}};
    const Vec3<double> gap = make_random(spec, every_id).position[0] - Vec3<double>{1, 2, 3};
    CHECK(dot(gap, gap) <= 1.0001e-4);
    spec.counts = {2};
    CHECK(contains(refusal([&] { make_random(spec, every_id); }), "only 1 of 2 particles"));
}
