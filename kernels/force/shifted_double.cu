// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/force/potential_driver.cuh"

namespace mdsim {

template std::unique_ptr<PotentialDriver<DoublePrecision>>
truncated_driver<DoublePrecision, Shifted>(const Stream&,
                                           const AnyPairTable<DoublePrecision::Real>&);

} // namespace mdsim
