// SPDX-License-Identifier: BSD-3-Clause
#include "session/observables/correlation_files.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/contract.hpp"
#include "output/number_table.hpp"
#include "session/observables/unit_power.hpp"

namespace mdsim {

namespace {

/// "" for all atoms, "_A" for those of species A.
std::string suffix(const RunContext& run, std::size_t group) {
    return group == 0 ? "" : "_" + run.parts->species[group - 1].name;
}

std::string diffusion_unit(const Units& units) {
    const std::string length = unit_power(units.name(Dimension::length), 2);
    const std::string time(units.name(Dimension::time));
    return length.empty() ? "" : length + " " + time + "-1";
}

/// The time, then the mean and the error of each group, by lag; lags that no origin has reached are
/// left out.
NumberTable table_of(const RunContext& run, const CorrelationDescription& what,
                     const CorrelationAverages& averages) {
    MDSIM_EXPECT(what.every > 0);
    MDSIM_EXPECT(averages.groups() <= run.parts->species.size() + 1);
    NumberTable table;
    table.columns.push_back({"lag", "", {}});
    table.columns.push_back({"time", std::string(run.parts->units.name(Dimension::time)), {}});
    table.columns.push_back({"origins", "", {}});
    for (std::size_t g = 0; g < averages.groups(); ++g)
        for (const char* kind : {"", "_error"})
            table.columns.push_back({what.name + suffix(run, g) + kind, what.unit, {}});
    for (std::size_t lag = 0; lag < averages.lags(); ++lag) {
        const std::int64_t origins = averages.mean(0, lag).samples();
        if (origins == 0) break;
        auto column = table.columns.begin();
        const auto steps = static_cast<double>(lag) * static_cast<double>(what.every);
        (column++)->values.push_back(steps);
        (column++)->values.push_back(static_cast<double>(lag) * averages.spacing());
        (column++)->values.push_back(static_cast<double>(origins));
        for (std::size_t g = 0; g < averages.groups(); ++g) {
            (column++)->values.push_back(averages.mean(g, lag).mean());
            (column++)->values.push_back(averages.mean(g, lag).standard_error());
        }
    }
    for (std::size_t g = 0; g < averages.groups(); ++g) {
        const BlockedMean& d = averages.diffusion(g);
        if (d.samples() > 0)
            table.numbers.push_back({"diffusion" + suffix(run, g),
                                     diffusion_unit(run.parts->units),
                                     {d.mean(), d.standard_error()}});
    }
    return table;
}

} // namespace

void write_correlation(const RunContext& run, const CorrelationDescription& what,
                       const CorrelationAverages& averages) {
    const NumberTable table = table_of(run, what, averages);
    const std::string path = (run.files.folder / what.name).string();
    write_csv(path + ".csv", table);
    write_hdf5(path + ".h5", "/" + what.name, table, {run.run_id, run.provenance()});
}

std::string diffusion_text(const RunContext& run, const CorrelationDescription& what,
                           const CorrelationAverages& averages) {
    const std::string unit = diffusion_unit(run.parts->units);
    MDSIM_EXPECT(what.stage < run.config->stages.size());
    MDSIM_EXPECT(averages.groups() <= run.parts->species.size() + 1);
    std::string text;
    for (std::size_t g = 0; g < averages.groups(); ++g) {
        const BlockedMean& d = averages.diffusion(g);
        const std::string of = g == 0 ? "" : " of " + run.parts->species[g - 1].name;
        const std::string& stage = run.config->stages[what.stage].name;
        if (d.samples() == 0)
            text += fmt::format("self-diffusion{} by {}: stage \"{}\" is shorter than the window\n",
                                of, what.title, stage);
        else
            text += fmt::format("self-diffusion{} by {}: {:.4g} +- {:.2g}{}{} (stage \"{}\", {} "
                                "time origins{})\n",
                                of, what.title, d.mean(), d.standard_error(),
                                unit.empty() ? "" : " ", unit, stage, d.samples(),
                                d.is_converged() ? "" : ", error not converged");
    }
    return text;
}

} // namespace mdsim
