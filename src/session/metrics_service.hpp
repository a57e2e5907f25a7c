// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "config/metrics_settings.hpp"
#include "core/communicator.hpp"
#include "machine/processor.hpp"
#include "metrics/metrics_server.hpp"
#include "output/run_log.hpp"

namespace mdsim {

/// What serves the metrics of a run; empty on ranks other than 0, and where nobody asks for them.
struct MetricsService {
    std::shared_ptr<MetricsSources> sources;
    std::unique_ptr<MetricsServer> server; ///< behind the sources: it ends first

    /// Where they are to be found; empty where there are none.
    std::string text() const { return server ? "metrics at " + server->url() : ""; }
};

/// Begins to serve; collective. Throws EnvironmentError on all ranks alike where the address cannot
/// be had.
MetricsService serve_metrics(const std::optional<MetricsSettings>& settings,
                             const Processor& processor, const Communicator& comm, RunLog& log);

} // namespace mdsim
