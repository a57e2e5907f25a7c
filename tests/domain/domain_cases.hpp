// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "domain/cell_grid.hpp"
#include "domain/partition.hpp"
#include "state/local_cells.hpp"
#include "state/particles.hpp"

namespace mdsim::test {

/// A box, a grid and a range that together are one geometry worth trying.
struct Geometry {
    std::string name;
    Box box;
    CellGrid grid;
    double range = 1;
};

inline Box make_box(LowerTriangular<double> edges,
                    std::array<bool, 3> periodic = {true, true, true}) {
    return {edges, {0.5, -1.0, 2.0}, periodic};
}

/// Cubes, thin slabs, needles, tilted and open boxes; cells wider and much thinner than the range.
inline std::vector<Geometry> geometries() {
    const LowerTriangular<double> cube{10, 0, 10, 0, 0, 10};
    const LowerTriangular<double> slab{12, 0, 9, 0, 0, 2.2};
    const LowerTriangular<double> needle{30, 0, 2, 0, 0, 2};
    const LowerTriangular<double> tilted{10, 4.5, 9, -3, 4, 8};
    return {{"cube", make_box(cube), {{4, 4, 4}}, 2.0},
            {"thin cells", make_box(cube), {{9, 6, 8}}, 2.8},
            {"one and two cells", make_box(cube), {{1, 2, 4}}, 3.0},
            {"slab", make_box(slab), {{6, 4, 1}}, 1.6},
            {"needle", make_box(needle), {{24, 1, 1}}, 2.4},
            {"tilted", make_box(tilted), {{4, 3, 4}}, 2.0},
            {"tilted, thin cells", make_box(tilted), {{8, 2, 6}}, 2.9},
            {"open", make_box(cube, {true, false, false}), {{4, 4, 3}}, 2.5},
            {"range beyond the box", make_box(cube), {{3, 3, 3}}, 12.0}};
}

/// Atoms of one id each, everywhere in the box or, clustered, mostly in one corner of it.
template <class P>
std::vector<Site<P>> random_sites(int atoms, std::uint64_t seed, bool clustered = false) {
    using Fraction = typename P::Fraction;
    std::mt19937_64 engine(seed);
    std::vector<Site<P>> sites(static_cast<std::size_t>(atoms));
    auto next = [&](int squeeze) {
        return static_cast<Fraction>((engine() >> squeeze) >> (64 - fraction_bits<Fraction>));
    };
    for (std::size_t i = 0; i < sites.size(); ++i) {
        const int squeeze = clustered && i % 8 != 0 ? 2 : 0;
        sites[i] = {next(squeeze), next(squeeze), next(squeeze), static_cast<Fraction>(i % 3)};
    }
    return sites;
}

/// The shortest distance between two sites over all images [length].
template <class P> double nearest_distance(const Box& box, const Site<P>& a, const Site<P>& b) {
    const Vec3<double> s{to_double(a.x) - to_double(b.x), to_double(a.y) - to_double(b.y),
                         to_double(a.z) - to_double(b.z)};
    Vec3<int> most;
    for (int d = 0; d < 3; ++d) most[d] = box.periodic[static_cast<std::size_t>(d)] ? 2 : 0;
    double best = std::numeric_limits<double>::infinity();
    for_each_cell(
        {{-most.x, -most.y, -most.z}, {most.x + 1, most.y + 1, most.z + 1}},
        [&](const Vec3<int>& n) {
            const Vec3<double> r = Vec3<double>{s.x + n.x, s.y + n.y, s.z + n.z} * box.edges;
            best = std::min(best, dot(r, r));
        });
    return std::sqrt(best);
}

/// The atoms that a rank owns, by cell in global order, within a cell by id.
template <class P> struct OwnedAtoms {
    std::vector<LocalCell> cells;
    std::vector<Site<P>> site;
    std::vector<ParticleId> id;
};

template <class P>
OwnedAtoms<P> owned_atoms(const Partition& partition, Rank rank, const std::vector<Site<P>>& all) {
    const CellGrid& grid = partition.grid();
    std::vector<std::vector<ParticleId>> of_cell(static_cast<std::size_t>(grid.total()));
    for (std::size_t i = 0; i < all.size(); ++i)
        of_cell[static_cast<std::size_t>(grid.cell_of(all[i]))].push_back(
            static_cast<ParticleId>(i));
    OwnedAtoms<P> owned;
    for_each_cell(partition.brick(rank), [&](const Vec3<int>& c) {
        const std::int64_t cell = grid.index(c);
        const auto& ids = of_cell[static_cast<std::size_t>(cell)];
        owned.cells.push_back({cell, static_cast<LocalIndex>(owned.id.size()),
                               static_cast<std::uint32_t>(ids.size()), true});
        for (const ParticleId id : ids) {
            owned.id.push_back(id);
            owned.site.push_back(all[static_cast<std::size_t>(id)]);
        }
    });
    return owned;
}

} // namespace mdsim::test
