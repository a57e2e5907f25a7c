// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "config/config_check.hpp"
#include "config/listen_address.hpp"

namespace mdsim {

void check_metrics(const std::optional<MetricsSettings>& metrics, std::vector<Diagnostic>& errors) {
    if (!metrics) return;
    const auto read = read_listen_address(metrics->listen);
    if (const auto* fault = std::get_if<std::string>(&read)) {
        errors.push_back({"metrics.listen", *fault});
        return;
    }
    const auto& address = std::get<ListenAddress>(read);
    if (!address.loopback && !metrics->is_public)
        errors.push_back(
            {"metrics.listen",
             fmt::format("found {}, which other machines may reach; without metrics.public = true "
                         "only this machine's own addresses are allowed, 127.0.0.1 and [::1]",
                         address.host)});
}

} // namespace mdsim
