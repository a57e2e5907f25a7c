// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/pair_force.cuh"

namespace mdsim {

template std::unique_ptr<Force<MixedPrecision>>
truncated_force<MixedPrecision, Switched>(const Stream&, const AnyPairTable<MixedPrecision::Real>&);

} // namespace mdsim
