// SPDX-License-Identifier: BSD-3-Clause
// Neighbours against all atoms of all images, tried one by one.
#include "surroundings/neighbor_search.hpp"

#include <algorithm>
#include <random>

#include "support/catch.hpp"
#include "surroundings/crystals.hpp"

using namespace mdsim;

namespace {

/// A box with random atoms.
CrystalSample random_atoms(const LowerTriangular<double>& edges, std::array<bool, 3> periodic,
                           int count) {
    CrystalSample sample;
    sample.box.edges = edges;
    sample.box.periodic = periodic;
    std::mt19937 random(7);
    std::uniform_real_distribution<double> part(0, 1);
    for (int i = 0; i < count; ++i) {
        const Vec3<double> s{part(random), part(random), part(random)};
        sample.atoms.push_back(s * edges);
    }
    return sample;
}

/// All neighbours of an atom in so many images on either side, nearest first.
std::vector<Neighbor> all_neighbors(const CrystalSample& sample, std::size_t atom, int images) {
    std::vector<Neighbor> all;
    const auto& repeats = sample.box.periodic;
    for (int x = repeats[0] ? -images : 0; x <= (repeats[0] ? images : 0); ++x)
        for (int y = repeats[1] ? -images : 0; y <= (repeats[1] ? images : 0); ++y)
            for (int z = repeats[2] ? -images : 0; z <= (repeats[2] ? images : 0); ++z)
                for (std::size_t j = 0; j < sample.atoms.size(); ++j) {
                    if (j == atom && x == 0 && y == 0 && z == 0) continue;
                    const Vec3<double> image =
                        Vec3<double>{1.0 * x, 1.0 * y, 1.0 * z} * sample.box.edges;
                    const Vec3<double> way = sample.atoms[j] + image - sample.atoms[atom];
                    all.push_back({way, dot(way, way), static_cast<std::int64_t>(j)});
                }
    std::sort(all.begin(), all.end(),
              [](const Neighbor& a, const Neighbor& b) { return a.distance2 < b.distance2; });
    return all;
}

/// Compares both searches for each atom with those among so many images.
void check(const CrystalSample& sample, std::size_t count, double cutoff, int images) {
    const NeighborSearch search(sample.box, sample.atoms);
    REQUIRE(search.atoms().size() == sample.atoms.size());
    std::vector<Neighbor> found;
    for (const TreePoint& atom : search.atoms()) {
        const auto all = all_neighbors(sample, static_cast<std::size_t>(atom.id), images);
        search.find_nearest(atom, count, found);
        REQUIRE(found.size() == std::min(count, all.size()));
        for (std::size_t k = 0; k < found.size(); ++k)
            REQUIRE(found[k].distance2 == Approx(all[k].distance2).epsilon(1e-10));
        search.find_within(atom, cutoff, found);
        const auto within =
            static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Neighbor& n) {
                return n.distance2 < cutoff * cutoff;
            }));
        REQUIRE(found.size() == within);
        for (const Neighbor& n : found) REQUIRE(n.distance2 == Approx(dot(n.way, n.way)));
    }
}

constexpr LowerTriangular<double> cube{10, 0, 10, 0, 0, 10};
constexpr LowerTriangular<double> tilted{10, 4.9, 9, -4.5, 4, 8};

} // namespace

TEST_CASE("neighbours are found in boxes that repeat, or not") {
    check(random_atoms(cube, {true, true, true}, 200), 14, 3.1, 1);
    check(random_atoms(cube, {false, false, false}, 200), 14, 3.1, 0);
    check(random_atoms(cube, {true, false, true}, 200), 14, 3.1, 1);
    check(random_atoms(tilted, {true, true, true}, 200), 14, 3.1, 2);
}

TEST_CASE("boxes narrower than the search have several images of one neighbour") {
    check(random_atoms({2, 0, 9, 0, 0, 3}, {true, true, true}, 5), 14, 5, 5);
    check(random_atoms({1, 0, 40, 0, 0, 40}, {true, false, false}, 3), 20, 9.5, 40);
    check(random_atoms(tilted, {true, true, true}, 1), 14, 12, 4);
}

TEST_CASE("an open box has no more neighbours than atoms") {
    check(random_atoms(cube, {false, false, false}, 9), 14, 20, 0);
    check(random_atoms(cube, {false, false, false}, 1), 14, 20, 0);
}

TEST_CASE("a dense particle in a vacuum is found as any other") {
    CrystalSample sample = random_atoms({1, 0, 1, 0, 0, 1}, {true, true, true}, 100);
    sample.box.edges = {1000, 0, 1000, 0, 0, 1000};
    sample.atoms.push_back({999.9, 500, 3});
    check(sample, 14, 0.4, 1);
}

TEST_CASE("neighbours at one distance come in the order of their ids") {
    const CrystalSample sample = fcc({4, 4, 4});
    const NeighborSearch search(sample.box, sample.atoms);
    std::vector<Neighbor> found;
    for (const TreePoint& atom : search.atoms()) {
        search.find_nearest(atom, 12, found);
        for (std::size_t k = 1; k < found.size(); ++k)
            if (found[k].distance2 == found[k - 1].distance2)
                REQUIRE(found[k].id > found[k - 1].id);
    }
}
