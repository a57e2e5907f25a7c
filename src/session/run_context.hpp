// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"
#include "core/communicator.hpp"
#include "core/contract.hpp"
#include "core/start_time.hpp"
#include "output/run_log.hpp"
#include "session/metrics_service.hpp"
#include "session/run_files.hpp"
#include "session/run_parts.hpp"
#include "setup/system_parts.hpp"

namespace mdsim {

/// What output needs to know of a run.
struct RunContext {
    const Config* config = nullptr;
    const SystemParts* parts = nullptr;
    const Communicator* comm = nullptr;
    RunFiles files;
    std::string run_id;
    std::vector<RunPart> history; ///< the parts of the run, this one last
    StartTime start;
    RunLog* log = nullptr; ///< takes lines on all ranks, and keeps those of rank 0
    bool quiet = false;
    bool threaded_output = true; ///< MPI may be called by several threads, or there is one rank
    const MetricsService* metrics = nullptr; ///< null, or empty: nothing watches the machine

    /// The provenance of this part of the run.
    const Provenance& provenance() const {
        MDSIM_EXPECT(!history.empty());
        return history.back().provenance;
    }
};

} // namespace mdsim
