// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/metrics_server.hpp"

#include "core/error.hpp"
#include "metrics/host_readings.hpp"
#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

ListenAddress loopback(int port) { return {"127.0.0.1", port, false, true}; }

} // namespace

TEST_CASE("a program without a server refuses to serve, and one with a server does not") {
    const MetricsSettings asked{"127.0.0.1:0", false};
    CHECK_NOTHROW(expect_metrics_server(std::nullopt));
    if (has_metrics_server())
        CHECK_NOTHROW(expect_metrics_server(asked));
    else
        CHECK_THROWS_WITH(expect_metrics_server(asked), ContainsSubstring("prometheus-cpp-dev") &&
                                                            ContainsSubstring("metrics.listen"));
}

TEST_CASE("two servers share no port: the second says so and names the key") {
    if (!has_metrics_server()) return;
    const auto board = std::make_shared<const ReadingsBoard>();
    const MetricsServer first(loopback(0), board);
    CHECK_THAT(first.url(), ContainsSubstring("http://127.0.0.1:"));
    const std::size_t colon = first.url().rfind(':');
    const int port = std::stoi(first.url().substr(colon + 1));
    CHECK(port > 0);
    CHECK_THROWS_AS(MetricsServer(loopback(port), board), EnvironmentError);
    CHECK_THROWS_WITH(MetricsServer(loopback(port), board),
                      ContainsSubstring("metrics.listen") &&
                          ContainsSubstring("another program has this port"));
}

TEST_CASE("the memory of a process is read from its host") {
    const HostReadings here = read_host();
    REQUIRE(here.resident);
    CHECK(*here.resident > 1e6);
    const TestFolder root("mdsim_host_readings_test");
    CHECK_FALSE(read_host(root.path()).resident);
    root.write("proc/self/statm", "1000 300 200 1 0 100 0\n");
    CHECK(read_host(root.path()).resident.value() >= 300.0 * 4096);
}
