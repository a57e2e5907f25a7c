// SPDX-License-Identifier: BSD-3-Clause
// The search for missing pairs, against a look at all pairs.
#include <string>

#include "ops/pair_search.hpp"
#include "support/all_pairs.hpp"
#include "support/catch.hpp"
#include "support/force_cases.hpp"

using namespace mdsim;
using namespace mdsim::test;

namespace {

constexpr std::uint32_t tile = 64;

/// A fluid at rest whose atoms a test moves.
struct Still {
    std::string name;
    Atoms atoms;
    ForceField field;
    Box box;
    CellGrid grid;
    double skin = 0.3;
};

std::vector<Still> all_stills() {
    return {
        {"one species",
         jittered({12, 12, 12}, 1, 0.4),
         argon(),
         box_of({13, 13.5, 13}),
         {{3, 3, 3}}},
        {"a mixture in a tilted box",
         jittered({12, 12, 12}, 3, 0.4),
         mixture(2.5),
         box_of({13, 13, 14}, {3, -2, 4}),
         {{3, 3, 3}}},
        {"open faces",
         jittered({20, 20, 12}, 1, 0.4, {0.1, 0.1, 0}, {0.9, 0.9, 1}),
         argon(),
         box_of({27, 27, 13}, {0, 0, 0}, {false, false, true}),
         {{6, 6, 3}}},
        {"one cell, a wide skin",
         jittered({12, 12, 12}, 1, 0.4),
         argon(),
         box_of({13, 13.5, 13}),
         {{1, 1, 1}},
         0.7},
        {"cells in two directions of which open ones see each other, a thin skin",
         jittered({8, 11, 11}, 2, 0.4, {0.1, 0, 0.1}, {0.9, 1, 0.9}),
         mixture(2.2),
         box_of({11, 12, 15}, {0, 0, 0}, {false, true, false}),
         {{2, 2, 2}},
         0.1},
        {"a box so long that floats do not tell its atoms apart",
         jittered({12, 12, 12}, 1, 0.4, {0, 0, 0.7}, {1, 1, 0.701}),
         argon(),
         box_of({13, 13, 13000}),
         {{3, 3, 1000}}},
        {"a long box of narrow cells",
         jittered({9, 9, 80}, 2, 0.4),
         mixture(2.2),
         box_of({11, 11, 90}),
         {{4, 4, 40}}},
    };
}

template <class P> class MovedAtoms {
  public:
    explicit MovedAtoms(const Still& s)
        : still_(s),
          rank_(arranged<P>(s.atoms, in_order(s.atoms.type.size()), s.box, s.grid, tile)),
          driver_(s.field, {s.skin, 0, tile, true}) {
        REQUIRE(can_search_pairs(s.box, s.field.largest_cutoff(), s.skin));
        driver_.rebuild({&box_, &rank_.cells, &rank_.particles, &seen_});
    }

    std::size_t size() const { return rank_.particles.size(); }
    const LocalCell& largest_cell() const {
        const auto& cells = rank_.cells.cells;
        return *std::max_element(
            cells.begin(), cells.end(),
            [](const LocalCell& a, const LocalCell& b) { return a.count < b.count; });
    }
    AllPairs<P> all_pairs() const {
        return AllPairs<P>(still_.field, still_.box, still_.skin, rank_.particles);
    }
    AllPairs<P> all_pairs_now() const {
        return AllPairs<P>(still_.field, still_.box.edges, box_.now.edges, still_.skin,
                           rank_.particles);
    }
    const Particles<P, Host>& particles() const { return rank_.particles; }
    bool has_missing_pair() { return driver_.has_missing_pair(rank_.particles, rank_.cells); }

    /// Changes the box under the lists.
    void set_box(const LowerTriangular<double>& edges) { box_.now.edges = edges; }

    void put_back(std::size_t i) { rank_.particles.site[i] = rank_.particles.reference[i]; }

    /// Moves an atom from where lists were built [length].
    void move(std::size_t i, const Vec3<double>& way) {
        using Fraction = typename P::Fraction;
        const Vec3<double> s = way * inverse(still_.box.edges);
        Site<P>& site = rank_.particles.site[i];
        put_back(i);
        site.move_to({advanced(site.x, to_fixed_fraction<Fraction>(s.x)),
                      advanced(site.y, to_fixed_fraction<Fraction>(s.y)),
                      advanced(site.z, to_fixed_fraction<Fraction>(s.z))});
    }

    /// From where an atom was to the nearest image of where another was [length].
    Vec3<double> from_to(std::size_t i, std::size_t j) const {
        const double unit = sizeof(typename P::Fraction) == 4 ? 0x1p-32 : 0x1p-64;
        const auto d = difference(rank_.particles.reference[j].position(),
                                  rank_.particles.reference[i].position());
        return unit * (Vec3<double>{static_cast<double>(d.x), static_cast<double>(d.y),
                                    static_cast<double>(d.z)} *
                       still_.box.edges);
    }

  private:
    Still still_;
    BoxState box_{BoxState::at_start(still_.box, still_.grid)};
    OneRank<P> rank_;
    PairDriver<P> driver_;
    std::vector<std::uint8_t> seen_;
};

Vec3<double> random_way(std::uint64_t series, std::uint64_t i) {
    Vec3<double> way;
    do {
        for (int d = 0; d < 3; ++d)
            way[d] = 2 * uniform(series, 3 * i + static_cast<std::uint64_t>(d)) - 1;
        i += 7919;
    } while (dot(way, way) > 1);
    return way;
}

/// Whether an atom has room to move before it meets an open face.
bool stays_inside(const Still& still, const Vec3<double>& fraction) {
    for (int d = 0; d < 3; ++d)
        if (!still.box.periodic[static_cast<std::size_t>(d)] &&
            std::abs(fraction[d] - 0.5) > 0.5 - 0.5 / still.box.heights()[d])
            return false;
    return true;
}

} // namespace

TEMPLATE_TEST_CASE("a pair is missing from lists as a look at all pairs says", "", MixedPrecision,
                   DoublePrecision) {
    for (const Still& still : all_stills()) {
        CAPTURE(still.name);
        const double skin = still.skin;
        MovedAtoms<TestType> moved(still);
        int missing = 0;
        int complete = 0;
        for (std::uint64_t draw = 0; draw < 80; ++draw) {
            // Few are displaced, more so from draw to draw.
            const double scale = (0.3 + 0.0016 * static_cast<double>(draw)) * skin;
            for (std::size_t i = 0; i < moved.size(); ++i) {
                const double far = uniform(100 + draw, i) < 0.025 ? 2.4 : 1.0;
                moved.move(i, std::min(far * scale, searched_move * skin) * random_way(draw, i));
            }
            const MissingPairsFound found = moved.all_pairs().look();
            const bool has_missing_pair = moved.has_missing_pair();
            CAPTURE(draw, found.farthest);
            if (found.surely) CHECK(has_missing_pair);
            if (!found.maybe) CHECK_FALSE(has_missing_pair);
            missing += found.surely ? 1 : 0;
            complete += found.maybe || found.farthest < 0.5 * skin ? 0 : 1;
        }
        CHECK(missing > 0);
        CHECK(complete > 5);
    }
}

TEMPLATE_TEST_CASE("in a box that has been strained, too, a look at all pairs says the same", "",
                   MixedPrecision, DoublePrecision) {
    int missing = 0;
    for (const Still& still : all_stills()) {
        CAPTURE(still.name);
        const double skin = still.skin;
        MovedAtoms<TestType> moved(still);
        const LowerTriangular<double>& built = still.box.edges;
        // At most a tenth of the skin is left for moves that need no search.
        const double most = 0.9 * skin / (still.field.largest_cutoff() + skin);
        int complete = 0;
        for (std::uint64_t draw = 0; draw < 10; ++draw) {
            const double strain = most * std::pow(uniform(77, draw), 2);
            const LowerTriangular<double> now{built.xx * (1 - strain),
                                              built.xy +
                                                  (draw % 2 == 0 ? 0.0 : 0.3) * strain * built.yy,
                                              built.yy * (1 + strain),
                                              built.xz,
                                              built.yz,
                                              built.zz * (1 - 0.5 * strain)};
            const double shorter = 1 - least_length_ratio(built, now);
            const double left = skin - shorter * (still.field.largest_cutoff() + skin);
            const double farthest =
                searched_move * skin -
                shorter * searched_range(still.field.largest_cutoff(), skin) / 2;
            if (left < 0.05 * skin) continue;
            moved.set_box(now);
            const double scale = (0.3 + 0.064 * static_cast<double>(draw)) * left;
            for (std::size_t i = 0; i < moved.size(); ++i) {
                const double far = uniform(300 + draw, i) < 0.025 ? 2.4 : 1.0;
                // Moves are given in the box of the lists.
                moved.move(i, 0.98 * std::min(far * scale, farthest) / (1 + 2 * strain) *
                                  random_way(draw, i));
            }
            const MissingPairsFound found = moved.all_pairs_now().look(0.45 * left);
            const bool has_missing_pair = moved.has_missing_pair();
            CAPTURE(draw, strain, found.farthest);
            if (found.surely) CHECK(has_missing_pair);
            missing += found.surely ? 1 : 0;
            complete += has_missing_pair || found.farthest < 0.5 * left ? 0 : 1;
        }
        CHECK(complete > 0);
    }
    CHECK(missing > 5);
}

TEMPLATE_TEST_CASE("each single missing pair is found", "", MixedPrecision, DoublePrecision) {
    for (const Still& still : all_stills()) {
        CAPTURE(still.name);
        const double skin = still.skin;
        MovedAtoms<TestType> moved(still);
        const auto tables = make_pair_tables<double>(still.field);
        int tried = 0;
        for (std::size_t i = 0; i < moved.size(); i += 7) {
            for (std::size_t j = 0; j < moved.size(); ++j) {
                if (j == i) continue;
                const Vec3<double> d = moved.from_to(i, j);
                const double distance = std::sqrt(dot(d, d));
                const auto& site = moved.particles().reference;
                const double cutoff = std::sqrt(std::visit(
                    [&](const auto& t) {
                        return t.cutoff_squared[static_cast<std::size_t>(site[i].type) * t.types +
                                                static_cast<std::size_t>(site[j].type)];
                    },
                    tables.front()));
                const double beyond = distance - cutoff - skin;
                if (!(cutoff > 0 && beyond > 1e-3 && beyond < 0.6 * skin)) continue;
                const auto inside = [&](std::size_t k) {
                    return stays_inside(
                        still, {to_double(site[k].x), to_double(site[k].y), to_double(site[k].z)});
                };
                if (!inside(i) || !inside(j)) continue;
                // One goes as far as it may, or both alike, and by a hair's breadth enough or not.
                const double needed = skin + beyond + 1e-3;
                const double most = std::min(searched_move * skin, needed - 0.01 * skin);
                const double share = std::max(most * uniform(3, i * moved.size() + j), needed / 2);
                if (needed - share > searched_move * skin) continue;
                moved.move(i, share / distance * d);
                moved.move(j, (share - needed) / distance * d);
                CAPTURE(i, j, distance, share);
                REQUIRE(moved.all_pairs().look().surely);
                CHECK(moved.has_missing_pair());
                moved.move(j, (share - needed + 2e-3) / distance * d);
                if (!moved.all_pairs().look().maybe) CHECK_FALSE(moved.has_missing_pair());
                moved.put_back(i);
                moved.put_back(j);
                ++tried;
                break;
            }
        }
        CHECK(tried > 50);
    }
}

TEST_CASE("where too many atoms of a cell are displaced, lists count as stale without a search") {
    const Still still = all_stills().front();
    MovedAtoms<MixedPrecision> moved(still);
    const LocalCell cell = moved.largest_cell();
    const std::uint32_t most = 4 + cell.count / 16;
    for (std::uint32_t k = 0; k < most; ++k) moved.move(cell.first + k, {0.6 * still.skin, 0, 0});
    CHECK_FALSE(moved.has_missing_pair());
    moved.move(cell.first + most, {0.6 * still.skin, 0, 0});
    CHECK_FALSE(moved.all_pairs().look().maybe);
    CHECK(moved.has_missing_pair());
}

TEST_CASE("atoms that come near through an open face are no pair") {
    for (const bool open : {true, false}) {
        const Vec3<double> edges{7, 14, 14};
        Still still{"two cells and a tilt, so that the blocks of both atoms are looked into",
                    {},
                    argon(),
                    box_of(edges, {0, 0, 0.5}, {!open, true, true}),
                    {{2, 1, 1}}};
        for (const double x : {1.45, 5.55, 3.55}) {
            still.atoms.fraction.push_back({x / edges.x, 0.5, 0.5});
            still.atoms.type.push_back(0);
        }
        MovedAtoms<MixedPrecision> moved(still);
        for (std::size_t i = 0; i < moved.size(); ++i) {
            const ParticleId id = moved.particles().id[i];
            if (id < 2) moved.move(i, {id == 0 ? -0.24 : 0.24, 0, 0});
        }
        REQUIRE(moved.all_pairs().look().surely); // which sees through all faces
        CHECK(moved.has_missing_pair() == !open);
    }
}

TEST_CASE("a missing pair was far in the box of the lists, and is near in the present one") {
    constexpr double edge = 14;
    constexpr double near = 2.48; // the cutoff is 2.5, lists reach 2.8
    for (const bool shrinks : {true, false}) {
        CAPTURE(shrinks);
        const double strain = shrinks ? 0.98 : 1.03;
        const double then = shrinks ? 2.85 : 2.75; // in the present box it would be as the other
        Still still{"two atoms", {}, argon(), box_of({edge, edge, edge}), {{2, 1, 1}}};
        for (const double x : {5.0, 5.0 + then}) {
            still.atoms.fraction.push_back({x / edge, 0.5, 0.5});
            still.atoms.type.push_back(0);
        }
        MovedAtoms<DoublePrecision> moved(still);
        const double way = (then - near / strain) / 2; // in the box of the lists
        for (std::size_t i = 0; i < moved.size(); ++i)
            moved.move(i, {moved.particles().id[i] == 0 ? way : -way, 0, 0});
        moved.set_box({strain * edge, 0, strain * edge, 0, 0, strain * edge});
        CHECK(moved.has_missing_pair() == shrinks);
    }
}
