// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "engine/stage_settings.hpp"

namespace mdsim {

/// The stage that a section samples, by its name, among stages that pass the checks; the last one
/// where the name is empty.
inline std::size_t sampled_stage(const std::vector<StageSettings>& stages,
                                 const std::string& name) {
    std::size_t sampled = stages.empty() ? 0 : stages.size() - 1;
    for (std::size_t i = 0; i < stages.size(); ++i)
        if (!name.empty() && stages[i].name == name) sampled = i;
    MDSIM_ENSURE(stages.empty() || name.empty() || stages[sampled].name == name);
    return sampled;
}

} // namespace mdsim
