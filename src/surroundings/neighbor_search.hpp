// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/box.hpp"
#include "surroundings/neighbor.hpp"
#include "surroundings/neighbor_images.hpp"
#include "surroundings/point_tree.hpp"

namespace mdsim {

/// Finds the neighbours of atoms in any box: triclinic, open, or narrower than the search, where
/// each image is a neighbour of its own.
///
/// What is found depends on positions and ids alone. Answers may be asked for by several threads.
class NeighborSearch {
  public:
    /// Of atoms by their ids, counted from 0: places in the box from its corner [length].
    NeighborSearch(const Box& box, std::span<const Vec3<double>> positions);

    /// All atoms, in an order in which those lie together that are near each other.
    std::span<const TreePoint> atoms() const { return tree_.points(); }

    /// Replaces `found` with the `count` nearest neighbours of an atom, nearest first and the
    /// smaller id before the other; all that there are where nothing repeats.
    void find_nearest(const TreePoint& atom, std::size_t count, std::vector<Neighbor>& found) const;

    /// Replaces `found` with all that are nearer than `cutoff` [length], in no particular order.
    void find_within(const TreePoint& atom, double cutoff, std::vector<Neighbor>& found) const;

  private:
    template <class Visitor> void visit(const TreePoint& atom, Visitor& visitor) const;

    NeighborImages images_;
    PointTree tree_;
};

} // namespace mdsim
