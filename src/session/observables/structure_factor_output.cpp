// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/structure_factor_output.hpp"

#include <string>

#include "output/number_table.hpp"
#include "session/observables/stage_samples.hpp"
#include "session/observables/structure_averages.hpp"
#include "session/run_files.hpp"

namespace mdsim {

namespace {

constexpr const char* name = structure_factor_table;

/// Adds a column of means and one of their errors.
void add_columns(NumberTable& table, const std::string& column,
                 const std::vector<MeanWithError>& means) {
    NumberTable::Column values{column, "", {}}, errors{column + "_error", "", {}};
    for (const MeanWithError& mean : means) {
        values.values.push_back(mean.value);
        errors.values.push_back(mean.error);
    }
    table.columns.push_back(std::move(values));
    table.columns.push_back(std::move(errors));
}

/// A line for each shell that has a wave vector.
NumberTable table_of(const SystemParts& parts, const StructureAverages& averages,
                     std::int64_t samples) {
    const StructureAverages::Factors found = averages.factors();
    NumberTable table;
    table.columns.push_back({"q", std::string(parts.units.name(Dimension::inverse_length)), {}});
    for (const double q : found.wave_number)
        table.columns[0].values.push_back(parts.units.to_user(Dimension::inverse_length, q));
    table.columns.push_back({"vectors", "", found.vectors});
    add_columns(table, "S", found.factor);
    for (const StructureAverages::Partial& partial : found.partial) {
        if (averages.types() == 1) continue;
        add_columns(table,
                    "S_" + parts.species[partial.first].name + "_" +
                        parts.species[partial.second].name,
                    partial.factor);
    }
    table.numbers = {{"samples", "", {static_cast<double>(samples)}}};
    return table;
}

/// All ranks know the waves; rank 0 alone keeps averages of the modes, which are those of all.
template <class P> class StructureFactorOutput final : public RunWriter<P> {
  public:
    StructureFactorOutput(const WriterTools<P>& tools, const StructureFactorSettings& settings,
                          const OutputState* resumed)
        : tools_(tools), samples_(tools, settings.every, settings.stage),
          averages_(settings.shells(), tools.run->parts->count_of_type) {
        if (resumed != nullptr && samples_.restore(name, *resumed))
            averages_.restore(name, *resumed, is_root());
    }

    StepNeeds needs(Step step) const override {
        return {.look = {.others = samples_.includes(step)}};
    }

    bool is_due(const Observation& seen) const override { return samples_.is_due(seen.step); }

    void sample(const Observation& /*seen*/) override {
        samples_.take();
        const LowerTriangular<double>& edges = tools_.simulation->box().now.edges;
        if (!averages_.has_waves()) averages_.choose_waves(edges);
        if (averages_.waves().empty()) return;
        const DensityModes modes = tools_.simulation->density_modes(averages_.waves());
        if (is_root()) averages_.add(modes, edges);
    }

    void save(OutputState& state) const override {
        samples_.save(name, state);
        if (samples_.count() > 0) averages_.save(name, state);
    }

    void refresh() override {
        if (!is_root() || samples_.count() == 0) return;
        const RunContext& run = *tools_.run;
        const NumberTable table = table_of(*run.parts, averages_, samples_.count());
        const std::string path = (run.files.folder / name).string();
        write_csv(path + ".csv", table);
        write_hdf5(path + ".h5", std::string("/") + name, table, {run.run_id, run.provenance()});
    }

    std::string closing_text() const override {
        if (!is_root() || samples_.count() == 0 || !averages_.waves().empty()) return {};
        return "no structure factor: when it was first sampled, the box had become too small for a "
               "wave vector up to structure_factor.largest_wave_number\n";
    }

  private:
    bool is_root() const { return tools_.run->comm->is_root(); }

    WriterTools<P> tools_;
    StageSamples<P> samples_;
    StructureAverages averages_;
};

} // namespace

template <class P>
std::unique_ptr<RunWriter<P>> make_structure_factor_output(const WriterTools<P>& tools,
                                                           const StructureFactorSettings& settings,
                                                           const OutputState* resumed) {
    return std::make_unique<StructureFactorOutput<P>>(tools, settings, resumed);
}

template std::unique_ptr<RunWriter<MixedPrecision>>
make_structure_factor_output(const WriterTools<MixedPrecision>&, const StructureFactorSettings&,
                             const OutputState*);
template std::unique_ptr<RunWriter<DoublePrecision>>
make_structure_factor_output(const WriterTools<DoublePrecision>&, const StructureFactorSettings&,
                             const OutputState*);

} // namespace mdsim
