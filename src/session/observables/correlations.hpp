// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "session/observables/mean_square_displacement.hpp"
#include "session/observables/velocity_autocorrelation.hpp"

namespace mdsim {

/// All correlation functions; a new one is a formula, an entry here and its section in
/// config/correlation_settings.hpp.
using Correlations = std::tuple<MeanSquareDisplacement, VelocityAutocorrelation>;

} // namespace mdsim
