// SPDX-License-Identifier: BSD-3-Clause
#include "session/writers/measure_output.hpp"

#include <optional>
#include <utility>

#include "core/contract.hpp"
#include "output/row_writer.hpp"
#include "session/measures/make_measures.hpp"

namespace mdsim {

namespace {

/// Writes the rows of a measure to NAME.csv and NAME.h5.
template <class P> class MeasureOutput final : public RunWriter<P> {
  public:
    MeasureOutput(const WriterTools<P>& tools, const Measure& measure, std::int64_t every,
                  const OutputState* resumed)
        : tools_(tools), name_(measure.name()), every_(every) {
        if (resumed != nullptr) rows_ = resumed->count(rows_name(name_));
        const RunContext& run = *tools.run;
        const RowSetup setup =
            measure_table(measure, run.parts->units, run.files, run.run_id, run.provenance());
        tools.gather->on_root([&] {
            file_.emplace(rows_ > 0
                              ? RowWriter::resume(setup, {tools.simulation->progress().step, rows_})
                              : RowWriter::create(setup));
        });
    }

    StepNeeds needs(Step step) const override { return {.state = has_row(every_, step)}; }
    Step next_need(Step step, Step end) const override {
        const StepSeries rows{0, every_};
        return rows.any() ? rows.next_from(step) : end;
    }

    bool is_due(const Observation& seen) const override { return has_row(every_, seen.step); }

    void sample(const Observation& seen) override {
        MDSIM_EXPECT(seen.step == tools_.simulation->progress().step);
        ++rows_;
        const RunContext& run = *tools_.run;
        std::vector<double> row = tools_.measured->look(name_).row(*run.comm);
        if (!file_) return;
        const AnySimulation<P>& simulation = *tools_.simulation;
        const double time = simulation.time(run.config->stages[simulation.progress().stage]);
        auto job = [this, step = seen.step, time, row = std::move(row)] {
            file_->append(step, time, row);
        };
        tools_.writer->submit(std::move(job), WriterThread::Size::small);
    }

    void save(OutputState& state) const override { state.set_count(rows_name(name_), rows_); }

    void commit() override {
        if (file_) file_->commit();
    }

    void finish() override {
        if (file_) file_->finish();
    }

    std::vector<EarlierRows> take_earlier() override {
        return file_ ? file_->take_earlier() : std::vector<EarlierRows>{};
    }

  private:
    WriterTools<P> tools_;
    std::string name_;
    std::int64_t every_;
    std::optional<RowWriter> file_; ///< on rank 0
    std::int64_t rows_ = 0;
};

} // namespace

template <class P>
std::vector<std::unique_ptr<RunWriter<P>>> make_measure_outputs(const WriterTools<P>& tools,
                                                                const OutputState* resumed) {
    std::vector<std::unique_ptr<RunWriter<P>>> writers;
    tools.run->config->for_each_measure([&](const std::string& name, const auto& settings) {
        if (settings.every == 0) return;
        for (const auto& measure : tools.measured->measures())
            if (measure->name() == name)
                writers.push_back(
                    std::make_unique<MeasureOutput<P>>(tools, *measure, settings.every, resumed));
    });
    return writers;
}

template std::vector<std::unique_ptr<RunWriter<MixedPrecision>>>
make_measure_outputs(const WriterTools<MixedPrecision>&, const OutputState*);
template std::vector<std::unique_ptr<RunWriter<DoublePrecision>>>
make_measure_outputs(const WriterTools<DoublePrecision>&, const OutputState*);

} // namespace mdsim
