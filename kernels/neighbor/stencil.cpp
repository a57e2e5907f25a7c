// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/neighbor/stencil.hpp"

#include <cmath>

#include "core/contract.hpp"
#include "core/error.hpp"
#include "ops/near_images.hpp"

namespace mdsim {

namespace {

constexpr int most_steps = 100;

struct StepRange {
    int low;
    int high;
};

/// The steps in one direction, each cell once if images do not matter.
StepRange steps_of(int count, double height, bool periodic, double range, bool images) {
    const int cells = static_cast<int>(std::ceil(range * (1 + 1e-9) / height * count));
    if (!periodic && count == 1) return {0, 0};
    if (images || 2 * cells + 1 <= count) return {-cells, cells};
    return {-((count - 1) / 2), count / 2};
}

} // namespace

CellStencil cell_stencil(const CellGrid& grid, const Box& box, double range) {
    MDSIM_EXPECT(range >= 0 && grid.total() > 0);
    const Vec3<double> heights = box.heights();
    CellStencil stencil;
    stencil.images = near_at_several_images(grid, box, range);
    StepRange steps[3];
    for (int d = 0; d < 3; ++d) {
        steps[d] = steps_of(grid.count[d], heights[d], box.periodic[static_cast<std::size_t>(d)],
                            range, stencil.images);
        if (-steps[d].low > most_steps || steps[d].high > most_steps)
            throw InputError("pair.cutoff",
                             "the list range spans too many cells of this box for the GPU; use "
                             "run.device = \"cpu\"");
    }
    for (int z = steps[2].low; z <= steps[2].high; ++z) {
        for (int y = steps[1].low; y <= steps[1].high; ++y) {
            for (int x = steps[0].low; x <= steps[0].high; ++x)
                stencil.steps.push_back({static_cast<std::int8_t>(x), static_cast<std::int8_t>(y),
                                         static_cast<std::int8_t>(z), 0});
        }
    }
    return stencil;
}

} // namespace mdsim
