// SPDX-License-Identifier: BSD-3-Clause
// Flips of a slanted box: exact in integers, the same lattice, and the same points of space.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/box.hpp"
#include "core/flipped_place.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

const LowerTriangular<double> slanted{10, 6.5, 9, -13, 5.2, 8};

std::vector<LatticeFlip> some_flips() {
    return {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {-1, 1, 1}, {3, -7, 2}, {-1000000, 12345, 77}};
}

template <class Fraction> std::vector<ImagePlace<Fraction>> some_places() {
    std::mt19937_64 random(7);
    const auto fraction = [&] { return static_cast<Fraction>(random()); };
    const auto image = [&] { return static_cast<std::int32_t>(random() % 2001) - 1000; };
    constexpr Fraction least = std::numeric_limits<Fraction>::min();
    std::vector<ImagePlace<Fraction>> places{
        {{0, 0, 0}, {0, 0, 0}}, {{-1, -1, -1}, {0, -1, 3}}, {{least, 1, least}, {2, 0, -1}}};
    for (int i = 0; i < 200; ++i)
        places.push_back({{fraction(), fraction(), fraction()}, {image(), image(), image()}});
    return places;
}

template <class Fraction> Vec3<double> unwrapped_in_edges(const ImagePlace<Fraction>& place) {
    const auto& [u, n] = place;
    return {to_double(u.x) + n.x, to_double(u.y) + n.y, to_double(u.z) + n.z};
}

double largest(const Vec3<double>& v) {
    return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

} // namespace

TEST_CASE("a flip and its inverse are nothing, in either order", "[flip]") {
    for (const LatticeFlip& flip : some_flips()) {
        CHECK_FALSE(flip.none());
        CHECK((flip * flip.inverse()).none());
        CHECK((flip.inverse() * flip).none());
        CHECK(flip.inverse().inverse() == flip);
    }
    CHECK(LatticeFlip{}.none());
    CHECK(LatticeFlip{} * slanted == slanted);
}

TEST_CASE("two flips are one, for edges and for places", "[flip]") {
    for (const LatticeFlip& a : some_flips())
        for (const LatticeFlip& b : some_flips()) {
            const LowerTriangular<double> twice = b * (a * slanted), once = (b * a) * slanted;
            CHECK(once.xy == Approx(twice.xy));
            CHECK(once.xz == Approx(twice.xz));
            CHECK(once.yz == Approx(twice.yz));
            CHECK(once.xx * once.yy * once.zz == slanted.xx * slanted.yy * slanted.zz);
            for (const auto& place : some_places<std::int32_t>())
                CHECK(flipped(b * a, place) == flipped(b, flipped(a, place)));
        }
}

TEMPLATE_TEST_CASE("places come back to the last bit", "[flip]", std::int32_t, std::int64_t) {
    for (const LatticeFlip& flip : some_flips())
        for (const auto& place : some_places<TestType>())
            CHECK(flipped(flip.inverse(), flipped(flip, place)) == place);
}

TEMPLATE_TEST_CASE("unwrapped, a place is the same point of space before and after", "[flip]",
                   std::int32_t, std::int64_t) {
    for (const LatticeFlip& flip : {LatticeFlip{-1, 0, 0}, {0, 2, -1}, {3, -7, 2}})
        for (const auto& place : some_places<TestType>()) {
            const Vec3<double> before = unwrapped_in_edges(place) * slanted;
            const Vec3<double> after = unwrapped_in_edges(flipped(flip, place)) * (flip * slanted);
            CHECK(largest(after - before) < 1e-9);
        }
}

TEMPLATE_TEST_CASE("ways between atoms are the same up to vectors of the lattice", "[flip]",
                   std::int32_t, std::int64_t) {
    const LatticeFlip flip{-1, 2, 1};
    const auto places = some_places<TestType>();
    const auto vector_in = [](const auto& a, const auto& b, const LowerTriangular<double>& edges) {
        const auto gap = difference(a.fraction, b.fraction);
        const Vec3<double> parts{to_double(gap.x), to_double(gap.y), to_double(gap.z)};
        return parts * edges;
    };
    for (std::size_t i = 1; i < places.size(); ++i) {
        const Vec3<double> was = vector_in(places[i], places[i - 1], slanted);
        const Vec3<double> is =
            vector_in(flipped(flip, places[i]), flipped(flip, places[i - 1]), flip * slanted);
        const Vec3<double> edges = (is - was) * inverse(slanted);
        const Vec3<double> whole{std::round(edges.x), std::round(edges.y), std::round(edges.z)};
        CHECK(largest(edges - whole) < 1e-9);
    }
}

TEST_CASE("what leans too far is straightened, and nothing else", "[flip]") {
    CHECK(straightening({10, 5.4, 9, -5.4, 4.9, 8}).none());
    CHECK_FALSE(is_slanted({10, 5.4, 9, -5.4, 4.9, 8}));
    CHECK(straightening({10, 5.6, 9, 5.2, 0, 8}) == LatticeFlip{-1, 0, 0});
    CHECK(straightening({10, 0, 9, -25.5, 0, 8}) == LatticeFlip{0, 3, 0});
    // c leans on b, which leans itself: what is left of xz is another number.
    CHECK(straightening({10, 5, 9, 2, 5.2, 8}) == LatticeFlip{0, 0, -1});
    CHECK(straightening({10, 5, 9, -2, 5.2, 8}) == LatticeFlip{0, 1, -1});
    for (const LowerTriangular<double>& edges :
         {slanted, LowerTriangular<double>{3, -70, 2, 1e4, -33, 5}}) {
        CHECK(is_slanted(edges));
        const LowerTriangular<double> straight = straightening(edges) * edges;
        CHECK_FALSE(is_slanted(straight));
        CHECK(straightening(straight).none());
        CHECK(Box{straight, {}}.heights().z == Box{edges, {}}.heights().z);
        CHECK(Box{straight, {}}.heights().x > Box{edges, {}}.heights().x);
    }
    CHECK(is_slanted({1, 1e30, 1, -1e30, 0, 1})); // of a file that nobody wrote: no overflow
    CHECK(straightening({1, 1e30, 1, -1e30, 0, 1}) == LatticeFlip{-1000000000, 1000000000, 0});
}
