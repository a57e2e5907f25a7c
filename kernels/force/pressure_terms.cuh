// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/force/kinetic_terms.cuh"
#include "kernels/force/walk_entries.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/state/observed_sums.hpp"

namespace mdsim {

/// What an atom adds to the energy and the virial of a walk.
struct PairTerms {
    FixedSum term[pair_sums];

    template <class Real> __device__ PairTerms(bool active, const ForceSums<Real, true>& sums) {
        const auto half = [active](Real number, FixedScale scale) {
            return active ? term_of(0.5 * static_cast<double>(number), scale) : FixedSum(scale);
        };
        term[0] = half(sums.energy, fixed_scale::energy);
        for (int k = 0; k < 6; ++k) term[k + 1] = half(sums.virial[k], fixed_scale::virial);
        term[beyond_sum] = FixedSum(fixed_scale::count);
    }
};

/// Adds the diagonals of virial and kinetic tensor to the sums that a barostat acts by. All
/// threads.
template <class Real>
__device__ void add_pressure_terms(bool active, const ForceSums<Real, true>& sums,
                                   const KineticTerms<3>& kinetic, const PressureSums& to) {
    FixedSum term[6];
    for (int k = 0; k < 3; ++k) {
        term[k] = FixedSum(fixed_scale::virial);
        if (active)
            term[k] = term_of(0.5 * static_cast<double>(sums.virial[k]), fixed_scale::virial);
        term[3 + k] = kinetic.term[k];
    }
    __shared__ FixedSum::Words shared[8][6];
    const auto sum_of = [&](int k) -> DeviceSum& {
        return k < 3 ? to.pair->sum[1 + k] : to.kinetic->sum[k - 3];
    };
    add_block(term, shared, sum_of, to.pair->saturated);
}

} // namespace mdsim
