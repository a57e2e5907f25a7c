// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "config/listen_address.hpp"
#include "config/metrics_settings.hpp"
#include "metrics/board.hpp"
#include "metrics/run_readings.hpp"

namespace mdsim {

/// Where a run leaves its numbers for those who watch it.
using ReadingsBoard = Board<RunReadings>;

/// Whether this program has a server; where it has not, why.
bool has_metrics_server();

/// Throws InputError where metrics are asked for and this program cannot serve them.
void expect_metrics_server(const std::optional<MetricsSettings>& settings);

/// Answers GET /metrics in threads of its own, which give way to all others, and refuses all else.
class MetricsServer {
  public:
    /// Serves what is on the board: nothing before the run has reported anything. Listens at once;
    /// throws EnvironmentError where it cannot.
    MetricsServer(const ListenAddress& address, std::shared_ptr<const ReadingsBoard> board);
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
