// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernels/runtime/stream.hpp"
#include "kernels/state/atoms_view.hpp"
#include "ops/density_modes.hpp"

namespace mdsim {

/// Waves, and what is summed over the atoms at each, in the memory of the device.
struct DeviceModes {
    const WaveVector* wave = nullptr;
    std::uint32_t waves = 0;
    std::uint32_t types = 1;
    unsigned long long* sums =
        nullptr; ///< [wave][type]: the cosine, then the sine; see DensityModes
};

/// Queues the summing over the atoms of this rank into what must be zero.
template <class P>
void sum_modes(const Stream& stream, const AtomsView<P>& atoms, const DeviceModes& modes);

} // namespace mdsim
