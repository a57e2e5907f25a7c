// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/contract.hpp"
#include "kernels/force/walk_args.hpp"
#include "kernels/runtime/device_sums.cuh"

namespace mdsim {

inline constexpr int block_threads = 256;
inline constexpr unsigned summing_blocks = 1024; ///< each adds to the same few words at its end

/// Sums over this thread's atoms: of the kinetic tensor as far as `count` goes, and all of the
/// momentum where it goes so far.
template <int count> struct KineticTerms {
    FixedSum term[count];

    __device__ KineticTerms() {
        for (int k = 0; k < count; ++k)
            term[k] =
                k < 6 ? FixedSum(fixed_scale::kinetic_energy) : FixedSum(fixed_scale::momentum);
    }
    template <class Real> __device__ void add(double mass, const Vec3<Real>& v) {
        const Vec3<double> u{static_cast<double>(v.x), static_cast<double>(v.y),
                             static_cast<double>(v.z)};
        const Vec3<double> p = mass * u;
        const double value[kinetic_sum_count] = {
            p.x * u.x, p.y * u.y, p.z * u.z, p.x * u.y, p.x * u.z, p.y * u.z, p.x, p.y, p.z};
        for (int k = 0; k < count; ++k) term[k].merge(term_of(value[k], term[k].scale()));
    }
    /// All threads of the block, of at most `block_threads`.
    __device__ void add_to(DeviceSums<count>& sums) const {
        MDSIM_EXPECT(blockDim.x <= unsigned{block_threads});
        __shared__ FixedSum::Words shared[block_threads / 32][count];
        add_block(term, shared, sums);
    }
};

} // namespace mdsim
