// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/machine_watch.hpp"

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <thread>

#include "support/catch.hpp"

using namespace mdsim;

namespace {

using Readings = Board<MachineReadings>::Posted;

/// The first readings of which the condition holds; ends the test where none come within a minute.
Readings first_with(const MachineWatch& watch,
                    const std::function<bool(const Readings&)>& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < end) {
        if (Readings seen = watch.glance(); seen && condition(seen)) return seen;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    FAIL("no such readings");
    return nullptr;
}

bool any(const Readings& /*seen*/) { return true; }

} // namespace

TEST_CASE("a watch reads the GPUs and knows the ranks that compute on them") {
    const auto nothing = [](const std::string&) {};
    const MachineWatch watch(
        GpuWatch{{{{0, 0x1b, 0}, 0}, {{0, 0x1b, 0}, 2}}, nothing, MDSIM_NVML_STANDIN});
    const Readings seen =
        first_with(watch, [](const Readings& readings) { return !readings->gpus.empty(); });
    CHECK(seen->host.resident.value_or(0) > 1e6);
    REQUIRE(seen->gpus.size() == 2);
    CHECK(seen->gpus[0].now.power.value() == Approx(345.678));
    CHECK(seen->gpus[0].ranks == std::vector<int>{0, 2});
    CHECK(seen->gpus[1].now.temperature.value() == 62);
    CHECK(seen->gpus[1].ranks.empty());
}

TEST_CASE("a watch says why nothing is known of GPUs, and still reads the memory") {
    std::promise<std::string> why; // which takes no second value
    std::future<std::string> said = why.get_future();
    const auto on_none = [&](const std::string& words) { why.set_value(words); };
    const MachineWatch watch(GpuWatch{{}, on_none, "no such library"});
    REQUIRE(said.wait_for(std::chrono::minutes(1)) == std::future_status::ready);
    CHECK_THAT(said.get(), ContainsSubstring("no such library"));
    const Readings seen = first_with(watch, any);
    CHECK(seen->host.resident.value_or(0) > 1e6);
    CHECK(seen->gpus.empty());
}

TEST_CASE("a watch reads anew") {
    const MachineWatch watch(std::nullopt);
    const Readings first = first_with(watch, any);
    const Readings later =
        first_with(watch, [&](const Readings& readings) { return readings != first; });
    CHECK(later->host.resident.value_or(0) > 1e6);
}
