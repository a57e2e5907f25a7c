// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "core/contract.hpp"
#include "domain/partition_makers.hpp"

namespace mdsim {

namespace {

/// One cut of a brick: where, who gets the lower side, and the larger weight a rank that follows.
struct Cut {
    int direction = -1;
    int plane = 0;
    int low_ranks = 0;
    double load = 0;
};

/// A cut that comes later in the order of preference must be better by this factor.
constexpr double clearly_better = 1.02;

class Bisector {
  public:
    Bisector(const CellWeights& weights, const CellWeights& cells, const Vec3<double>& heights,
             std::vector<Brick>& bricks)
        : weights_(weights), cells_(cells), heights_(heights), bricks_(bricks) {}

    /// Shares a brick among the ranks [first, first + ranks).
    void share(const Brick& brick, int first, int ranks) const {
        const Cut cut = ranks > 1 ? best_cut(brick, ranks) : Cut{};
        if (cut.direction < 0) {
            bricks_[static_cast<std::size_t>(first)] = brick;
            return;
        }
        Brick low = brick;
        Brick high = brick;
        low.hi[cut.direction] = cut.plane;
        high.lo[cut.direction] = cut.plane;
        share(low, first, cut.low_ranks);
        share(high, first + cut.low_ranks, ranks - cut.low_ranks);
    }

  private:
    /// Across the longest side and into halves, unless another cut balances clearly better.
    Cut best_cut(const Brick& brick, int ranks) const {
        std::array<int, 3> order{0, 1, 2};
        auto length = [&](int d) { return brick.extent(d) * heights_[d]; };
        std::stable_sort(order.begin(), order.end(),
                         [&](int a, int b) { return length(a) > length(b); });
        const int step = std::max(1, ranks / 48); // about eight splits at most
        Cut best;
        for (const int d : order)
            for (int off = 0; ranks / 2 - off >= std::max(1, ranks / 3); off += step)
                for (const int low_ranks : {ranks / 2 - off, ranks - ranks / 2 + off}) {
                    const Cut cut = cut_across(brick, d, low_ranks, ranks - low_ranks);
                    if (cut.direction >= 0 &&
                        (best.direction < 0 || cut.load * clearly_better < best.load))
                        best = cut;
                }
        return best;
    }

    Cut cut_across(const Brick& brick, int d, int low_ranks, int high_ranks) const {
        const CellWeights& w = weights_.of(brick) > 0 ? weights_ : cells_;
        const double all = static_cast<double>(w.of(brick));
        Cut best;
        for (int plane = brick.lo[d] + 1; plane < brick.hi[d]; ++plane) {
            Brick low = brick;
            low.hi[d] = plane;
            const double weight = static_cast<double>(w.of(low));
            const double load = std::max(weight / low_ranks, (all - weight) / high_ranks);
            if (best.direction < 0 || load < best.load) best = {d, plane, low_ranks, load};
        }
        return best;
    }

    const CellWeights& weights_;
    const CellWeights& cells_;
    Vec3<double> heights_;
    std::vector<Brick>& bricks_;
};

} // namespace

std::vector<Brick> bisection_bricks(const CellWeights& weights, int ranks,
                                    const Vec3<double>& cell_heights) {
    MDSIM_REQUIRE(ranks >= 1);
    const CellGrid& grid = weights.grid();
    std::vector<Brick> bricks(static_cast<std::size_t>(ranks));
    const CellWeights cells(grid);
    Bisector(weights, cells, cell_heights, bricks).share({{0, 0, 0}, grid.count}, 0, ranks);
    return bricks;
}

} // namespace mdsim
