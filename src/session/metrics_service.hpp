// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "config/metrics_settings.hpp"
#include "core/communicator.hpp"
#include "machine/processor.hpp"
#include "metrics/machine_watch.hpp"
#include "metrics/metrics_server.hpp"
#include "output/run_log.hpp"

namespace mdsim {

/// What watches the machine of a run, and serves the numbers of both; empty on ranks other than 0.
struct MetricsService {
    std::unique_ptr<const MachineWatch> machine;
    std::shared_ptr<ReadingsBoard> board;  ///< null where nobody asks for metrics
    std::unique_ptr<MetricsServer> server; ///< the same

    /// Where they are to be found; empty where there are none.
    std::string text() const { return server ? "metrics at " + server->url() : ""; }
};

/// Begins to watch, and to serve where the settings ask for it; collective. GPUs are watched where
/// the run computes on them or is served. Throws EnvironmentError on all ranks alike where the
/// address cannot be had. `log` outlives the service.
MetricsService serve_metrics(const std::optional<MetricsSettings>& settings,
                             const Processor& processor, const Communicator& comm, RunLog& log);

} // namespace mdsim
