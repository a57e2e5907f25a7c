// SPDX-License-Identifier: BSD-3-Clause
#include "forecast/box_forecast.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contract.hpp"
#include "core/counted.hpp"
#include "domain/choose_partition.hpp"
#include "ops/near_images.hpp"
#include "setup/foreseen_boxes.hpp"
#include "setup/make_simulation.hpp"

namespace mdsim {

namespace {

std::string heights_text(const Box& box) {
    const Vec3<double> h = box.heights();
    return fmt::format("{:.4g} x {:.4g} x {:.4g}", h.x, h.y, h.z);
}

/// Whether each rank gets a cell.
bool each_has_cells(const SimulationSetup& setup, const CellGrid& grid, const Box& box, int ranks) {
    const ChosenPartition chosen =
        choose_partition({setup.layout.layout, setup.layout.grid}, CellWeights(grid), box,
                         setup.domain.list_range, ranks);
    const std::vector<Brick>& bricks = chosen.partition.bricks();
    return std::none_of(bricks.begin(), bricks.end(), [](const Brick& b) { return b.empty(); });
}

/// Why so many GPUs cannot divide a box among them; empty where they can.
std::string indivisible(const SimulationSetup& setup, const Box& box, int ranks) {
    const CellGrid grid = setup.grid_rule.grid_for(box);
    if (near_at_several_images(grid, box, setup.domain.list_range / (1 - setup.box_window())))
        return "an atom is near at several images there";
    return each_has_cells(setup, grid, box, ranks) ? "" : "a rank has no cell there";
}

} // namespace

std::string denser_text(double bytes) {
    return bytes >= 0.5 ? fmt::format(" ({:.0f} more in nine tenths of the volume)", bytes) : "";
}

std::string box_outlook_text(const std::vector<StageSettings>& stages, const SystemParts& parts) {
    const BoxOutlook outlook = foresee_boxes(stages, parts.structure.box);
    std::string text;
    if (!outlook.boxes.empty()) {
        const ForeseenBox& last = outlook.boxes.back();
        text += fmt::format("strains: the box is {} (heights) after {} of stage {}",
                            heights_text(last.box), counted(last.done, "step"), last.stage);
        const double densest = outlook.most_dense(parts.structure.box);
        text += densest > 1
                    ? fmt::format("; memory is for the densest, {:.3g} times as dense as the "
                                  "first\n",
                                  densest)
                    : "\n";
    }
    if (outlook.follows_pressure)
        text += fmt::format("pressure: from stage {} on the box follows it; memory and cells are "
                            "forecast for the box before\n",
                            *outlook.follows_pressure);
    return text;
}

void warn_of_indivisible_box(const std::vector<StageSettings>& stages, int ranks,
                             SystemParts& parts) {
    MDSIM_EXPECT(ranks > 0);
    if (!parts.processor.gpu || ranks == 1) return;
    const SimulationSetup setup = make_setup(parts);
    for (const ForeseenBox& foreseen : foresee_boxes(stages, parts.structure.box).boxes) {
        const std::string why = indivisible(setup, foreseen.box, ranks);
        if (why.empty()) continue;
        parts.warnings.push_back(
            {fmt::format("stage.{}.deform", foreseen.stage),
             fmt::format("{} GPUs cannot divide the box that it leads to, {} (heights) after {}: "
                         "{}; the run would end before, and go on with --resume on fewer GPUs",
                         ranks, heights_text(foreseen.box), counted(foreseen.done, "step"), why)});
        return;
    }
}

} // namespace mdsim
