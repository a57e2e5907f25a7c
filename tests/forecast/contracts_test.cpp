// SPDX-License-Identifier: BSD-3-Clause
// Contracts of this module, broken one by one; most of them stand in debug builds.
#include <filesystem>

#include "forecast/disk_forecast.hpp"
#include "forecast/gpu_memory.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

TEST_CASE("the memory of a GPU is forecast for a run on one", "[contract]") {
    const auto file = std::filesystem::path(MDSIM_SOURCE_DIR) / "inputs/lj_liquid.toml";
    const SystemParts parts =
        assemble_system(read_config(file, {"run.device=cpu", "system.lattice.cells=[5,5,5]"}),
                        alone(), Processor{});
    CHECK_THROWS_WITH(forecast_gpu_memory(parts, alone()),
                      ContainsSubstring("parts.processor.gpu.has_value()"));
}

#ifndef NDEBUG
TEST_CASE("the disk is forecast for atoms", "[contract]") {
    CHECK_THROWS_WITH(forecast_disk({}, {}, Precision::mixed, {}, 0, "no folder", 0),
                      ContainsSubstring("atoms > 0"));
    CHECK_THROWS_WITH(forecast_disk({}, {}, Precision::mixed, {}, 1, "no folder", -1),
                      ContainsSubstring("there >= 0"));
}
#endif
