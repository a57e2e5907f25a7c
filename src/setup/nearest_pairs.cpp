// SPDX-License-Identifier: BSD-3-Clause
#include "setup/nearest_pairs.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include "core/contract.hpp"
#include "core/parallel.hpp"
#include "domain/route.hpp"

namespace mdsim {

namespace {

/// An atom, or a copy of one that another rank owns.
struct Point {
    Vec3<double> fraction; ///< in [0, 1) where the direction repeats
    ParticleId id;
    TypeId type;
    bool home; ///< this rank answers for its pairs with atoms of higher ids
};

using Cell = std::array<std::int64_t, 3>;

/// Cells no thinner than a distance, along each direction; numbered in rows along x.
struct Cells {
    Box box;
    Cell count{};

    Cells(const Box& whole, double distance) : box(whole) {
        constexpr double most = 1 << 20;
        const Vec3<double> heights = box.heights();
        for (int d = 0; d < 3; ++d)
            count[static_cast<std::size_t>(d)] = static_cast<std::int64_t>(
                std::clamp(std::floor(heights[d] / distance * (1 - 1e-12)), 1.0, most));
    }
    Cell cell_of(const Vec3<double>& fraction) const {
        Cell cell{};
        for (std::size_t d = 0; d < 3; ++d) {
            const double scaled = fraction[static_cast<int>(d)] * static_cast<double>(count[d]);
            cell[d] = std::clamp<std::int64_t>(static_cast<std::int64_t>(scaled), 0, count[d] - 1);
        }
        return cell;
    }
    std::int64_t number(const Cell& c) const { return (c[2] * count[1] + c[1]) * count[0] + c[0]; }
};

struct Placed {
    std::int64_t cell;
    std::uint32_t point;
};

/// Points of this rank in the order of their cells.
struct SortedPoints {
    std::vector<Placed> placed;
    std::vector<std::size_t> first; ///< of each cell that holds some, and the end

    SortedPoints(const std::vector<Point>& points, const Cells& cells) {
        placed.resize(points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            placed[i] = {cells.number(cells.cell_of(points[i].fraction)),
                         static_cast<std::uint32_t>(i)};
        std::sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
            return a.cell != b.cell ? a.cell < b.cell : a.point < b.point;
        });
        for (std::size_t k = 0; k < placed.size(); ++k)
            if (k == 0 || placed[k].cell != placed[k - 1].cell) first.push_back(k);
        first.push_back(placed.size());
    }
    /// The places of the points of a cell.
    std::pair<std::size_t, std::size_t> range(std::int64_t cell) const {
        const auto before = [](const Placed& p, std::int64_t number) { return p.cell < number; };
        const auto low = std::lower_bound(placed.begin(), placed.end(), cell, before);
        auto high = low;
        while (high != placed.end() && high->cell == cell) ++high;
        return {static_cast<std::size_t>(low - placed.begin()),
                static_cast<std::size_t>(high - placed.begin())};
    }
    /// Pairs that would be looked at, about.
    double tests() const {
        double sum = 0;
        for (std::size_t c = 0; c + 1 < first.size(); ++c)
            sum += std::pow(static_cast<double>(first[c + 1] - first[c]), 2);
        return 27 * sum;
    }
};

void take(const AtomPair& pair, AtomPair& nearest) {
    const auto key = [](const AtomPair& p) { return std::tuple(p.distance, p.first, p.second); };
    if (key(pair) < key(nearest)) nearest = pair;
}

/// Looks at the pairs of this rank's points.
class Search {
  public:
    Search(const std::vector<Point>& points, const Cells& cells, const SortedPoints& sorted,
           double range, const std::vector<double>& limits)
        : points_(points), cells_(cells), sorted_(sorted), range_(range), limits_(limits) {}

    void look_around(std::size_t cell, NearestPairs& found) const {
        const std::size_t first = sorted_.first[cell];
        const Cell home = cells_.cell_of(points_[sorted_.placed[first].point].fraction);
        for (int n = 0; n < 27; ++n) {
            Cell other{home[0] + n % 3 - 1, home[1] + n / 3 % 3 - 1, home[2] + n / 9 - 1};
            Vec3<double> shift;
            bool inside = true;
            for (std::size_t d = 0; d < 3; ++d) {
                const std::int64_t boxes = other[d] < 0 ? -1 : other[d] >= cells_.count[d] ? 1 : 0;
                inside = inside && (boxes == 0 || cells_.box.periodic[d]);
                other[d] -= boxes * cells_.count[d];
                shift[static_cast<int>(d)] = static_cast<double>(boxes);
            }
            if (inside)
                look_at(first, sorted_.first[cell + 1], sorted_.range(cells_.number(other)), shift,
                        found);
        }
    }

  private:
    void look_at(std::size_t begin, std::size_t end, std::pair<std::size_t, std::size_t> others,
                 const Vec3<double>& shift, NearestPairs& found) const {
        constexpr std::size_t most = 4096; // more lie in one place: each still meets some
        const std::size_t last = std::min(others.second, others.first + most);
        for (std::size_t k = begin; k < end; ++k) {
            const Point& a = points_[sorted_.placed[k].point];
            for (std::size_t m = others.first; a.home && m < last; ++m) {
                const Point& b = points_[sorted_.placed[m].point];
                if (a.id < b.id) look_at(a, b, shift, found);
            }
        }
    }

    void look_at(const Point& a, const Point& b, const Vec3<double>& shift,
                 NearestPairs& found) const {
        const Vec3<double> gap = (b.fraction + shift - a.fraction) * cells_.box.edges;
        const double distance = std::sqrt(dot(gap, gap));
        if (!(distance < range_)) return;
        const std::size_t place = found.index(a.type, b.type);
        take({a.id, b.id, distance}, found.nearest[place]);
        if (distance < limits_[place]) ++found.below[place];
    }

    const std::vector<Point>& points_;
    const Cells& cells_;
    const SortedPoints& sorted_;
    double range_;
    const std::vector<double>& limits_;
};

double wrapped(double s) {
    s -= std::floor(s);
    return s < 1 ? s : 0;
}

std::vector<Point> points_of(const Structure& structure) {
    std::vector<Point> points(structure.position.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        Vec3<double> s = structure.box.to_fraction(structure.position[i]);
        for (int d = 0; d < 3; ++d)
            if (structure.box.periodic[static_cast<std::size_t>(d)]) s[d] = wrapped(s[d]);
        points[i] = {s, structure.id[i], structure.type[i], true};
    }
    return points;
}

/// Cuts the box into one slab a rank, and gives each rank the points of its slab and, as copies,
/// those that are within `range` of it.
std::vector<Point> spread(const std::vector<Point>& points, const Box& box, double range,
                          const Communicator& comm) {
    if (comm.size() == 1) return points;
    const auto slabs = static_cast<double>(comm.size());
    const double width = range / box.heights().z;
    std::vector<Point> rows;
    std::vector<Rank> destination;
    for (const Point& p : points) {
        const auto slab = [&](double s) { return static_cast<int>(std::floor(s * slabs)); };
        const int home = std::clamp(slab(p.fraction.z), 0, comm.size() - 1);
        const int low = std::max(slab(p.fraction.z - width), home - comm.size() + 1);
        const int high = std::min(slab(p.fraction.z + width), low + comm.size() - 1);
        for (int s = std::min(low, home); s <= std::max(high, home); ++s) {
            const bool outside = s < 0 || s >= comm.size();
            if (outside && !box.periodic[2]) continue;
            rows.push_back(p);
            rows.back().home = s == home;
            destination.push_back((s + comm.size()) % comm.size());
        }
    }
    return Route(comm, destination).carry(std::span<const Point>(rows));
}

NearestPairs nothing(std::size_t types) {
    return {types, std::vector<AtomPair>(types * types),
            std::vector<std::int64_t>(types * types, 0)};
}

void merge(const NearestPairs& from, NearestPairs& into) {
    for (std::size_t i = 0; i < into.nearest.size(); ++i) {
        take(from.nearest[i], into.nearest[i]);
        into.below[i] += from.below[i];
    }
}

/// The nearest of all ranks; of pairs at one distance the one of the lowest ids.
void agree(NearestPairs& found, const Communicator& comm) {
    comm.sum(std::span<std::int64_t>(found.below));
    for (AtomPair& pair : found.nearest) {
        constexpr ParticleId none = std::numeric_limits<ParticleId>::max();
        const double distance = comm.min_of(pair.distance);
        const bool mine = pair.found() && pair.distance == distance;
        const ParticleId first = comm.min_of(mine ? pair.first : none);
        const ParticleId second = comm.min_of(mine && pair.first == first ? pair.second : none);
        if (first != none) pair = {first, second, distance};
    }
}

} // namespace

NearestPairs find_nearest_pairs(const Structure& structure, std::size_t types, double range,
                                const std::vector<double>& limits, const Communicator& comm) {
    MDSIM_EXPECT(types > 0 && limits.size() == types * types);
    MDSIM_EXPECT(range > 0);
    MDSIM_EXPECT(structure.id.size() == structure.position.size());
    MDSIM_EXPECT(structure.type.size() == structure.position.size());
    constexpr double crowded = 2000; // tests an atom: some cell then has two within half of it
    constexpr int most_halvings = 20;
    const std::vector<Point> own = points_of(structure);
    for (int halvings = 0;; ++halvings, range /= 2) {
        const std::vector<Point> points = spread(own, structure.box, range, comm);
        const Cells cells(structure.box, range);
        const SortedPoints sorted(points, cells);
        const double tests =
            static_cast<double>(comm.sum_of(static_cast<std::int64_t>(sorted.tests())));
        if (tests > crowded * static_cast<double>(structure.total) && halvings < most_halvings)
            continue;
        const Search search(points, cells, sorted, range, limits);
        std::vector<NearestPairs> parts(most_threads(), nothing(types));
        parallel_for(sorted.first.size() - 1, [&](std::size_t cell, std::size_t thread) {
            search.look_around(cell, parts[thread]);
        });
        NearestPairs found = nothing(types);
        for (const NearestPairs& part : parts) merge(part, found);
        agree(found, comm);
        return found;
    }
}

} // namespace mdsim
