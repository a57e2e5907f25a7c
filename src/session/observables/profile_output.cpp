// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/profile_output.hpp"

#include <string>

#include "output/number_table.hpp"
#include "session/observables/layer_averages.hpp"
#include "session/observables/stage_samples.hpp"
#include "session/run_files.hpp"

namespace mdsim {

namespace {

constexpr const char* name = profile_table;

/// Adds a column of means and one of their errors.
void add_columns(NumberTable& table, const std::string& column, const Units& units,
                 Dimension dimension, const std::vector<MeanWithError>& means) {
    const std::string unit(units.name(dimension));
    NumberTable::Column values{column, unit, {}}, errors{column + "_error", unit, {}};
    for (const MeanWithError& mean : means) {
        values.values.push_back(units.to_user(dimension, mean.value));
        errors.values.push_back(units.to_user(dimension, mean.error));
    }
    table.columns.push_back(std::move(values));
    table.columns.push_back(std::move(errors));
}

/// A line for each layer.
NumberTable table_of(const SystemParts& parts, const LayerAverages& averages) {
    const Units& units = parts.units;
    const LayerAverages::Profile p = averages.profile();
    NumberTable table;
    table.columns.push_back({"position", std::string(units.name(Dimension::length)), {}});
    for (const double position : p.position)
        table.columns[0].values.push_back(units.to_user(Dimension::length, position));
    add_columns(table, "density", units, Dimension::density, p.number_density);
    for (std::size_t t = 0; averages.types() > 1 && t < averages.types(); ++t)
        add_columns(table, "density_" + parts.species[t].name, units, Dimension::density,
                    p.density[t]);
    add_columns(table, "temperature", units, Dimension::temperature, p.temperature);
    for (std::size_t d = 0; d < 3; ++d)
        add_columns(table, std::string("velocity_") + "xyz"[d], units, Dimension::velocity,
                    p.velocity[d]);
    table.numbers = {{"samples", "", {static_cast<double>(averages.samples())}}};
    return table;
}

/// Rank 0 alone keeps averages of the sums, which are those of all ranks.
template <class P> class ProfileOutput final : public RunWriter<P> {
  public:
    ProfileOutput(const WriterTools<P>& tools, const ProfileSettings& settings,
                  const OutputState* resumed)
        : tools_(tools), samples_(tools, settings.every, settings.stage),
          layers_(settings.layers_of_box()),
          averages_(layers_, tools.simulation->setup().mass, heat_share()) {
        if (resumed != nullptr && samples_.restore(name, *resumed) && is_root())
            averages_.restore(name, *resumed);
    }

    StepNeeds needs(Step step) const override { return {.state = samples_.includes(step)}; }

    bool is_due(const Observation& seen) const override { return samples_.is_due(seen.step); }

    void sample(const Observation& /*seen*/) override {
        samples_.take();
        const LayerSums sums = tools_.simulation->layer_sums(layers_);
        if (is_root()) averages_.add(sums, tools_.simulation->box().now);
    }

    void save(OutputState& state) const override {
        samples_.save(name, state);
        if (samples_.count() > 0 && is_root()) averages_.save(name, state);
    }

    void refresh() override {
        if (!is_root() || samples_.count() == 0) return;
        const RunContext& run = *tools_.run;
        const NumberTable table = table_of(*run.parts, averages_);
        const std::string path = (run.files.folder / name).string();
        write_csv(path + ".csv", table);
        write_hdf5(path + ".h5", std::string("/") + name, table, {run.run_id, run.provenance()});
    }

  private:
    bool is_root() const { return tools_.run->comm->is_root(); }

    /// So that the temperature of all layers together is that of thermo.csv.
    double heat_share() const {
        const std::int64_t atoms = tools_.simulation->setup().domain.total_atoms;
        return 3 * static_cast<double>(atoms) /
               degrees_of_freedom(samples_.stage().ensemble, atoms);
    }

    WriterTools<P> tools_;
    StageSamples<P> samples_;
    Layers layers_;
    LayerAverages averages_;
};

} // namespace

template <class P>
std::unique_ptr<RunWriter<P>> make_profile_output(const WriterTools<P>& tools,
                                                  const ProfileSettings& settings,
                                                  const OutputState* resumed) {
    return std::make_unique<ProfileOutput<P>>(tools, settings, resumed);
}

template std::unique_ptr<RunWriter<MixedPrecision>>
make_profile_output(const WriterTools<MixedPrecision>&, const ProfileSettings&, const OutputState*);
template std::unique_ptr<RunWriter<DoublePrecision>>
make_profile_output(const WriterTools<DoublePrecision>&, const ProfileSettings&,
                    const OutputState*);

} // namespace mdsim
