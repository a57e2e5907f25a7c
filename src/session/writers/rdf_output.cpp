// SPDX-License-Identifier: BSD-3-Clause
#include "session/writers/rdf_output.hpp"

#include <optional>
#include <span>
#include <utility>

#include "core/contract.hpp"
#include "ops/pair_histogram.hpp"
#include "session/observables/rdf_errors.hpp"
#include "session/rdf_table.hpp"

namespace mdsim {

namespace {

constexpr const char* samples_name = "rdf_samples";
constexpr const char* counts_name = "rdf_counts";
constexpr const char* volumes_name = "rdf_volumes";
constexpr const char* blocks_name = "rdf_blocks";

template <class P> class RdfOutput final : public RunWriter<P> {
  public:
    RdfOutput(const WriterTools<P>& tools, const OutputState* resumed)
        : tools_(tools), histogram_(empty_histogram(*tools.run)), errors_(histogram_) {
        const RunContext& run = *tools.run;
        if (resumed == nullptr) return;
        samples_ = resumed->count(samples_name);
        // Versions whose boxes did not change noted no volumes.
        const std::vector<double> noted = resumed->numbers(volumes_name);
        first_volume_ = noted.size() == 2 ? noted[0] : volume();
        densities_ = noted.size() == 2 ? noted[1] : static_cast<double>(samples_);
        std::vector<std::int64_t> counts = resumed->integers(counts_name);
        if (run.comm->is_root() && counts.size() == histogram_.count.size())
            histogram_.count = std::move(counts);
        // Versions without errors noted no blocks: errors are those of later samples then.
        const std::vector<double> blocks = resumed->numbers(blocks_name);
        if (run.comm->is_root() && !blocks.empty()) errors_.restore(blocks);
    }

    StepNeeds needs(Step step) const override {
        if (!tools_.cadence->rdf(step)) return {};
        return {.look = {.range = histogram_.range, .bins = histogram_.bins}};
    }
    Step next_need(Step step, Step end) const override {
        return tools_.cadence->next_rdf(step, end);
    }

    bool is_due(const Observation& seen) const override { return tools_.cadence->rdf(seen.step); }

    void sample(const Observation& /*seen*/) override {
        MDSIM_EXPECT(histogram_.bins > 0 && !counted_density_); // the input asks for g(r)
        if (samples_++ == 0) first_volume_ = volume();
        counted_density_ = first_volume_ / volume();
        densities_ += *counted_density_;
        tools_.simulation->begin_counting(histogram_);
    }

    void settle() override {
        if (!counted_density_) return;
        const double density = *std::exchange(counted_density_, std::nullopt);
        PairHistogram sample = histogram_.empty_copy();
        tools_.simulation->end_counting(sample);
        tools_.run->comm->sum(std::span<std::int64_t>(sample.count));
        if (!tools_.run->comm->is_root()) return;
        histogram_.merge(sample);
        errors_.add(sample, density);
    }

    void save(OutputState& state) const override {
        state.set_count(samples_name, samples_);
        state.set(counts_name, histogram_.count);
        state.set(volumes_name, std::vector<double>{first_volume_, densities_});
        state.set(blocks_name, errors_.numbers());
    }

    void refresh() override {
        if (samples_ > 0 && tools_.run->comm->is_root())
            write_rdf(tools_.run->files.rdf(), histogram_,
                      {samples_, first_volume_ * (static_cast<double>(samples_) / densities_),
                       first_volume_, errors_.errors()},
                      *tools_.run->parts);
    }

  private:
    static PairHistogram empty_histogram(const RunContext& run) {
        const auto& rdf = run.config->rdf;
        if (!rdf) return {};
        return PairHistogram(rdf->range, static_cast<std::size_t>(rdf->bins),
                             run.parts->species.size());
    }
    double volume() const { return tools_.simulation->box().now.volume(); }

    WriterTools<P> tools_;
    PairHistogram histogram_; ///< of all ranks, on rank 0
    RdfErrors errors_;        ///< likewise
    std::int64_t samples_ = 0;
    double first_volume_ = 0; ///< of the first sample [length^3]
    double densities_ = 0;    ///< sum over samples, of that of the first: g(r) is by their mean
    std::optional<double> counted_density_; ///< of a sample that is being counted
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
