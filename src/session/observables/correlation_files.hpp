// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/ids.hpp"
#include "session/observables/correlation_averages.hpp"
#include "session/run_context.hpp"

namespace mdsim {

/// What a correlation function is called, in what unit it is, and what it was sampled from.
struct CorrelationDescription {
    std::string name;
    std::string title;
    std::string unit; ///< empty: none
    std::size_t stage = 0;
    Step every = 0;
};

/// Replaces NAME.csv and NAME.h5 with a line for each lag: the time, the mean over origins and its
/// standard error, of all atoms and of each species where there are several. One rank alone does
/// it. Throws EnvironmentError.
void write_correlation(const RunContext& run, const CorrelationDescription& what,
                       const CorrelationAverages& averages);

/// "self-diffusion by mean-square displacement, stage "x": 0.0712 +- 0.0009 ...", a line a group.
std::string diffusion_text(const RunContext& run, const CorrelationDescription& what,
                           const CorrelationAverages& averages);

} // namespace mdsim
