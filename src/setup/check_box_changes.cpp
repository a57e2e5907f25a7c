// SPDX-License-Identifier: BSD-3-Clause
#include "setup/check_box_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace mdsim {

namespace {

void check_axes(const DeformSettings& deform, const Box& box, const std::string& key,
                std::vector<Diagnostic>& errors) {
    for (const int axis : axes_of(deform.component)) {
        if (box.periodic[static_cast<std::size_t>(axis)]) continue;
        errors.push_back({key + ".component", fmt::format("the box is open along {}, and its edge "
                                                          "there stays as it is",
                                                          "xyz"[axis])});
        return;
    }
}

void check_periodic(const Box& box, const std::string& key, const char* who,
                    std::vector<Diagnostic>& errors) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (box.periodic[axis]) continue;
        errors.push_back({key, fmt::format("the box is open along {}, where nothing presses on it; "
                                           "{} needs a box that repeats in all directions",
                                           "xyz"[axis], who)});
        return;
    }
}

} // namespace

bool change_box(const std::vector<StageSettings>& stages) {
    return std::any_of(stages.begin(), stages.end(),
                       [](const StageSettings& stage) { return stage.changes_box(); });
}

void check_box_changes(const std::vector<StageSettings>& stages, const Box& box,
                       std::vector<Diagnostic>& errors) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageSettings& stage = stages[i];
        const std::string key = fmt::format("stage.{}.deform", i);
        for (std::size_t k = 0; k < stage.deform.size(); ++k)
            check_axes(stage.deform[k], box, fmt::format("{}.{}", key, k), errors);
        if (stage.barostat)
            check_periodic(box, fmt::format("stage.{}.barostat", i), "a barostat", errors);
        if (stage.minimize && stage.minimize->changes_box())
            check_periodic(box, fmt::format("stage.{}.minimize.pressure", i), "relaxing it",
                           errors);
    }
}

} // namespace mdsim
