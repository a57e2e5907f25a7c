// SPDX-License-Identifier: BSD-3-Clause
#include "core/error.hpp"
#include "metrics/host_readings.hpp"
#include "metrics/metrics_server.hpp"

namespace mdsim {

std::vector<Metric> MetricsSources::collect() const {
    const ReadingsBoard::Posted run = board.look();
    if (!run) return {};
    std::vector<Metric> all = run_metrics(*run);
    for (Metric& metric : host_metrics(read_host(), run->identity))
        all.push_back(std::move(metric));
    if (nvml == nullptr) return all;
    for (Metric& metric : gpu_metrics(nvml->read(), owners, run->identity))
        all.push_back(std::move(metric));
    return all;
}

void expect_metrics_server(const std::optional<MetricsSettings>& settings) {
    if (!settings || has_metrics_server()) return;
    throw InputError("metrics.listen",
                     "this mdsim was built without prometheus-cpp, which serves metrics: install "
                     "it (package prometheus-cpp-dev of Debian and Ubuntu) and build anew, or "
                     "leave [metrics] out");
}

} // namespace mdsim
