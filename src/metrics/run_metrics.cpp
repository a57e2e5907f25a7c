// SPDX-License-Identifier: BSD-3-Clause
#include <string>
#include <utility>

#include "metrics/metric_table.hpp"

namespace mdsim {

namespace {

/// Collects metrics whose samples all carry the label of the run.
class MetricList {
  public:
    explicit MetricList(const RunReadings& run) : run_(&run) {}

    void gauge(std::string name, std::string help, std::optional<double> value,
               std::vector<MetricLabel> labels = {}) {
        add({std::move(name), std::move(help), Metric::Kind::gauge}, value, std::move(labels));
    }

    void counter(std::string name, std::string help, double value) {
        add({std::move(name), std::move(help), Metric::Kind::counter}, value, {});
    }

    /// A gauge or counter with a sample for each rank.
    void of_ranks(Metric metric, const std::vector<double>& values) {
        for (std::size_t rank = 0; rank < values.size(); ++rank)
            metric.samples.push_back({labelled({{"rank", std::to_string(rank)}}), values[rank]});
        metrics_.push_back(std::move(metric));
    }

    std::vector<Metric> take() { return std::move(metrics_); }

  private:
    std::vector<MetricLabel> labelled(std::vector<MetricLabel> labels) const {
        labels.insert(labels.begin(), {"run", run_->identity.run});
        return labels;
    }

    void add(Metric metric, std::optional<double> value, std::vector<MetricLabel> labels) {
        if (value) metric.samples.push_back({labelled(std::move(labels)), *value});
        metrics_.push_back(std::move(metric));
    }

    const RunReadings* run_;
    std::vector<Metric> metrics_;
};

std::optional<double> number(std::optional<Step> step) {
    if (!step) return std::nullopt;
    return static_cast<double>(*step);
}

void add_progress(const RunReadings& run, MetricList& list) {
    const RunIdentity& is = run.identity;
    list.gauge("mdsim_run_info", "The run: its program, where it computes, its precision", 1,
               {{"version", is.version}, {"device", is.device}, {"precision", is.precision}});
    list.gauge("mdsim_stage_info", "The stage in hand", 1, {{"stage", run.stage}});
    list.gauge("mdsim_running", "1 while the run goes on, 0 when it has come to its end",
               run.state == RunState::running ? 1 : 0);
    list.gauge("mdsim_report_timestamp_seconds", "When the run last reported its numbers",
               run.reported);
    list.gauge("mdsim_atoms", "Atoms of the system", static_cast<double>(is.atoms));
    list.gauge("mdsim_ranks", "Ranks that compute it", is.ranks);
    list.counter("mdsim_steps_total",
                 "Steps since the beginning of the run, earlier parts included",
                 static_cast<double>(run.step));
    list.gauge("mdsim_target_steps", "The step at which the run ends", number(run.last_step));
    list.gauge("mdsim_checkpoint_step", "The step of the last good checkpoint",
               number(run.checkpoint));
    list.gauge("mdsim_steps_per_second", "Speed over the recent past", run.steps_per_second);
    list.gauge("mdsim_simulated_time_per_day",
               "Simulated time in a day at the speed of the recent past, in ns, or in tau of "
               "reduced units",
               run.simulated_per_day, {{"unit", is.speed_unit}});
}

void add_physics(const RunReadings& run, MetricList& list) {
    const RunIdentity& is = run.identity;
    list.gauge("mdsim_temperature", "Temperature of the last sample", run.temperature,
               {{"unit", is.temperature_unit}});
    list.gauge("mdsim_conserved_energy", "Conserved energy of the last sample",
               run.conserved_energy, {{"unit", is.energy_unit}});
    const DriftReading drift = run.drift.value_or(DriftReading{});
    const std::string drift_unit =
        drift.energy_unit.empty() ? "" : drift.energy_unit + "/" + drift.time_unit;
    const auto of_drift = [&](double value) {
        return run.drift ? std::optional<double>(value) : std::nullopt;
    };
    list.gauge("mdsim_energy_drift_per_atom",
               "Rate at which the conserved energy drifts in the stage in hand, of one atom",
               of_drift(drift.rate), {{"unit", drift_unit}});
    list.gauge("mdsim_energy_drift_per_atom_error", "Standard error of this rate",
               of_drift(drift.standard_error), {{"unit", drift_unit}});
    list.gauge("mdsim_energy_drift_ratio",
               "How far the conserved energy of an atom has drifted in the stage in hand, in k_B T",
               of_drift(drift.of_thermal));
}

void add_work(const RunReadings& run, MetricList& list) {
    list.counter("mdsim_rebuilds_total", "Rebuilds of the neighbour lists since the program began",
                 static_cast<double>(run.rebuilds));
    list.counter("mdsim_rebuild_steps_total", "Steps between these rebuilds",
                 static_cast<double>(run.rebuild_steps));
    list.gauge("mdsim_rebuild_interval_steps", "Steps between two rebuilds, on average",
               run.rebuild_interval());
    list.gauge("mdsim_imbalance_ratio",
               "Time that the slowest rank computes over the mean of all, at the last look",
               run.imbalance);
    list.of_ranks({"mdsim_rank_wait_seconds_total",
                   "Time that a rank was ready before the slowest one", Metric::Kind::counter},
                  run.waits);
    list.gauge("mdsim_atoms_memory_bytes", "Memory of atoms and lists on this rank", run.bytes,
               {{"rank", "0"}});
}

} // namespace

std::vector<Metric> run_metrics(const RunReadings& run) {
    MetricList list(run);
    add_progress(run, list);
    add_physics(run, list);
    add_work(run, list);
    return list.take();
}

std::vector<Metric> metrics_of(const RunReadings& run) {
    std::vector<Metric> all = run_metrics(run);
    for (Metric& metric : machine_metrics(run)) all.push_back(std::move(metric));
    return all;
}

} // namespace mdsim
