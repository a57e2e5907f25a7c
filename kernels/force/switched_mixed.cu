// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/potential_driver.cuh"

namespace mdsim {

template std::unique_ptr<PotentialDriver<MixedPrecision>>
truncated_driver<MixedPrecision, Switched>(const Stream&,
                                           const AnyPairTable<MixedPrecision::Real>&);

} // namespace mdsim
