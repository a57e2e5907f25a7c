// SPDX-License-Identifier: BSD-3-Clause
#include "session/writers/make_writers.hpp"

#include "session/observables/correlation_output.hpp"
#include "session/observables/correlations.hpp"
#include "session/observables/green_kubo_output.hpp"
#include "session/observables/profile_output.hpp"
#include "session/observables/structure_factor_output.hpp"
#include "session/writers/measure_output.hpp"
#include "session/writers/rdf_output.hpp"
#include "session/writers/thermo_output.hpp"
#include "session/writers/trajectory_output.hpp"

namespace mdsim {

namespace {

/// Adds the writers of the correlation functions that the input has a section of.
template <class P, class... Kinds>
void add_correlations(const std::tuple<Kinds...>& /*all*/, const WriterTools<P>& tools,
                      const OutputState* resumed,
                      std::vector<std::unique_ptr<RunWriter<P>>>& writers) {
    const auto add = [&]<class Kind>(Kind /*kind*/) {
        if (const auto& settings = tools.run->config->*Kind::section)
            writers.push_back(
                std::make_unique<CorrelationOutput<P, Kind>>(tools, *settings, resumed));
    };
    (add(Kinds{}), ...);
}

} // namespace

template <class P>
std::vector<std::unique_ptr<RunWriter<P>>> make_writers(const WriterTools<P>& tools,
                                                        const OutputState* resumed) {
    std::vector<std::unique_ptr<RunWriter<P>>> writers;
    writers.push_back(make_trajectory_output(tools, resumed));
    writers.push_back(make_thermo_output(tools, resumed));
    // First of those that a device goes on with alone, as it takes longest: its host prepares all
    // others meanwhile, and the next steps.
    writers.push_back(make_rdf_output(tools, resumed));
    add_correlations(Correlations{}, tools, resumed, writers);
    if (const auto& viscosity = tools.run->config->viscosity)
        writers.push_back(make_viscosity_output(tools, *viscosity, resumed));
    if (const auto& conductivity = tools.run->config->conductivity)
        writers.push_back(make_conductivity_output(tools, *conductivity, resumed));
    if (const auto& profile = tools.run->config->profile)
        writers.push_back(make_profile_output(tools, *profile, resumed));
    if (const auto& settings = tools.run->config->structure_factor)
        writers.push_back(make_structure_factor_output(tools, *settings, resumed));
    for (auto& writer : make_measure_outputs(tools, resumed)) writers.push_back(std::move(writer));
    return writers;
}

template std::vector<std::unique_ptr<RunWriter<MixedPrecision>>>
make_writers(const WriterTools<MixedPrecision>&, const OutputState*);
template std::vector<std::unique_ptr<RunWriter<DoublePrecision>>>
make_writers(const WriterTools<DoublePrecision>&, const OutputState*);

} // namespace mdsim
