// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/integrate/sum_heat_current.hpp"

#include <algorithm>

#include "core/contract.hpp"
#include "kernels/force/kinetic_terms.cuh"
#include "kernels/runtime/device_sums.cuh"
#include "kernels/runtime/launch.hpp"

namespace mdsim {

namespace {

template <class P>
__global__ void sum_all(ColumnsView<P> atoms, const double* mass,
                        DeviceSums<heat_current_sums>* sums) {
    FixedSum term[heat_current_sums];
    for (FixedSum& t : term) t = FixedSum(fixed_scale::heat_current);
    const std::uint32_t threads = gridDim.x * blockDim.x;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < atoms.control->owned;
         i += threads) {
        const auto type = pick(atoms.site, atoms.control->position_buffer)[i].type;
        const auto v = atoms.velocity[i];
        const HeatTerms terms = heat_terms<P>(
            mass[type],
            {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)},
            atoms.share[i]);
        for (int k = 0; k < heat_current_sums; ++k) term[k].add(terms.value[k]);
    }
    __shared__ FixedSum::Words shared[block_threads / 32][heat_current_sums];
    add_block(term, shared, *sums);
}

} // namespace

template <class P>
void sum_heat_current(const Stream& stream, const ColumnsView<P>& atoms, const double* mass,
                      DeviceSums<heat_current_sums>* sums) {
    MDSIM_EXPECT(mass != nullptr && sums != nullptr && atoms.share != nullptr);
    const unsigned blocks = std::min(blocks_for(atoms.capacity, block_threads), summing_blocks);
    sum_all<P><<<blocks, block_threads, 0, stream.get()>>>(atoms, mass, sums);
    check_launch("sum heat current");
}

template void sum_heat_current(const Stream&, const ColumnsView<MixedPrecision>&, const double*,
                               DeviceSums<heat_current_sums>*);
template void sum_heat_current(const Stream&, const ColumnsView<DoublePrecision>&, const double*,
                               DeviceSums<heat_current_sums>*);

} // namespace mdsim
