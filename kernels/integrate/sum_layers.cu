// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/sum_layers.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/force/kinetic_terms.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

/// Every atom adds to global memory: layers are sampled seldom, and neighbours in memory are mostly
/// in others.
template <class P>
__global__ void sum_all(AtomsView<P> atoms, const double* mass, DeviceLayers sums) {
    const std::uint32_t threads = gridDim.x * blockDim.x;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < atoms.control->owned;
         i += threads) {
        const Site<P> site = pick(atoms.site, atoms.control->position_buffer)[i];
        const std::uint32_t layer = layer_of(site, sums.layers);
        const auto type = static_cast<std::uint32_t>(site.type);
        MDSIM_EXPECT(layer < sums.layers.count && type < sums.types);
        atomicAdd(&sums.atoms[layer * sums.types + type], 1ull);
        const auto v = atoms.velocity[i];
        const Vec3<double> u{static_cast<double>(v.x), static_cast<double>(v.y),
                             static_cast<double>(v.z)};
        const double m = mass[type];
        const double values[layer_sum_count] = {m * u.x, m * u.y, m * u.z, m * dot(u, u)};
        for (int k = 0; k < layer_sum_count; ++k) {
            FixedSum term(layer_scale(k));
            term.add(values[k]);
            add_to(sums.motion[layer].sum[k], term.words());
            if (term.saturated()) atomicExch(&sums.motion[layer].saturated, 1);
        }
    }
}

} // namespace

template <class P>
void sum_layers(const Stream& stream, const AtomsView<P>& atoms, const double* mass,
                const DeviceLayers& sums) {
    MDSIM_EXPECT(mass != nullptr && sums.atoms != nullptr && sums.motion != nullptr);
    const unsigned blocks = std::min(blocks_for(atoms.capacity, block_threads), summing_blocks);
    sum_all<P><<<blocks, block_threads, 0, stream.get()>>>(atoms, mass, sums);
    check_launch("sum layers");
}

template void sum_layers(const Stream&, const AtomsView<MixedPrecision>&, const double*,
                         const DeviceLayers&);
template void sum_layers(const Stream&, const AtomsView<DoublePrecision>&, const double*,
                         const DeviceLayers&);

} // namespace mdsim
