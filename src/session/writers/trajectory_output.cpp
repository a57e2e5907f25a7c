// SPDX-License-Identifier: BSD-3-Clause
#include "session/writers/trajectory_output.hpp"

#include <optional>
#include <utility>

#include "core/contract.hpp"
#include "core/wait_watch.hpp"
#include "output/h5md_writer.hpp"
#include "output/spares.hpp"
#include "session/frame_elements.hpp"
#include "session/state_blocks.hpp"
#include "session/trajectory_setup.hpp"

namespace mdsim {

namespace {

constexpr const char* frames_name = "frames";

template <class P> class TrajectoryOutput final : public RunWriter<P> {
  public:
    TrajectoryOutput(const WriterTools<P>& tools, const OutputState* resumed) : tools_(tools) {
        if (resumed != nullptr) frames_ = resumed->count(frames_name);
        if (tools.cadence->frames() > 0) open();
    }

    StepNeeds needs(Step step) const override {
        const bool due = tools_.cadence->frame(step);
        return {.energy = due && file_.has_value(), .state = due};
    }
    Step next_need(Step step, Step end) const override {
        return tools_.cadence->next_frame(step, end);
    }

    bool is_due(const Observation& seen) const override {
        return tools_.cadence->frame(seen.step) && file_.has_value();
    }

    void sample(const Observation& seen) override {
        MDSIM_EXPECT(file_.has_value() && seen.needs.state);
        MDSIM_EXPECT(seen.step == tools_.simulation->progress().step);
        ++frames_;
        const RunContext& run = *tools_.run;
        AnySimulation<P>& simulation = *tools_.simulation;
        const std::shared_ptr<FrameBlock> block = blocks_.lend();
        block->edges = simulation.box().now.edges;
        block->origin = simulation.box().now.origin;
        if (run.config->trajectory.holds_shares()) simulation.find_shares();
        const auto table = simulation.table();
        fill_frame(*table, frame_request(run.config->trajectory, run.parts->units), *block);
        block->numbers.clear();
        for (const AtomElement& element : elements_)
            if (!add_share(*table, element, run.parts->units, *block))
                block->add_numbers(tools_.measured->look(element.name).numbers());
        auto observables = trajectory_observables(run.parts->units, seen.thermo);
        const double time = simulation.time(run.config->stages[simulation.progress().stage]);
        tools_.writer->submit(
            [this, block, observables = std::move(observables), time, step = seen.step] {
                const std::vector<BlockArray> elements = block->elements();
                file_->append({step, time, block->edges, block->block, block->position.span(),
                               block->velocity.span(), block->force.span(), block->image.span(),
                               elements, observables});
            });
    }

    void save(OutputState& state) const override { state.set_count(frames_name, frames_); }

    void commit() override {
        if (file_) file_->commit();
    }

    void finish() override {
        if (file_) file_->finish();
    }

    std::vector<EarlierRows> take_earlier() override {
        std::vector<EarlierRows> earlier;
        if (file_) earlier.push_back(file_->take_earlier());
        return earlier;
    }

  private:
    void open() {
        const Waiting waiting("opening files");
        const RunContext& run = *tools_.run;
        const H5mdSetup setup = trajectory_setup(run.config->trajectory, *run.config, *run.parts,
                                                 run.files, run.run_id, run.provenance());
        elements_ = setup.elements;
        if (frames_ > 0) {
            file_.emplace(H5mdWriter::resume(setup, {tools_.simulation->progress().step, frames_},
                                             *tools_.gather));
            return;
        }
        const AtomProperties properties = atom_properties(*run.parts, *run.comm);
        file_.emplace(H5mdWriter::create(setup, properties.view(), *tools_.gather));
    }

    WriterTools<P> tools_;
    std::optional<H5mdWriter> file_;
    std::vector<AtomElement> elements_;
    Spares<FrameBlock> blocks_;
    std::int64_t frames_ = 0;
};

} // namespace

template <class P>
std::unique_ptr<RunWriter<P>> make_trajectory_output(const WriterTools<P>& tools,
                                                     const OutputState* resumed) {
    return std::make_unique<TrajectoryOutput<P>>(tools, resumed);
}

template std::unique_ptr<RunWriter<MixedPrecision>>
make_trajectory_output(const WriterTools<MixedPrecision>&, const OutputState*);
template std::unique_ptr<RunWriter<DoublePrecision>>
make_trajectory_output(const WriterTools<DoublePrecision>&, const OutputState*);

} // namespace mdsim
