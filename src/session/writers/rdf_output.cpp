// SPDX-License-Identifier: BSD-3-Clause
#include "session/writers/rdf_output.hpp"

#include <span>

#include "core/contract.hpp"
#include "ops/pair_histogram.hpp"
#include "session/rdf_table.hpp"

namespace mdsim {

namespace {

constexpr const char* samples_name = "rdf_samples";
constexpr const char* counts_name = "rdf_counts";

template <class P> class RdfOutput final : public RunWriter<P> {
  public:
    RdfOutput(const WriterTools<P>& tools, const OutputState* resumed) : tools_(tools) {
        const RunContext& run = *tools.run;
        if (const auto& rdf = run.config->rdf)
            histogram_ = PairHistogram(rdf->range, static_cast<std::size_t>(rdf->bins),
                                       run.parts->species.size());
        if (resumed == nullptr) return;
        samples_ = resumed->count(samples_name);
        std::vector<std::int64_t> counts = resumed->integers(counts_name);
        if (run.comm->is_root() && counts.size() == histogram_.count.size())
            histogram_.count = std::move(counts);
    }

    StepNeeds needs(Step step) const override { return {.state = tools_.cadence->rdf(step)}; }

    bool is_due(const Observation& seen) const override { return tools_.cadence->rdf(seen.step); }

    void sample(const Observation& /*seen*/) override {
        MDSIM_EXPECT(histogram_.bins > 0); // the input asks for g(r)
        ++samples_;
        PairHistogram sample = histogram_.empty_copy();
        tools_.simulation->count_distances(sample);
        tools_.run->comm->sum(std::span<std::int64_t>(sample.count));
        if (tools_.run->comm->is_root()) histogram_.merge(sample);
    }

    void save(OutputState& state) const override {
        state.set_count(samples_name, samples_);
        state.set(counts_name, histogram_.count);
    }

    void refresh() override {
        if (samples_ > 0 && tools_.run->comm->is_root())
            write_rdf(tools_.run->files.rdf(), histogram_,
                      {samples_, tools_.simulation->box().now.volume()}, *tools_.run->parts);
    }

  private:
    WriterTools<P> tools_;
    PairHistogram histogram_; ///< of all ranks, on rank 0
    std::int64_t samples_ = 0;
};

} // namespace

template <class P>
std::unique_ptr<RunWriter<P>> make_rdf_output(const WriterTools<P>& tools,
                                              const OutputState* resumed) {
    return std::make_unique<RdfOutput<P>>(tools, resumed);
}

template std::unique_ptr<RunWriter<MixedPrecision>>
make_rdf_output(const WriterTools<MixedPrecision>&, const OutputState*);
template std::unique_ptr<RunWriter<DoublePrecision>>
make_rdf_output(const WriterTools<DoublePrecision>&, const OutputState*);

} // namespace mdsim
