// SPDX-License-Identifier: BSD-3-Clause
#include "input/structure/oriented_cell.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

namespace {

constexpr std::int64_t parts = ConventionalCell::parts;

/// The period of a crystal along a direction: a whole vector divided by a number.
struct Period {
    WholeVector vector;
    std::int64_t divisor = 1;
};

/// Whether a shift in parts of the edges carries every site to one that holds the same.
bool repeats(const ConventionalCell& cell, const std::vector<TypeId>& holds,
             const WholeVector& shift) {
    const auto place = [](std::int64_t n) { return (n % parts + parts) % parts; };
    for (std::size_t i = 0; i < cell.sites.size(); ++i) {
        const WholeVector moved = cell.sites[i] + shift;
        const WholeVector inside{place(moved.x), place(moved.y), place(moved.z)};
        const auto found = std::find(cell.sites.begin(), cell.sites.end(), inside);
        if (found == cell.sites.end()) return false;
        if (holds[static_cast<std::size_t>(found - cell.sites.begin())] != holds[i]) return false;
    }
    return true;
}

/// The shortest period along a direction with which the crystal repeats.
///
/// No shorter one ends on the grid of the sites than a shortest whole vector divided by a divisor
/// of `parts`.
Period repeat(const ConventionalCell& cell, const std::vector<TypeId>& holds,
              const WholeVector& direction) {
    const WholeVector whole = shortest_along(direction);
    std::int64_t divisor = parts;
    while (parts % divisor != 0 || !repeats(cell, holds, parts / divisor * whole)) --divisor;
    MDSIM_ENSURE(divisor >= 1);
    return {whole, divisor};
}

std::array<Period, 3> repeats_of(const ConventionalCell& cell, const OrientedCrystal& crystal) {
    MDSIM_EXPECT(crystal.holds.size() == cell.sites.size());
    std::array<Period, 3> periods;
    for (std::size_t d = 0; d < 3; ++d)
        periods[d] = repeat(cell, crystal.holds, crystal.orientation[d]);
    return periods;
}

/// The number of sites between three periods: their determinant counts conventional cells.
std::int64_t sites_between(const ConventionalCell& cell, const std::array<Period, 3>& periods) {
    const WholeVector& a = periods[0].vector;
    const WholeVector& b = periods[1].vector;
    const WholeVector& c = periods[2].vector;
    const std::int64_t cells = a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
                               a.z * (b.x * c.y - b.y * c.x);
    const std::int64_t sites = cells * static_cast<std::int64_t>(cell.sites.size());
    const std::int64_t divisor = periods[0].divisor * periods[1].divisor * periods[2].divisor;
    MDSIM_ENSURE(sites > 0 && sites % divisor == 0);
    return sites / divisor;
}

/// Whole cells between which all of an oriented cell lies.
struct CellRange {
    WholeVector first;
    WholeVector last;
};

CellRange cells_around(const std::array<Period, 3>& periods) {
    CellRange range{{-1, -1, -1}, {0, 0, 0}};
    for (const Period& period : periods)
        for (int d = 0; d < 3; ++d) {
            const std::int64_t length = std::abs(period.vector[d]) / period.divisor + 1;
            (period.vector[d] < 0 ? range.first : range.last)[d] +=
                period.vector[d] < 0 ? -length : length;
        }
    return range;
}

/// An oriented cell while its sites are found.
struct Search {
    const ConventionalCell& cell;
    std::array<Period, 3> periods;
    UnitCell found;

    /// Takes a place in parts of the edges if each of its fractions of the periods, a quotient of
    /// whole numbers, is from 0 to below 1.
    void look_at(const WholeVector& place, std::size_t site) {
        Vec3<double> fraction;
        for (int d = 0; d < 3; ++d) {
            const Period& period = periods[static_cast<std::size_t>(d)];
            const std::int64_t above = metric_product(cell, place, period.vector) * period.divisor;
            const std::int64_t below = metric_product(cell, period.vector, period.vector) * parts;
            if (above < 0 || above >= below) return;
            fraction[d] = static_cast<double>(above) / static_cast<double>(below);
        }
        found.sites.push_back(fraction);
        found.origins.push_back(site);
    }
};

} // namespace

std::int64_t oriented_sites(const OrientedCrystal& crystal) {
    const ConventionalCell cell = conventional_cell(crystal.lattice);
    return sites_between(cell, repeats_of(cell, crystal));
}

UnitCell oriented_cell(const OrientedCrystal& crystal) {
    MDSIM_REQUIRE(orientation_faults(crystal.lattice, crystal.orientation).empty());
    const ConventionalCell cell = conventional_cell(crystal.lattice);
    Search search{cell, repeats_of(cell, crystal), {}};
    const std::int64_t expected = sites_between(cell, search.periods);
    MDSIM_REQUIRE(expected <= most_oriented_sites);
    for (int d = 0; d < 3; ++d) {
        const Period& period = search.periods[static_cast<std::size_t>(d)];
        const auto square = static_cast<double>(metric_product(cell, period.vector, period.vector));
        search.found.edges[d] = std::sqrt(square / static_cast<double>(cell.squares.x)) /
                                static_cast<double>(period.divisor);
    }
    const auto [first, last] = cells_around(search.periods);
    for (std::int64_t z = first.z; z <= last.z; ++z)
        for (std::int64_t y = first.y; y <= last.y; ++y)
            for (std::int64_t x = first.x; x <= last.x; ++x)
                for (std::size_t i = 0; i < cell.sites.size(); ++i)
                    search.look_at(parts * WholeVector{x, y, z} + cell.sites[i], i);
    MDSIM_REQUIRE(static_cast<std::int64_t>(search.found.sites.size()) == expected);
    return search.found;
}

} // namespace mdsim
