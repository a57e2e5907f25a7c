// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/green_kubo_output.hpp"

#include <fmt/format.h>

#include <string>

#include "core/contract.hpp"
#include "output/number_table.hpp"
#include "session/observables/green_kubo_averages.hpp"
#include "session/observables/stage_samples.hpp"
#include "session/observables/transport_quantities.hpp"
#include "session/run_files.hpp"

namespace mdsim {

namespace {

double in(const UserUnit& unit, double value) { return unit.factor * value; }

/// A line for each time between two instants: the autocorrelation, and its integral up to then.
template <class Quantity>
NumberTable table_of(const Units& units, Step every, const GreenKuboAverages& averages) {
    const UserUnit of_correlation = Quantity::correlation_unit(units), unit = Quantity::unit(units);
    const std::string correlation = Quantity::correlation, name = Quantity::table;
    NumberTable table;
    table.columns = {{"lag", "", {}},
                     {"time", std::string(units.name(Dimension::time)), {}},
                     {correlation, of_correlation.name, {}},
                     {correlation + "_error", of_correlation.name, {}},
                     {name, unit.name, {}},
                     {name + "_error", unit.name, {}}};
    for (std::size_t lag = 0; lag < averages.lags(); ++lag) {
        const auto samples = static_cast<double>(lag);
        const MeanWithError now = averages.correlation(lag), total = averages.coefficient(lag);
        const double row[] = {samples * static_cast<double>(every),
                              samples * averages.spacing(),
                              in(of_correlation, now.value),
                              in(of_correlation, now.error),
                              in(unit, total.value),
                              in(unit, total.error)};
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            table.columns[c].values.push_back(row[c]);
    }
    const MeanWithError last = averages.coefficient(averages.lags() - 1);
    table.numbers = {{"estimate", unit.name, {in(unit, last.value), in(unit, last.error)}},
                     {"origins", "", {static_cast<double>(averages.origins())}}};
    return table;
}

/// Every rank takes part in a sample, which is the same on all; rank 0 alone keeps averages.
template <class P, class Quantity> class GreenKuboOutput final : public RunWriter<P> {
  public:
    GreenKuboOutput(const WriterTools<P>& tools, const GreenKuboSettings& settings,
                    const OutputState* resumed)
        : tools_(tools), every_(settings.every), samples_(tools, settings.every, settings.stage),
          averages_(static_cast<std::size_t>(settings.window), settings.origin_interval(),
                    static_cast<double>(every_) * samples_.stage().time_step, Quantity::components,
                    Quantity::power) {
        if (resumed != nullptr && samples_.restore(name, *resumed) && is_root())
            averages_.restore(name, *resumed);
    }

    StepNeeds needs(Step step) const override {
        return samples_.includes(step) ? Quantity::needs() : StepNeeds{};
    }

    bool is_due(const Observation& seen) const override { return samples_.is_due(seen.step); }

    void sample(const Observation& seen) override {
        MDSIM_EXPECT(seen.needs.energy);
        samples_.take();
        const auto current = Quantity::sample(*tools_.simulation, seen);
        if (is_root()) averages_.add(current, seen.thermo.temperature);
    }

    void save(OutputState& state) const override {
        samples_.save(name, state);
        if (samples_.count() > 0 && is_root()) averages_.save(name, state);
    }

    void refresh() override {
        if (!is_root() || averages_.origins() == 0) return;
        const RunContext& run = *tools_.run;
        const NumberTable table = table_of<Quantity>(run.parts->units, every_, averages_);
        const std::string path = (run.files.folder / name).string();
        write_csv(path + ".csv", table);
        write_hdf5(path + ".h5", std::string("/") + name, table, {run.run_id, run.provenance()});
    }

    std::string closing_text() const override {
        if (samples_.count() == 0 || !is_root()) return {};
        if (averages_.origins() == 0)
            return fmt::format("{} by Green and Kubo: stage \"{}\" is shorter than the window\n",
                               Quantity::words, samples_.stage().name);
        const UserUnit unit = Quantity::unit(tools_.run->parts->units);
        const MeanWithError last = averages_.coefficient(averages_.lags() - 1);
        return fmt::format("{} by Green and Kubo: {:.4g} +- {:.2g}{}{} (stage \"{}\", {} time "
                           "origins{})\n",
                           Quantity::words, in(unit, last.value), in(unit, last.error),
                           unit.name.empty() ? "" : " ", unit.name, samples_.stage().name,
                           averages_.origins(),
                           averages_.is_converged() ? "" : ", error not converged");
    }

  private:
    static constexpr const char* name = Quantity::table;

    bool is_root() const { return tools_.run->comm->is_root(); }

    WriterTools<P> tools_;
    Step every_;
    StageSamples<P> samples_;
    GreenKuboAverages averages_;
};

} // namespace

template <class P>
std::unique_ptr<RunWriter<P>> make_viscosity_output(const WriterTools<P>& tools,
                                                    const GreenKuboSettings& settings,
                                                    const OutputState* resumed) {
    return std::make_unique<GreenKuboOutput<P, ViscosityQuantity>>(tools, settings, resumed);
}

template <class P>
std::unique_ptr<RunWriter<P>> make_conductivity_output(const WriterTools<P>& tools,
                                                       const GreenKuboSettings& settings,
                                                       const OutputState* resumed) {
    return std::make_unique<GreenKuboOutput<P, ConductivityQuantity>>(tools, settings, resumed);
}

template std::unique_ptr<RunWriter<MixedPrecision>>
make_viscosity_output(const WriterTools<MixedPrecision>&, const GreenKuboSettings&,
                      const OutputState*);
template std::unique_ptr<RunWriter<DoublePrecision>>
make_viscosity_output(const WriterTools<DoublePrecision>&, const GreenKuboSettings&,
                      const OutputState*);
template std::unique_ptr<RunWriter<MixedPrecision>>
make_conductivity_output(const WriterTools<MixedPrecision>&, const GreenKuboSettings&,
                         const OutputState*);
template std::unique_ptr<RunWriter<DoublePrecision>>
make_conductivity_output(const WriterTools<DoublePrecision>&, const GreenKuboSettings&,
                         const OutputState*);

} // namespace mdsim
