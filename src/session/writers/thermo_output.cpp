// SPDX-License-Identifier: BSD-3-Clause
#include "session/writers/thermo_output.hpp"

#include <optional>
#include <utility>

#include "core/contract.hpp"
#include "output/row_writer.hpp"
#include "session/thermo_columns.hpp"
#include "session/writers/stage_averages.hpp"

namespace mdsim {

namespace {

template <class P> class ThermoOutput final : public RunWriter<P> {
  public:
    ThermoOutput(const WriterTools<P>& tools, const OutputState* resumed)
        : tools_(tools), quantities_(chosen_quantities(tools.run->config->thermo)),
          averages_(tools.run->config->stages, setup().columns) {
        if (resumed != nullptr) {
            rows_ = resumed->count(rows_name(thermo_table));
            averages_.restore(*resumed);
        }
        if (tools.cadence->thermo_rows() == 0) return;
        tools.gather->on_root([&] {
            file_.emplace(
                rows_ > 0 ? RowWriter::resume(setup(), {tools.simulation->progress().step, rows_})
                          : RowWriter::create(setup()));
        });
    }

    StepNeeds needs(Step step) const override { return {.energy = tools_.cadence->thermo(step)}; }
    Step next_need(Step step, Step end) const override {
        return tools_.cadence->next_thermo(step, end);
    }

    bool is_due(const Observation& seen) const override {
        return tools_.cadence->thermo(seen.step);
    }

    void sample(const Observation& seen) override {
        MDSIM_EXPECT(seen.needs.energy && seen.thermo.step == seen.step);
        ++rows_;
        if (!file_) return;
        auto values = thermo_values(quantities_, tools_.run->parts->units, seen.thermo);
        averages_.add(tools_.simulation->progress().stage, values);
        tools_.writer->submit([this, step = seen.thermo.step, time = seen.thermo.time,
                               values = std::move(values)] { file_->append(step, time, values); },
                              WriterThread::Size::small);
    }

    void save(OutputState& state) const override {
        state.set_count(rows_name(thermo_table), rows_);
        averages_.save(state);
    }

    void commit() override {
        if (file_) file_->commit();
    }

    void refresh() override {
        if (file_) averages_.write(tools_.run->files.averages());
    }

    void finish() override {
        if (file_) file_->finish();
    }

    std::string closing_text() const override {
        return averages_.text(tools_.simulation->progress().stage);
    }

    std::vector<EarlierRows> take_earlier() override {
        return file_ ? file_->take_earlier() : std::vector<EarlierRows>{};
    }

  private:
    RowSetup setup() const {
        const RunContext& run = *tools_.run;
        return thermo_setup(run.config->thermo, run.parts->units, run.files, run.run_id,
                            run.provenance());
    }

    WriterTools<P> tools_;
    std::vector<const ThermoQuantity*> quantities_; ///< of a row
    StageAverages averages_;                        ///< on rank 0
    std::optional<RowWriter> file_;                 ///< on rank 0
    std::int64_t rows_ = 0;
};

} // namespace

template <class P>
std::unique_ptr<RunWriter<P>> make_thermo_output(const WriterTools<P>& tools,
                                                 const OutputState* resumed) {
    return std::make_unique<ThermoOutput<P>>(tools, resumed);
}

template std::unique_ptr<RunWriter<MixedPrecision>>
make_thermo_output(const WriterTools<MixedPrecision>&, const OutputState*);
template std::unique_ptr<RunWriter<DoublePrecision>>
make_thermo_output(const WriterTools<DoublePrecision>&, const OutputState*);

} // namespace mdsim
