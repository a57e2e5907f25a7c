// SPDX-License-Identifier: BSD-3-Clause
#include "core/launcher.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mdsim {

namespace {

/// How the names begin by which launchers tell a process its rank. Those of Slurm are set in each
/// of its steps; a job script has none before its first srun.
constexpr std::array<std::string_view, 7> signs{
    "PMI", "OMPI_COMM_WORLD_", "SLURM_STEP", "FLUX_", "JSM_", "ALPS_", "PALS_"};

} // namespace

bool started_by_launcher(const char* const* environment) {
    for (; *environment != nullptr; ++environment) {
        const std::string_view name(*environment);
        if (std::any_of(signs.begin(), signs.end(),
                        [name](std::string_view sign) { return name.starts_with(sign); }))
            return true;
    }
    return false;
}

} // namespace mdsim
