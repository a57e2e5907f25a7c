// SPDX-License-Identifier: BSD-3-Clause
// Kinds of crystals and centro-symmetry where geometry says what they must be.
#include <algorithm>
#include <array>
#include <map>

#include "support/catch.hpp"
#include "surroundings/centro_symmetry.hpp"
#include "surroundings/common_neighbors.hpp"
#include "surroundings/crystals.hpp"
#include "surroundings/neighbor_search.hpp"

using namespace mdsim;

namespace {

using Kinds = std::map<CrystalKind, int>;
constexpr CrystalKind other = CrystalKind::other, in_fcc = CrystalKind::fcc,
                      in_hcp = CrystalKind::hcp, in_bcc = CrystalKind::bcc,
                      icosahedral = CrystalKind::icosahedral;

Kinds adaptive(const CrystalSample& sample) {
    const NeighborSearch search(sample.box, sample.atoms);
    std::vector<Neighbor> found;
    Kinds kinds;
    for (const TreePoint& atom : search.atoms()) {
        search.find_nearest(atom, adaptive_neighbors, found);
        ++kinds[kind_by_nearest(found)];
    }
    return kinds;
}

Kinds fixed(const CrystalSample& sample, double cutoff) {
    const NeighborSearch search(sample.box, sample.atoms);
    std::vector<Neighbor> found;
    Kinds kinds;
    for (const TreePoint& atom : search.atoms()) {
        search.find_within(atom, cutoff, found);
        ++kinds[kind_by_cutoff(found, cutoff)];
    }
    return kinds;
}

/// The parameters of all atoms, sorted.
std::vector<double> centro(const CrystalSample& sample, std::size_t neighbors) {
    const NeighborSearch search(sample.box, sample.atoms);
    std::vector<Neighbor> found;
    std::vector<double> values;
    for (const TreePoint& atom : search.atoms()) {
        search.find_nearest(atom, neighbors, found);
        values.push_back(centro_symmetry(found));
    }
    std::sort(values.begin(), values.end());
    return values;
}

/// Thirteen atoms: one, and twelve around it at the corners of an icosahedron.
CrystalSample icosahedron() {
    CrystalSample sample;
    sample.box.edges = {20, 0, 20, 0, 0, 20};
    sample.box.periodic = {false, false, false};
    const double g = std::numbers::phi;
    sample.atoms.push_back({10, 10, 10});
    for (const double a : {-1.0, 1.0})
        for (const double b : {-g, g}) {
            sample.atoms.push_back({10, 10 + a, 10 + b});
            sample.atoms.push_back({10 + a, 10 + b, 10});
            sample.atoms.push_back({10 + b, 10, 10 + a});
        }
    return sample;
}

} // namespace

TEST_CASE("all atoms of a perfect crystal are of its kind") {
    const double cutoff = (1 + std::numbers::sqrt2) / 2;
    for (const int cells : {1, 2, 4}) {
        const int n = cells * cells * cells;
        CHECK(adaptive(fcc({cells, cells, cells})) == Kinds{{in_fcc, 4 * n}});
        CHECK(fixed(fcc({cells, cells, cells}), cutoff * std::sqrt(0.5)) == Kinds{{in_fcc, 4 * n}});
        CHECK(adaptive(bcc({cells, cells, cells})) == Kinds{{in_bcc, 2 * n}});
        CHECK(fixed(bcc({cells, cells, cells}), cutoff) == Kinds{{in_bcc, 2 * n}});
    }
    CHECK(adaptive(stacked("AB", 4)) == Kinds{{in_hcp, 64}});
    CHECK(fixed(stacked("AB", 4), cutoff) == Kinds{{in_hcp, 64}});
    CHECK(adaptive(stacked("ABC", 4)) == Kinds{{in_fcc, 96}});
    CHECK(adaptive(repeated({1, 1, 1}, {{0, 0, 0}}, {4, 4, 4})) == Kinds{{other, 64}});
}

TEST_CASE("the middle of an icosahedron is icosahedral, and nothing else of it") {
    CHECK(adaptive(icosahedron()) == Kinds{{icosahedral, 1}, {other, 12}});
    CHECK(fixed(icosahedron(), 2.5) == Kinds{{icosahedral, 1}, {other, 12}});
}

TEST_CASE("a stacking fault is two layers of hcp, and a twin boundary is one") {
    const int layer = 2 * 5 * 5;
    // ABC ABC | BC ABC: the layers on both sides of the missing A are hcp.
    const CrystalSample fault = stacked("ABCABCBCABC", 5);
    CHECK(adaptive(fault) == Kinds{{in_fcc, 9 * layer}, {in_hcp, 2 * layer}});
    CHECK(fixed(fault, 1.207) == Kinds{{in_fcc, 9 * layer}, {in_hcp, 2 * layer}});
    // ABCABC A CBACB: two mirrors, of which the box repeats one.
    const CrystalSample twins = stacked("ABCABCACBACB", 5);
    CHECK(adaptive(twins) == Kinds{{in_fcc, 10 * layer}, {in_hcp, 2 * layer}});
}

TEST_CASE("a vacancy leaves its neighbours without a kind") {
    CrystalSample sample = fcc({5, 5, 5});
    sample.atoms.erase(sample.atoms.begin() + 77);
    CHECK(fixed(sample, 0.8535) == Kinds{{in_fcc, 500 - 13}, {other, 12}});
    CHECK(adaptive(sample) == Kinds{{in_fcc, 500 - 13}, {other, 12}});
    sample = bcc({6, 6, 6});
    sample.atoms.erase(sample.atoms.begin() + 77);
    CHECK(fixed(sample, 1.207) == Kinds{{in_bcc, 432 - 15}, {other, 14}});
    CHECK(adaptive(sample) == Kinds{{in_bcc, 432 - 15}, {other, 14}});
}

TEST_CASE(
    "small displacements and strain change no kind, and an adaptive cutoff follows the size") {
    CHECK(adaptive(shaken(fcc({5, 5, 5}), 0.03, 1)) == Kinds{{in_fcc, 500}});
    CHECK(adaptive(shaken(bcc({6, 6, 6}), 0.03, 2)) == Kinds{{in_bcc, 432}});
    CHECK(adaptive(shaken(stacked("AB", 6), 0.04, 3)) == Kinds{{in_hcp, 144}});
    CrystalSample wide = fcc({4, 4, 4});
    wide.box.edges = {4 * 1.4, 0, 4 * 1.4, 0, 0, 4 * 1.4};
    for (Vec3<double>& x : wide.atoms) x = 1.4 * x;
    CHECK(adaptive(wide) == Kinds{{in_fcc, 256}});
    CHECK(fixed(wide, 0.8535) == Kinds{{other, 256}});
}

TEST_CASE("a sheared crystal in a triclinic box is what it is in a cube") {
    // The primitive cell of fcc, four times along each edge.
    CrystalSample sample;
    const double e = std::sqrt(0.5);
    const LowerTriangular<double> cell{
        e, e / 2, e * std::sqrt(0.75), e / 2, e * std::sqrt(1.0 / 12), e * std::sqrt(2.0 / 3)};
    for (int x = 0; x < 4; ++x)
        for (int y = 0; y < 4; ++y)
            for (int z = 0; z < 4; ++z)
                sample.atoms.push_back(Vec3<double>{1.0 * x, 1.0 * y, 1.0 * z} * cell);
    sample.box.edges = {4 * cell.xx, 4 * cell.xy, 4 * cell.yy,
                        4 * cell.xz, 4 * cell.yz, 4 * cell.zz};
    CHECK(adaptive(sample) == Kinds{{in_fcc, 64}});
    CHECK(centro(sample, 12).back() < 1e-25);
}

TEST_CASE("centro-symmetry is zero in fcc and bcc, and known beside a vacancy and in hcp") {
    CHECK(centro(fcc({3, 3, 3}), 12).back() < 1e-25);
    CHECK(centro(bcc({3, 3, 3}), 8).back() < 1e-25);
    CrystalSample sample = fcc({5, 5, 5});
    sample.atoms.erase(sample.atoms.begin() + 77);
    const std::vector<double> values = centro(sample, 12);
    CHECK(values[486] < 1e-25); // all but the twelve neighbours of the empty site
    // Five pairs are opposite. The sixth sum is the smallest of what is left: two neighbours that
    // are 120 degrees apart add up to a vector as long as each, a half in squares.
    CHECK(values[487] == Approx(0.5));
    CHECK(values[498] == Approx(0.5));
}

TEST_CASE("centro-symmetry is the sum of the smallest sums of all pairs") {
    const CrystalSample sample = shaken(stacked("AB", 3), 0.1, 9);
    const NeighborSearch search(sample.box, sample.atoms);
    std::vector<Neighbor> found;
    for (const TreePoint& atom : search.atoms())
        for (const std::size_t n : {2, 8, 12, 14, 32}) {
            search.find_nearest(atom, n, found);
            std::vector<double> sums;
            for (std::size_t a = 0; a < n; ++a)
                for (std::size_t b = 0; b < a; ++b) {
                    double sum = 0;
                    for (int d = 0; d < 3; ++d)
                        sum += std::pow(found[a].way[d] + found[b].way[d], 2);
                    sums.push_back(sum);
                }
            std::sort(sums.begin(), sums.end());
            double wanted = 0;
            for (std::size_t k = 0; k < n / 2; ++k) wanted += sums[k];
            REQUIRE(centro_symmetry(found) == Approx(wanted).epsilon(1e-12));
        }
}
