// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/viscosity_output.hpp"

#include <fmt/format.h>

#include <string>

#include "core/contract.hpp"
#include "output/number_table.hpp"
#include "session/observables/stage_samples.hpp"
#include "session/observables/stress_averages.hpp"
#include "session/run_files.hpp"

namespace mdsim {

namespace {

constexpr const char* name = viscosity_table;

/// "bar ps"; empty where pressures have no unit.
std::string viscosity_unit(const Units& units) {
    const std::string pressure(units.name(Dimension::pressure));
    return pressure.empty() ? "" : pressure + " " + std::string(units.name(Dimension::time));
}

/// A line for each time between two instants: G, and its integral up to then.
NumberTable table_of(const Units& units, Step every, const StressAverages& averages) {
    const auto to_user = [&](double value) { return units.to_user(Dimension::pressure, value); };
    const std::string pressure(units.name(Dimension::pressure));
    const std::string unit = viscosity_unit(units);
    NumberTable table;
    table.columns = {
        {"lag", "", {}},           {"time", std::string(units.name(Dimension::time)), {}},
        {"modulus", pressure, {}}, {"modulus_error", pressure, {}},
        {name, unit, {}},          {std::string(name) + "_error", unit, {}}};
    for (std::size_t lag = 0; lag < averages.lags(); ++lag) {
        const auto steps = static_cast<double>(lag) * static_cast<double>(every);
        const MeanWithError g = averages.modulus(lag), eta = averages.viscosity(lag);
        const double row[] = {steps,
                              static_cast<double>(lag) * averages.spacing(),
                              to_user(g.value),
                              to_user(g.error),
                              to_user(eta.value),
                              to_user(eta.error)};
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            table.columns[c].values.push_back(row[c]);
    }
    const MeanWithError last = averages.viscosity(averages.lags() - 1);
    table.numbers = {{"estimate", unit, {to_user(last.value), to_user(last.error)}},
                     {"origins", "", {static_cast<double>(averages.origins())}}};
    return table;
}

/// The sums of a step are the same on every rank; rank 0 alone keeps averages of them.
template <class P> class ViscosityOutput final : public RunWriter<P> {
  public:
    ViscosityOutput(const WriterTools<P>& tools, const ViscositySettings& settings,
                    const OutputState* resumed)
        : tools_(tools), every_(settings.every), samples_(tools, settings.every, settings.stage),
          averages_(static_cast<std::size_t>(settings.window), settings.origin_interval(),
                    static_cast<double>(every_) * samples_.stage().time_step) {
        if (resumed != nullptr && samples_.restore(name, *resumed) && is_root())
            averages_.restore(name, *resumed);
    }

    StepNeeds needs(Step step) const override { return {.energy = samples_.includes(step)}; }

    bool is_due(const Observation& seen) const override { return samples_.is_due(seen.step); }

    void sample(const Observation& seen) override {
        MDSIM_EXPECT(seen.needs.energy);
        samples_.take();
        if (is_root()) averages_.add(seen.thermo);
    }

    void save(OutputState& state) const override {
        samples_.save(name, state);
        if (samples_.count() > 0 && is_root()) averages_.save(name, state);
    }

    void refresh() override {
        if (!is_root() || averages_.origins() == 0) return;
        const RunContext& run = *tools_.run;
        const NumberTable table = table_of(run.parts->units, every_, averages_);
        const std::string path = (run.files.folder / name).string();
        write_csv(path + ".csv", table);
        write_hdf5(path + ".h5", std::string("/") + name, table, {run.run_id, run.provenance()});
    }

    std::string closing_text() const override {
        if (samples_.count() == 0 || !is_root()) return {};
        if (averages_.origins() == 0)
            return fmt::format("viscosity by Green and Kubo: stage \"{}\" is shorter than the "
                               "window\n",
                               samples_.stage().name);
        const Units& units = tools_.run->parts->units;
        const std::string unit = viscosity_unit(units);
        const MeanWithError last = averages_.viscosity(averages_.lags() - 1);
        return fmt::format("viscosity by Green and Kubo: {:.4g} +- {:.2g}{}{} (stage \"{}\", {} "
                           "time origins{})\n",
                           units.to_user(Dimension::pressure, last.value),
                           units.to_user(Dimension::pressure, last.error), unit.empty() ? "" : " ",
                           unit, samples_.stage().name, averages_.origins(),
                           averages_.is_converged() ? "" : ", error not converged");
    }

  private:
    bool is_root() const { return tools_.run->comm->is_root(); }

    WriterTools<P> tools_;
    Step every_;
    StageSamples<P> samples_;
    StressAverages averages_;
};

} // namespace

template <class P>
std::unique_ptr<RunWriter<P>> make_viscosity_output(const WriterTools<P>& tools,
                                                    const ViscositySettings& settings,
                                                    const OutputState* resumed) {
    return std::make_unique<ViscosityOutput<P>>(tools, settings, resumed);
}

template std::unique_ptr<RunWriter<MixedPrecision>>
make_viscosity_output(const WriterTools<MixedPrecision>&, const ViscositySettings&,
                      const OutputState*);
template std::unique_ptr<RunWriter<DoublePrecision>>
make_viscosity_output(const WriterTools<DoublePrecision>&, const ViscositySettings&,
                      const OutputState*);

} // namespace mdsim
