// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/stream.hpp"
#include "ops/atom_products.hpp"

namespace mdsim {

/// Vectors of each of `count` atoms, now and at some origins, and the type of each, which is below
/// `types`.
struct VectorPairs {
    static constexpr std::uint32_t most_origins = 64; ///< at once

    const Vec3<double>* then[most_origins];
    std::uint32_t origins;
    const Vec3<double>* now;
    const std::int32_t* type;
    std::uint32_t count;
    std::uint32_t types;
};

/// Queues the adding of the products of all atoms to the sum of their origin and type, at the scale
/// of correlations.
void sum_products(const Stream& stream, const AnyProduct& product, const VectorPairs& pairs,
                  DeviceSums<1>* sum); // [origin][type]

} // namespace mdsim
