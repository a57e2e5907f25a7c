// SPDX-License-Identifier: BSD-3-Clause
#include "physics/relaxation/fire.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace mdsim {

FireTurn Fire::act(const FireSums& sums, FireState& state) {
    MDSIM_EXPECT(sums.velocity2 >= 0 && sums.force2 >= 0);
    ++state.taken;
    if (sums.power > 0 && sums.force2 > 0) {
        const FireTurn turn{1 - state.mixing,
                            state.mixing * std::sqrt(sums.velocity2 / sums.force2)};
        if (++state.downhill > delay) {
            state.step = std::min(growth * state.step, longest_step);
            state.mixing *= mixing_decay;
        }
        return turn;
    }
    // The first steps show only that the time step suits the forces no better.
    if (state.taken > delay) state.step = std::max(shrinkage * state.step, shortest_step);
    state.mixing = first_mixing;
    state.downhill = 0;
    return {0, 0};
}

} // namespace mdsim
