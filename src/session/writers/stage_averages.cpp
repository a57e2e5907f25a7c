// SPDX-License-Identifier: BSD-3-Clause
#include "session/writers/stage_averages.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "core/contract.hpp"
#include "output/whole_files.hpp"

namespace mdsim {

namespace {

std::string state_name(std::size_t stage, std::size_t column) {
    return fmt::format("average_{}_{}", stage, column);
}

/// A number of a table, empty where it is not known.
std::string cell(double value, int digits) {
    return std::isfinite(value) ? fmt::format("{:.{}g}", value, digits) : "";
}

/// A text as an entry of a table of comma-separated values (RFC 4180).
std::string entry(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

} // namespace

StageAverages::StageAverages(const std::vector<StageSettings>& stages,
                             std::vector<NamedQuantity> columns)
    : columns_(std::move(columns)),
      means_(stages.size(), std::vector<BlockedMean>(columns_.size())) {
    for (const StageSettings& stage : stages) names_.push_back(stage.name);
}

void StageAverages::add(std::size_t stage, std::span<const double> values) {
    std::vector<BlockedMean>& means = means_.at(stage);
    MDSIM_REQUIRE(values.size() == means.size());
    for (std::size_t c = 0; c < means.size(); ++c) means[c].add(values[c]);
}

void StageAverages::save(OutputState& state) const {
    for (std::size_t s = 0; s < means_.size(); ++s)
        for (std::size_t c = 0; c < columns_.size(); ++c)
            if (means_[s][c].samples() > 0) state.set(state_name(s, c), means_[s][c].numbers());
}

void StageAverages::restore(const OutputState& state) {
    for (std::size_t s = 0; s < means_.size(); ++s)
        for (std::size_t c = 0; c < columns_.size(); ++c)
            means_[s][c] = BlockedMean::from(state.numbers(state_name(s, c)));
}

void StageAverages::write(const std::string& path) const {
    std::string text = "stage,column,unit,samples,mean,standard_error,converged\n";
    for (std::size_t s = 0; s < means_.size(); ++s)
        for (std::size_t c = 0; c < columns_.size(); ++c) text += line(s, c);
    write_with_sum(path, bytes_of(text), Durability::process);
}

std::string StageAverages::text(std::size_t stage) const {
    const std::vector<BlockedMean>& means = means_.at(stage);
    if (means.empty() || means.front().samples() < 2) return {};
    std::string text = fmt::format("averages of stage \"{}\" over {} samples\n", names_[stage],
                                   means.front().samples());
    for (std::size_t c = 0; c < means.size(); ++c) {
        const std::string& unit = columns_[c].unit;
        text +=
            fmt::format("  {:<18} {:>12} +- {}{}{}{}\n", columns_[c].name, cell(means[c].mean(), 7),
                        cell(means[c].standard_error(), 2), unit.empty() ? "" : " ", unit,
                        means[c].is_converged() ? "" : " (error not converged)");
    }
    return text;
}

std::string StageAverages::line(std::size_t stage, std::size_t column) const {
    MDSIM_EXPECT(stage < means_.size() && column < columns_.size());
    const BlockedMean& mean = means_[stage][column];
    if (mean.samples() == 0) return {};
    return fmt::format("{},{},{},{},{},{},{}\n", entry(names_[stage]), columns_[column].name,
                       columns_[column].unit, mean.samples(), cell(mean.mean(), 12),
                       cell(mean.standard_error(), 4), mean.is_converged() ? "yes" : "no");
}

} // namespace mdsim
