// SPDX-License-Identifier: BSD-3-Clause
#include "core/error.hpp"
#include "metrics/metrics_server.hpp"

namespace mdsim {

void expect_metrics_server(const std::optional<MetricsSettings>& settings) {
    if (!settings || has_metrics_server()) return;
    throw InputError("metrics.listen",
                     "this mdsim was built without prometheus-cpp, which serves metrics: install "
                     "it (package prometheus-cpp-dev of Debian and Ubuntu) and build anew, or "
                     "leave [metrics] out");
}

} // namespace mdsim
