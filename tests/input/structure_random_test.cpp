// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/random_fill.hpp"

#include "structure_support.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

RandomSpec triclinic(std::int64_t first, std::int64_t second) {
    RandomSpec spec;
    spec.box.edges = {7, 2.5, 6, -1.5, 2, 8};
    spec.box.origin = {-3, 1, 2};
    spec.species = {{"A", 1, 0}, {"B", 2, 0}};
    spec.counts = {first, second};
    spec.seed = 7;
    return spec;
}

} // namespace

TEST_CASE("random particles fill the box evenly, each species in its number") {
    const RandomSpec spec = triclinic(3000, 1000);
    const Structure s = make_random(spec, every_id);
    REQUIRE(s.total == 4000);
    CHECK(std::count(s.type.begin(), s.type.end(), TypeId{1}) == 1000);
    Vec3<double> sum;
    Vec3<double> squares;
    for (const Vec3<double>& r : s.position) {
        const Vec3<double> f = s.box.to_fraction(r);
        for (int k = 0; k < 3; ++k) {
            CHECK((f[k] > -1e-12 && f[k] < 1 + 1e-12));
            sum[k] += f[k];
            squares[k] += f[k] * f[k];
        }
    }
    for (int k = 0; k < 3; ++k) { // five standard errors of uniform numbers
        CHECK(std::abs(sum[k] / 4000 - 0.5) < 5 * std::sqrt(1.0 / 12 / 4000));
        CHECK(std::abs(squares[k] / 4000 - 1.0 / 3) < 5 * std::sqrt(4.0 / 45 / 4000));
    }
}

TEST_CASE("random particles are the same for any number of blocks") {
    RandomSpec spec = triclinic(40, 61);
    check_blocks([&](IdBlock block) { return make_random(spec, block); });
    spec.min_distance = 1;
    check_blocks([&](IdBlock block) { return make_random(spec, block); });
}

TEST_CASE("the minimum distance is kept, images included") {
    RandomSpec spec = triclinic(120, 60); // 28 % of the box filled by spheres
    spec.min_distance = 1;
    spec.box.periodic = {true, GENERATE(true, false), true};
    const Structure s = make_random(spec, every_id);
    double smallest = 10;
    for (std::size_t i = 0; i < s.position.size(); ++i)
        smallest = std::min(smallest, distances(s, i)[0]);
    CHECK(smallest >= 1);
    CHECK(smallest < 1.05);
}

TEST_CASE("the minimum distance is kept in a box barely wider than itself") {
    RandomSpec spec;
    spec.box.edges = {1.5, 0, 1.2, 0, 0, 9};
    spec.species = {{"A", 1, 0}};
    spec.counts = {5};
    spec.min_distance = 1;
    const Structure s = make_random(spec, every_id);
    for (std::size_t i = 0; i < s.position.size(); ++i) CHECK(distances(s, i)[0] >= 1);
}

TEST_CASE("what cannot be filled is refused, with what to do") {
    RandomSpec spec = triclinic(300, 300);
    spec.min_distance = 1;
    CHECK(contains(refusal([&] { make_random(spec, every_id); }), "perturb a lattice"));
    spec.min_distance = 20;
    CHECK(contains(refusal([&] { make_random(spec, every_id); }), "meet its own image"));
    spec.min_distance = -1;
    CHECK(contains(refusal([&] { make_random(spec, every_id); }), "must not be negative"));

    spec = triclinic(0, 0);
    spec.box.edges.yy = 0;
    const std::string text = refusal([&] { make_random(spec, every_id); });
    CHECK(contains(text, "spans no volume"));
    CHECK(contains(text, "their sum must be at least 1"));
    spec.counts = {1};
    CHECK(contains(refusal([&] { make_random(spec, every_id); }), "1 counts for 2 species"));

    RandomSpec narrow; // an open box that holds one particle only
    narrow.box.edges = {0.1, 0, 0.1, 0, 0, 0.1};
    narrow.box.periodic = {false, false, false};
    narrow.species = {{"A", 1, 0}};
    narrow.counts = {2};
    narrow.min_distance = 1;
    CHECK(contains(refusal([&] { make_random(narrow, every_id); }), "only 1 of 2 particles"));
}
