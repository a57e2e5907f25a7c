// SPDX-License-Identifier: BSD-3-Clause
#include "session/writers/averages_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "core/blocked_mean.hpp"
#include "output/thermo_writer.hpp"
#include "output/whole_files.hpp"
#include "session/thermo_columns.hpp"

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

template <class P> class AveragesOutput final : public RunWriter<P> {
  public:
    AveragesOutput(const WriterTools<P>& tools, const OutputState* resumed) : tools_(tools) {
        const RunContext& run = *tools.run;
        columns_ = thermo_setup(*run.config, run.parts->units, run.files, run.run_id, {}).columns;
        means_.assign(run.config->stages.size(), std::vector<BlockedMean>(columns_.size()));
        if (resumed == nullptr) return;
        for (std::size_t s = 0; s < means_.size(); ++s)
            for (std::size_t c = 0; c < columns_.size(); ++c)
                means_[s][c] = BlockedMean::from(resumed->numbers(state_name(s, c)));
    }

    StepNeeds needs(Step step) const override { return {.energy = tools_.cadence->thermo(step)}; }

    bool is_due(const Observation& seen) const override {
        return tools_.cadence->thermo(seen.step);
    }

    void sample(const Observation& seen) override {
        const auto values =
            thermo_values(*tools_.run->config, tools_.run->parts->units, seen.thermo);
        std::vector<BlockedMean>& means = means_[tools_.simulation->progress().stage];
        for (std::size_t c = 0; c < means.size(); ++c) means[c].add(values[c]);
    }

    void save(OutputState& state) const override {
        for (std::size_t s = 0; s < means_.size(); ++s)
            for (std::size_t c = 0; c < columns_.size(); ++c)
                if (means_[s][c].samples() > 0) state.set(state_name(s, c), means_[s][c].numbers());
    }

    void refresh() override {
        if (!tools_.run->comm->is_root() || tools_.cadence->thermo_rows() == 0) return;
        std::string text = "stage,column,unit,samples,mean,standard_error,converged\n";
        for (std::size_t s = 0; s < means_.size(); ++s)
            for (std::size_t c = 0; c < columns_.size(); ++c) text += line(s, c);
        write_with_sum(tools_.run->files.averages(), bytes_of(text), Durability::process);
    }

    std::string closing_text() const override {
        const std::size_t stage = tools_.simulation->progress().stage;
        const std::vector<BlockedMean>& means = means_[stage];
        if (means.empty() || means.front().samples() < 2) return {};
        std::string text =
            fmt::format("averages of stage \"{}\" over {} samples\n",
                        tools_.run->config->stages[stage].name, means.front().samples());
        for (std::size_t c = 0; c < means.size(); ++c)
            text += fmt::format("  {:<18} {:>12} +- {:<9} {}{}\n", columns_[c].name,
                                cell(means[c].mean(), 7), cell(means[c].standard_error(), 2),
                                columns_[c].unit,
                                means[c].is_converged() ? "" : " (error not converged)");
        return text;
    }

  private:
    std::string line(std::size_t stage, std::size_t column) const {
        const BlockedMean& mean = means_[stage][column];
        if (mean.samples() == 0) return {};
        return fmt::format("{},{},{},{},{},{},{}\n", entry(tools_.run->config->stages[stage].name),
                           columns_[column].name, columns_[column].unit, mean.samples(),
                           cell(mean.mean(), 12), cell(mean.standard_error(), 4),
                           mean.is_converged() ? "yes" : "no");
    }

    WriterTools<P> tools_;
    std::vector<NamedQuantity> columns_;
    std::vector<std::vector<BlockedMean>> means_; ///< [stage][column]
};

} // namespace

template <class P>
std::unique_ptr<RunWriter<P>> make_averages_output(const WriterTools<P>& tools,
                                                   const OutputState* resumed) {
    return std::make_unique<AveragesOutput<P>>(tools, resumed);
}

template std::unique_ptr<RunWriter<MixedPrecision>>
make_averages_output(const WriterTools<MixedPrecision>&, const OutputState*);
template std::unique_ptr<RunWriter<DoublePrecision>>
make_averages_output(const WriterTools<DoublePrecision>&, const OutputState*);

} // namespace mdsim
