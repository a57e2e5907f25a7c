// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/engine/coupling_store.hpp"
#include "kernels/force/walk_args.hpp"

namespace mdsim {

/// All that a recorded graph depends on beside the arrays, whose places never change while it is in
/// use: a graph serves as long as its key stays the same. Boxes are in such an array, and so are
/// the limits that follow from them: a key knows where they are, and none of them.
template <class P> struct GraphKey {
    int lists = 0;                 ///< version of the arrays of lists
    int pass_length = 0;           ///< step kernels in a pass
    bool samples = false;          ///< passes have a branch for samples
    bool fused = false;            ///< bodies are fused
    std::vector<SplitWork> phases; ///< of bodies, and what couples to the steps of each
    std::optional<AnyThermostat> thermostat;
    AnyBarostat barostat;
    CouplingArgs coupling{};
    StepMotions<typename P::Real> motions;
    StepBoxes<P> boxes{};
    std::uint32_t displaced_capacity = 0;

    bool operator==(const GraphKey&) const = default;
};

} // namespace mdsim
