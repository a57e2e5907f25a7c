// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <tuple>

#include "core/field.hpp"

namespace mdsim {

/// The section [metrics]: where Prometheus finds the numbers of a run while it goes on.
struct MetricsSettings {
    std::string listen;
    bool is_public = false;

    static constexpr auto fields() {
        using S = MetricsSettings;
        return std::make_tuple(
            field("listen", &S::listen,
                  "address and port that serve /metrics, such as \"127.0.0.1:9464\" or "
                  "\"[::1]:9464\"; port 0: any that is free, which the run tells",
                  required()),
            field("public", &S::is_public,
                  "allow addresses that other machines reach; whoever reaches them can read all "
                  "metrics"));
    }
};

} // namespace mdsim
