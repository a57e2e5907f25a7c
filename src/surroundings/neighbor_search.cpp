// SPDX-License-Identifier: BSD-3-Clause
#include "surroundings/neighbor_search.hpp"

#include <algorithm>
#include <limits>

#include "core/contract.hpp"

namespace mdsim {

namespace {

std::vector<TreePoint> numbered(std::span<const Vec3<double>> positions) {
    std::vector<TreePoint> points(positions.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {positions[i], static_cast<std::int64_t>(i)};
    return points;
}

bool comes_before(const Neighbor& a, const Neighbor& b) {
    return a.distance2 < b.distance2 || (a.distance2 == b.distance2 && a.id < b.id);
}

/// What the searches have in common: an atom, seen from an image of the box.
struct Onlooker {
    std::int64_t id = 0;
    Vec3<double> from;
    bool in_box = true;

    bool is(const TreePoint& point) const { return in_box && point.id == id; }
    Neighbor seen(const TreePoint& point) const {
        const Vec3<double> way = point.x - from;
        return {way, dot(way, way), point.id};
    }
};

/// Keeps the nearest, sorted.
class NearestVisitor : public Onlooker {
  public:
    NearestVisitor(std::size_t count, std::vector<Neighbor>& found)
        : count_(count), found_(&found) {}

    double limit() const {
        return found_->size() < count_ ? std::numeric_limits<double>::infinity()
                                       : found_->back().distance2;
    }

    void take(const TreePoint& point) {
        if (is(point)) return;
        const Neighbor neighbor = seen(point);
        if (found_->size() == count_) {
            if (!comes_before(neighbor, found_->back())) return;
            found_->pop_back();
        }
        found_->insert(std::upper_bound(found_->begin(), found_->end(), neighbor, comes_before),
                       neighbor);
    }

  private:
    std::size_t count_;
    std::vector<Neighbor>* found_;
};

/// Keeps all up to a distance.
class RangeVisitor : public Onlooker {
  public:
    RangeVisitor(double cutoff, std::vector<Neighbor>& found)
        : limit_(cutoff * cutoff), found_(&found) {}

    double limit() const { return limit_; }

    void take(const TreePoint& point) {
        if (is(point)) return;
        const Neighbor neighbor = seen(point);
        if (neighbor.distance2 < limit_) found_->push_back(neighbor);
    }

  private:
    double limit_;
    std::vector<Neighbor>* found_;
};

} // namespace

NeighborSearch::NeighborSearch(const Box& box, std::span<const Vec3<double>> positions)
    : images_(box), tree_(numbered(positions)) {}

template <class Visitor> void NeighborSearch::visit(const TreePoint& atom, Visitor& visitor) const {
    visitor.id = atom.id;
    for (int layer = 0;; ++layer) {
        const double least = images_.least_distance(layer);
        if (layer > 0 && !(least * least < visitor.limit())) return;
        visitor.in_box = layer == 0;
        images_.for_each(layer, [&](const Vec3<double>& image) {
            visitor.from = atom.x - image;
            if (tree_.bounds().distance2(visitor.from) <= visitor.limit())
                tree_.visit(visitor.from, visitor);
        });
    }
}

void NeighborSearch::find_nearest(const TreePoint& atom, std::size_t count,
                                  std::vector<Neighbor>& found) const {
    MDSIM_EXPECT(count > 0);
    found.clear();
    NearestVisitor visitor(count, found);
    visit(atom, visitor);
}

void NeighborSearch::find_within(const TreePoint& atom, double cutoff,
                                 std::vector<Neighbor>& found) const {
    MDSIM_EXPECT(cutoff > 0);
    found.clear();
    RangeVisitor visitor(cutoff, found);
    visit(atom, visitor);
}

} // namespace mdsim
