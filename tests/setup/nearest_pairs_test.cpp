// SPDX-License-Identifier: BSD-3-Clause
#include "setup/nearest_pairs.hpp"

#include <cmath>
#include <random>

#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

Structure random_atoms(const Box& box, int count, std::size_t types, double spread) {
    std::mt19937 generator(5);
    std::uniform_real_distribution<double> uniform(0, spread);
    Structure structure;
    structure.box = box;
    structure.total = count;
    for (int i = 0; i < count; ++i) {
        structure.id.push_back(i);
        structure.type.push_back(static_cast<TypeId>(static_cast<std::size_t>(i) % types));
        structure.position.push_back(
            box.to_position({uniform(generator), uniform(generator), uniform(generator)}));
    }
    return structure;
}

/// All images up to two boxes away, each pair once.
NearestPairs by_hand(const Structure& s, std::size_t types, double limit) {
    NearestPairs found{types, std::vector<AtomPair>(types * types),
                       std::vector<std::int64_t>(types * types, 0)};
    const auto most = [&](std::size_t d) { return s.box.periodic[d] ? 2 : 0; };
    for (std::size_t i = 0; i < s.id.size(); ++i)
        for (std::size_t j = i + 1; j < s.id.size(); ++j)
            for (int x = -most(0); x <= most(0); ++x)
                for (int y = -most(1); y <= most(1); ++y)
                    for (int z = -most(2); z <= most(2); ++z) {
                        const Vec3<double> shift{double(x), double(y), double(z)};
                        const Vec3<double> gap =
                            s.position[j] - s.position[i] + shift * s.box.edges;
                        const double r = std::sqrt(dot(gap, gap));
                        const std::size_t place = found.index(s.type[i], s.type[j]);
                        if (r < limit) ++found.below[place];
                        if (r < found.nearest[place].distance)
                            found.nearest[place] = {s.id[i], s.id[j], r};
                    }
    return found;
}

void compare(const Structure& structure, std::size_t types, double range) {
    const std::vector<double> limits(types * types, range / 2);
    const NearestPairs found = find_nearest_pairs(structure, types, range, limits, alone());
    const NearestPairs expected = by_hand(structure, types, range / 2);
    for (std::size_t i = 0; i < types * types; ++i) {
        INFO(i);
        CHECK(found.below[i] == expected.below[i]);
        if (!(expected.nearest[i].distance < range)) {
            CHECK(!found.nearest[i].found());
            continue;
        }
        CHECK(found.nearest[i].first == expected.nearest[i].first);
        CHECK(found.nearest[i].second == expected.nearest[i].second);
        CHECK(std::abs(found.nearest[i].distance - expected.nearest[i].distance) < 1e-12);
    }
}

} // namespace

TEST_CASE("nearest pairs are those of a search through all images") {
    const Box slanted{{8, 2, 7, -3, 1, 9}, {1, 2, 3}, {true, true, true}};
    const Box open{{8, 0, 7, 0, 0, 9}, {0, 0, 0}, {true, false, true}};
    const Box narrow{{1.3, 0.2, 9, 0, 0, 1.1}, {0, 0, 0}, {true, true, true}};
    for (const Box& box : {slanted, open, narrow}) {
        compare(random_atoms(box, 120, 2, 1), 2, 1.1);
        compare(random_atoms(box, 120, 3, 2.5), 3, 1.1); // also atoms outside of the box
    }
}

TEST_CASE("a pair farther than the range is none") {
    Structure two = random_atoms({{9, 0, 9, 0, 0, 9}, {}, {true, true, true}}, 2, 1, 1);
    two.position = {{0.5, 1, 1}, {8.7, 1, 1}}; // 0.8 apart, through the face
    CHECK(find_nearest_pairs(two, 1, 0.81, {0.5}, alone()).of(0, 0).found());
    CHECK(!find_nearest_pairs(two, 1, 0.79, {0.5}, alone()).of(0, 0).found());
}

TEST_CASE("crowded atoms are searched at a shorter range, down to those in one place") {
    const Box box{{50, 0, 50, 0, 0, 50}, {}, {true, true, true}};
    Structure crowd = random_atoms(box, 3000, 1, 0.01);
    const NearestPairs found = find_nearest_pairs(crowd, 1, 5, {0}, alone());
    const NearestPairs near = find_nearest_pairs(crowd, 1, 0.05, {0}, alone());
    REQUIRE(near.of(0, 0).found());
    CHECK(found.of(0, 0).first == near.of(0, 0).first);
    CHECK(found.of(0, 0).second == near.of(0, 0).second);
    for (auto& x : crowd.position) x = {1, 1, 1};
    CHECK(find_nearest_pairs(crowd, 1, 5, {0}, alone()).of(0, 0).distance == 0);
}
