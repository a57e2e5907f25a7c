// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/listen_address.hpp"
#include "config/metrics_settings.hpp"
#include "metrics/metric_table.hpp"
#include "metrics/readings_board.hpp"

namespace mdsim {

/// Where the server finds what it serves.
struct MetricsSources {
    ReadingsBoard board;
    std::unique_ptr<const Nvml> nvml; ///< null: nothing is known of GPUs
    std::vector<GpuOwner> owners;     ///< of the GPUs of this host

    /// All metrics as they are now; none before the run has reported anything.
    std::vector<Metric> collect() const;
};

/// Whether this program has a server; where it has not, why.
bool has_metrics_server();

/// Throws InputError where metrics are asked for and this program cannot serve them.
void expect_metrics_server(const std::optional<MetricsSettings>& settings);

/// Answers GET /metrics in threads of its own, which give way to all others, and refuses all else.
class MetricsServer {
  public:
    /// Listens at once; throws EnvironmentError where it cannot. The sources live as long.
    MetricsServer(const ListenAddress& address, std::shared_ptr<const MetricsSources> sources);
    ~MetricsServer();
    MetricsServer(const MetricsServer&) = delete;
    MetricsServer& operator=(const MetricsServer&) = delete;

    /// "http://127.0.0.1:9464/metrics", with the port that was taken.
    const std::string& url() const { return url_; }

  private:
    class Listener;

    std::unique_ptr<Listener> listener_;
    std::string url_;
};

} // namespace mdsim
