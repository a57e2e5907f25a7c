// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "physics/pair/pair_settings.hpp"

namespace mdsim {

/// Where and how a [[pair.potential]] ends.
struct PairEnd {
    std::optional<double> cutoff; ///< [length]
    Truncation truncation = Truncation::cut;
    std::optional<double> switch_from; ///< [length]
};

/// The ends of all potentials, in their order: each key as the potential itself says, or another
/// one of the same two species, or else [pair]. So potentials that act together end alike, unless
/// both give a key and differ. A potential that becomes zero by itself and acts alone ends there,
/// unless it gives a cutoff.
std::vector<PairEnd> pair_ends(const PairSettings& pair);

} // namespace mdsim
