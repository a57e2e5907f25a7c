// SPDX-License-Identifier: BSD-3-Clause
#include "setup/check_deformation.hpp"

#include <fmt/format.h>

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

} // namespace

void check_deformation(const std::vector<StageSettings>& stages, const Box& box, bool on_gpu,
                       std::vector<Diagnostic>& errors) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageSettings& stage = stages[i];
        const std::string key = fmt::format("stage.{}.deform", i);
        for (std::size_t k = 0; k < stage.deform.size(); ++k)
            check_axes(stage.deform[k], box, fmt::format("{}.{}", key, k), errors);
        if (on_gpu && !stage.deform.empty())
            errors.push_back({key, "a box changes on processors only in this version: set "
                                   "run.device = \"cpu\""});
    }
}

} // namespace mdsim
