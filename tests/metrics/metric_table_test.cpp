// SPDX-License-Identifier: BSD-3-Clause
#include "metrics/metric_table.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "support/app_cases.hpp"
#include "support/catch.hpp"

using namespace mdsim;

namespace {

using Labels = std::vector<MetricLabel>;

RunReadings full_readings() {
    RunReadings run;
    run.identity = {"r1", "0.2.0", "cpu", "mixed", 500, 2, "K", "eV", "ns"};
    run.stage = "melt";
    run.step = 40;
    run.last_step = 100;
    run.steps_per_second = 8;
    run.simulated_per_day = 0.7;
    run.temperature = 300;
    run.conserved_energy = -2;
    run.drift = DriftReading{1e-3, 2e-4, "eV", "ns", 5e-4};
    run.rebuilds = 3;
    run.rebuild_steps = 36;
    run.imbalance = 1.25;
    run.waits = {0.5, 0};
    run.checkpoint = 20;
    run.bytes = 4096;
    run.machine.host = {1e6, 2e6};
    const GpuReading gpu{1, {0, 0x1b, 0}, "H100", "GPU-1", 0.5, 1e9, 8e10, 300, 1.9e9, 60};
    run.machine.gpus = {{gpu, {3}}};
    return run;
}

const Metric& find(const std::vector<Metric>& metrics, const std::string& name) {
    const auto found = std::find_if(metrics.begin(), metrics.end(),
                                    [&](const Metric& metric) { return metric.name == name; });
    INFO(name);
    REQUIRE(found != metrics.end());
    return *found;
}

double value(const std::vector<Metric>& metrics, const std::string& name) {
    const Metric& metric = find(metrics, name);
    REQUIRE(metric.samples.size() == 1);
    return metric.samples[0].value;
}

} // namespace

TEST_CASE("what a run tells becomes metrics that name the run") {
    const std::vector<Metric> metrics = run_metrics(full_readings());
    CHECK(value(metrics, "mdsim_steps_total") == 40);
    CHECK(value(metrics, "mdsim_target_steps") == 100);
    CHECK(value(metrics, "mdsim_temperature") == 300);
    CHECK(value(metrics, "mdsim_energy_drift_ratio") == 5e-4);
    CHECK(value(metrics, "mdsim_rebuild_interval_steps") == 12);
    CHECK(value(metrics, "mdsim_imbalance_ratio") == 1.25);
    CHECK(value(metrics, "mdsim_running") == 1);
    CHECK(find(metrics, "mdsim_energy_drift_per_atom").samples[0].labels.at(1) ==
          MetricLabel{"unit", "eV/ns"});
    for (const Metric& metric : metrics)
        for (const MetricSample& sample : metric.samples)
            CHECK(sample.labels.at(0) == MetricLabel{"run", "r1"});
    CHECK(find(metrics, "mdsim_temperature").samples[0].labels.at(1) == MetricLabel{"unit", "K"});
}

TEST_CASE("each rank has a wait of its own") {
    const std::vector<Metric> metrics = run_metrics(full_readings());
    const Metric& waits = find(metrics, "mdsim_rank_wait_seconds_total");
    REQUIRE(waits.samples.size() == 2);
    CHECK(waits.samples[0].labels == Labels{{"run", "r1"}, {"rank", "0"}});
    CHECK(waits.samples[0].value == 0.5);
    CHECK(waits.samples[1].labels == Labels{{"run", "r1"}, {"rank", "1"}});
}

TEST_CASE("a metric of which nothing is known has no sample, rather than a zero") {
    const std::vector<Metric> metrics = metrics_of({});
    for (const char* name :
         {"mdsim_temperature", "mdsim_energy_drift_per_atom", "mdsim_energy_drift_ratio",
          "mdsim_steps_per_second", "mdsim_imbalance_ratio", "mdsim_rank_wait_seconds_total",
          "mdsim_rebuild_interval_steps", "mdsim_checkpoint_step", "mdsim_atoms_memory_bytes",
          "mdsim_process_resident_bytes", "mdsim_gpu_power_watts"})
        CHECK(find(metrics, name).samples.empty());
}

TEST_CASE("a run that has come to its end, whatever that was, does not go on") {
    RunReadings run = full_readings();
    for (const RunState state : {RunState::finished, RunState::stopped, RunState::failed}) {
        run.state = state;
        CHECK(value(run_metrics(run), "mdsim_running") == 0);
    }
}

TEST_CASE("a GPU is labelled with the ranks that compute on it") {
    const GpuReading used{0, {0, 1, 0}, "H100", "GPU-0", 0.5, 1, 2, 3, 4, 5};
    const GpuReading other{1, {0, 2, 0}, "H100", "GPU-1", {}, {}, {}, {}, {}, 50};
    RunReadings run = full_readings();
    run.machine.gpus = with_ranks({used, other}, {{{0, 1, 0}, 2}, {{0, 1, 0}, 3}});
    const std::vector<Metric> metrics = machine_metrics(run);
    const Metric& heat = find(metrics, "mdsim_gpu_temperature_celsius");
    REQUIRE(heat.samples.size() == 2);
    CHECK(
        heat.samples[0].labels ==
        Labels{{"run", "r1"}, {"gpu", "0"}, {"rank", "2,3"}, {"name", "H100"}, {"uuid", "GPU-0"}});
    CHECK(heat.samples[1].labels.at(2) == MetricLabel{"rank", ""});
    CHECK(find(metrics, "mdsim_gpu_power_watts").samples.size() == 1);
}

TEST_CASE("names keep the conventions of Prometheus, and each is documented") {
    std::ifstream in(MDSIM_SOURCE_DIR "/docs/watching.md");
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    const std::regex form("mdsim_[a-z]+(_[a-z]+)*");
    std::set<std::string> names;
    for (const Metric& metric : metrics_of(full_readings())) {
        INFO(metric.name);
        CHECK(std::regex_match(metric.name, form));
        CHECK(names.insert(metric.name).second);
        CHECK(metric.name.ends_with("_total") == (metric.kind == Metric::Kind::counter));
        CHECK_FALSE(metric.help.empty());
        CHECK_FALSE(metric.samples.empty());
        CHECK(page.find("`" + metric.name + "`") != std::string::npos);
    }
}
