// SPDX-License-Identifier: BSD-3-Clause
#include "setup/foreseen_boxes.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "core/lattice_flip.hpp"
#include "engine/deformation.hpp"

namespace mdsim {

namespace {

/// Looks at a stage: often enough for the turning points of a sine that goes round a few times.
constexpr Step looks = 200;

bool has_volume(const LowerTriangular<double>& edges) {
    return is_finite(edges) && edges.xx > 0 && edges.yy > 0 && edges.zz > 0;
}

bool follows_pressure(const StageSettings& stage) {
    return stage.barostat.has_value() || (stage.minimize && stage.minimize->changes_box());
}

/// Adds what strains of a stage make of the edges, and returns those that it ends with; stops where
/// they make nothing that is a box.
LowerTriangular<double> strained(const StageSettings& stage, std::size_t number, const Box& start,
                                 std::vector<ForeseenBox>& boxes) {
    const Step apart = std::max<Step>(1, stage.steps / looks);
    LowerTriangular<double> edges = start.edges;
    for (Step done = 0; done < stage.steps;) {
        done = std::min(done + apart, stage.steps);
        edges = deformed_edges(start.edges, stage, done);
        if (!has_volume(edges)) break;
        Box box = start;
        box.edges = straightening(edges) * edges;
        boxes.push_back({number, done, box});
    }
    return edges;
}

} // namespace

double BoxOutlook::most_dense(const Box& start) const {
    double densest = 1;
    for (const ForeseenBox& foreseen : boxes)
        densest = std::max(densest, start.volume() / foreseen.box.volume());
    return densest;
}

BoxOutlook foresee_boxes(const std::vector<StageSettings>& stages, const Box& start) {
    MDSIM_EXPECT(has_volume(start.edges));
    BoxOutlook outlook;
    Box box = start;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (follows_pressure(stages[i])) {
            outlook.follows_pressure = i;
            break;
        }
        if (stages[i].deform.empty()) continue;
        box.edges = strained(stages[i], i, box, outlook.boxes);
        if (!has_volume(box.edges)) break;
    }
    return outlook;
}

} // namespace mdsim
