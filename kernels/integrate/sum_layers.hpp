// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernels/runtime/device_sums.hpp"
#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "ops/layer_sums.hpp"

namespace mdsim {

/// What is summed over the atoms of each layer, in the memory of the device.
struct DeviceLayers {
    Layers layers;
    std::uint32_t types = 1;
    unsigned long long* atoms = nullptr;           ///< [layer][type]
    DeviceSums<layer_sum_count>* motion = nullptr; ///< [layer]
};

/// Queues the summing over the atoms of this rank, of masses by type, into what must be zero.
template <class P>
void sum_layers(const Stream& stream, const AtomsView<P>& atoms, const double* mass,
                const DeviceLayers& sums);

} // namespace mdsim
