// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/box.hpp"
#include "core/lattice_flip.hpp"
#include "state/allowed_move.hpp"
#include "state/cell_grid.hpp"

namespace mdsim {

/// How far heights of the box may be from those for which its grid was chosen, as a part of these.
inline constexpr double frame_window = 0.05;

/// Whether a box with edges `now` differs too much from the one with edges `chosen`, for which the
/// grid was chosen, to keep it; or leans too far, and did not then.
MDSIM_HD bool leaves_frame(const LowerTriangular<double>& now,
                           const LowerTriangular<double>& chosen) {
    if (now != chosen && is_slanted(now)) return true;
    const Vec3<double> heights = heights_of(now), of_frame = heights_of(chosen);
    for (int d = 0; d < 3; ++d) {
        const double more = heights[d] - of_frame[d];
        if ((more < 0 ? -more : more) > frame_window * of_frame[d]) return true;
    }
    return false;
}

/// The grid of cells, and the box for which it was chosen: later boxes that differ little keep it.
/// The *frame*, for short.
///
/// What decides the order of sums (cells, tiles, windows of slots) or who must know of whom (cells
/// seen by other ranks) follows from the frame and never from the box of a step: then it does not
/// depend on where a run was stopped and resumed.
struct GridFrame {
    CellGrid grid; ///< the same on every rank
    Box box;       ///< [length]
};

/// The edges of earlier boxes that a run goes on with, beside the present one [length].
struct EarlierBoxes {
    LowerTriangular<double> built; ///< at the last rebuild
    LowerTriangular<double> frame; ///< for which the grid was chosen
    LatticeFlip flips{};           ///< of all steps so far
};

/// The box of a run, the same on every rank. It is a part of the state, as positions are: what
/// steps, lists, ranks and files read of the box is derived from it.
struct BoxState {
    Box now;         ///< of the step in hand: forces and output [length]
    Box next;        ///< of the step that drifts lead to [length]
    Box drift;       ///< in which atoms drift there; `next` but where it changes meanwhile [length]
    Box built;       ///< at the last rebuild: reference positions, order of atoms, lists [length]
    GridFrame frame; ///< what holds from one choice of the grid to the next
    /// What has become of the edges of the first box by all flips so far.
    LatticeFlip flips{};

    /// That of a run which begins in a box, with the grid that was chosen for it.
    static BoxState at_start(const Box& box, const CellGrid& grid);

    /// Says what the box of the next step is. Atoms keep their fractions of the edges, and drift in
    /// a box of edges `drifting`.
    void lead_to(const LowerTriangular<double>& edges, const LowerTriangular<double>& drifting) {
        next.edges = edges;
        drift.edges = drifting;
    }
    void lead_to(const LowerTriangular<double>& edges) { lead_to(edges, edges); }

    /// Makes the next box the present one, as the next step becomes the one in hand.
    void enter_next() { now = drift = next; }

    /// Makes the present box that of the last rebuild. To be called as a rebuild begins.
    void begin_rebuild();

    EarlierBoxes earlier() const { return {built.edges, frame.box.edges, flips}; }

    /// The edges as strains alone have made them, whatever was flipped, and the way back from such
    /// edges: what follows from strains, and what boxes carry, goes by them [length].
    LowerTriangular<double> unflipped() const { return flips.inverse() * now.edges; }
    LowerTriangular<double> flipped(const LowerTriangular<double>& strained) const {
        return flips * strained;
    }

    /// Replaces the present box, where it leans too far, and all but the frame with it, by a less
    /// slanted one of the same lattice; returns the flip, which the atoms are still to follow.
    LatticeFlip straighten();

    /// Whether the present box, or one with these edges, differs too much from that of the frame to
    /// keep its grid: at the next rebuild, which is due, the grid is chosen anew.
    bool leaves_frame() const { return leaves_frame(now.edges); }
    bool leaves_frame(const LowerTriangular<double>& edges) const {
        return mdsim::leaves_frame(edges, frame.box.edges);
    }

    /// Chooses this grid, for the present box.
    void choose_frame(const CellGrid& grid) { frame = {grid, now}; }

    /// As in allowed_move.hpp, of the present box.
    double unambiguous_move() const { return mdsim::unambiguous_move(now.edges); }

    /// The farthest that an atom may move in one step without being a fault [length]: the list
    /// range, or in a small box what keeps its way since the last rebuild unambiguous. Of the
    /// frame, so that it is the same in all steps.
    double largest_move(double list_range) const;

    /// Whether all are boxes with a volume, open in the same directions, with a grid.
    bool is_valid() const;
};

} // namespace mdsim
